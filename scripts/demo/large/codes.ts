import { sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { formats, wordTables } from "@/core/codes/formats";
import type { Context } from "@/core/context";
import { drawn, oneOf, share } from "./draw";
import { full, type Planned } from "./plan";

/** Numbers that share no divisor with a format's size: multiples of them go through all its codes in no visible order. */
const strides: Readonly<Record<CodeType, number>> = { creative: 1_299_709, alphanumeric: 179_424_673, numeric: 618_033 };

/** Notes in tables of this transaction which batches (`plan`) and codes (`making`) are to be made, and what is claimed of each by whom (`taken`). */
export async function noteCodes({ db, projectId }: Context, plan: readonly Planned[], scale: number): Promise<void> {
  await db.execute(sql`create temporary table plan on commit drop as
    select b.*, uuidv7(now() - make_interval(secs => b.age * 86400) - clock_timestamp()) as id, now() - make_interval(secs => b.age * 86400) as made_at,
      now() - make_interval(secs => b."from" * 86400) as valid_from, now() - make_interval(secs => b.until * 86400) as valid_until,
      sum(b.amount) over (partition by b.type order by b.place) - b.amount as first
    from (select row_number() over () as place, p.* from jsonb_to_recordset(${JSON.stringify(plan)}::jsonb)
      as p (name text, type text, amount int, age float8, allowed int, "from" float8, until float8, paused boolean, personal boolean, claimed float8)) as b`);
  await db.execute(sql`create temporary table making (place int, n int, type text, text text, uses int) on commit drop`);
  for (const [type, format] of Object.entries(formats)) {
    const n = sql`(first + n)`;
    await db.execute(sql`insert into making
      select place, n, type, ${format.atSql}, case when allowed = 1 then (${share(n, 21)} < claimed)::int else least(allowed, floor(allowed * claimed * 2 * ${share(n, 22)}))::int end
      from (select p.*, n, (first + n) * ${sql.raw(String(strides[type as CodeType]))}::bigint % ${sql.raw(String(format.size))} as i
        from plan p, generate_series(1, p.amount) as n where p.type = ${type}) as numbered, ${wordTables}`);
  }
  // Two formats may draw one text, and the small sample has some already.
  await db.execute(sql`create temporary table fresh on commit drop as
    select distinct on (key) * from (select replace(text, '-', '') collate "C" as key, * from making) as m
    where not exists (select from codes c where c.project_id = ${projectId} and c.key = m.key) order by key, place, n`);
  await db.execute(sql`analyze plan, fresh`);
  await noteClaims({ db }, Math.round(full.claims * scale));
}

/** Claims are of leads who had come by then; of a personal code, of the lead it is for. */
async function noteClaims({ db }: Pick<Context, "db">, amount: number): Promise<void> {
  const row = sql`f.place * 1000003::bigint + f.n * 131 + use`;
  await db.execute(sql`create temporary table personal on commit drop as
    select f.key, c.n, c.email from fresh f join plan p using (place) join days d on d.age = ceil(p.age)::int
    join comers c on c.n = 1 + ((f.n - 1)::bigint * d.before / p.amount)::int where p.personal`);
  await db.execute(sql`create temporary table taken on commit drop as
    select key, place, email, at, source from (
      select distinct on (t.key, c.email) t.key, t.place, c.email, greatest(t.at, c.at + interval '1 minute') as at, t.source
      from (
        select f.key, f.place, w.at, coalesce(personal.n, 1 + floor(d.before * ${share(row, 24)})::int) as lead,
          ${oneOf(["widget", "widget", "widget", "page", "page", "api"], row, 25)} as source
        from fresh f join plan p using (place) cross join generate_series(1, f.uses) as use
        cross join lateral (select p.made_at + (least(now(), p.valid_until) - p.made_at) * ${share(row, 23)} ^ 2 as at) as w
        join days d on d.age = ceil(extract(epoch from now() - w.at) / 86400)::int left join personal on personal.key = f.key
        where p."from" is null and d.before > 0
      ) as t join comers c on c.n = t.lead where c.at < t.at
    ) as one order by ${drawn(sql`hashtext(key)`, 26, 1 << 30)} limit ${amount}`);
  await db.execute(sql`analyze taken, personal`);
}

/** Makes the batches and codes noted; they count what is claimed of them. */
export async function makeCodes({ db, projectId, actor }: Context): Promise<void> {
  await db.execute(
    sql`create temporary table used on commit drop as select key, count(*)::int as claims, max(at) as last from taken group by key`,
  );
  await db.execute(sql`analyze used`);
  await db.execute(sql`insert into batches
      (project_id, id, name, type, amount, allowed_claims, valid_from, valid_until, paused_at, code_count, total_allowed_claims, actor_kind, actor_id, created_at, updated_at)
    select ${projectId}::int, p.id, p.name, p.type, f.amount, p.allowed, p.valid_from, p.valid_until, case when p.paused then now() - interval '1 day' end,
      f.amount, f.amount::bigint * p.allowed, ${actor.kind}, ${actor.id}, p.made_at, p.made_at
    from plan p join (select place, count(*)::int as amount from fresh group by place) f using (place)`);
  // Of codes that nobody has claimed, a few were paused by themselves, and a few of those that had ended were extended.
  const row = sql`f.place * 1000003::bigint + f.n`;
  await db.execute(sql`insert into codes
      (project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, reserved_for, paused_at, batch_id, batch_index, created_at, updated_at)
    select ${projectId}::int, f.key, f.text, f.type, p.allowed, coalesce(u.claims, 0), p.valid_from,
      case when p.until > 0 and u.key is null and ${drawn(row, 31, 300)} = 0 then now() + interval '30 days' else p.valid_until end,
      personal.email, case when u.key is null and ${drawn(row, 32, 800)} = 0 then p.made_at + interval '1 hour' end,
      p.id, f.n, p.made_at, greatest(p.made_at, u.last)
    from fresh f join plan p using (place) left join used u using (key) left join personal using (key) order by p.id, f.n`);
}

/** Makes the claims noted. */
export async function makeClaims({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select ${projectId}::int, t.key, t.email, p.id, t.source, t.at from taken t join plan p using (place) order by t.at`);
}
