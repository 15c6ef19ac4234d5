import { sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { formats, wordTables } from "@/core/codes/draw-code";
import type { Context } from "@/core/context";
import { fullSize, type PlannedBatch } from "./plan";
import { drawFraction, drawInteger, drawOne } from "./random-sql";

/** Numbers coprime to the format's size: their multiples reach every code of the format in no visible order. */
const strides: Readonly<Record<CodeType, number>> = { creative: 1_299_709, alphanumeric: 179_424_673, numeric: 618_033 };

/** Plans batches, codes and claims in the temporary tables `plan`, `planned_codes` and `planned_claims`. */
export async function planCodes({ db, projectId }: Context, plan: readonly PlannedBatch[], scale: number): Promise<void> {
  const rows = plan.map(
    ({ name, type, amount, daysAgo, allowedClaims, startsDaysAgo, endsDaysAgo, isPaused, isPersonal, claimedShare }) => ({
      name,
      type,
      amount,
      days_ago: daysAgo,
      allowed_claims: allowedClaims,
      starts_days_ago: startsDaysAgo,
      ends_days_ago: endsDaysAgo,
      is_paused: isPaused,
      is_personal: isPersonal,
      claimed_share: claimedShare,
    }),
  );
  await db.execute(sql`create temporary table plan on commit drop as
    select b.*, uuidv7(now() - make_interval(secs => b.days_ago * 86400) - clock_timestamp()) as id, now() - make_interval(secs => b.days_ago * 86400) as created_at,
      now() - make_interval(secs => b.starts_days_ago * 86400) as valid_from, now() - make_interval(secs => b.ends_days_ago * 86400) as valid_until,
      sum(b.amount) over (partition by b.type order by b.batch_number) - b.amount as first_index
    from (select row_number() over () as batch_number, p.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p (name text, type text, amount int, days_ago float8, allowed_claims int, starts_days_ago float8, ends_days_ago float8, is_paused boolean, is_personal boolean, claimed_share float8)) as b`);
  await db.execute(sql`create temporary table drawn_codes (batch_number int, n int, type text, text text, claim_count int) on commit drop`);
  for (const [type, format] of Object.entries(formats)) {
    const n = sql`(first_index + n)`;
    await db.execute(sql`insert into drawn_codes
      select batch_number, n, type, ${format.atSql}, case when allowed_claims = 1 then (${drawFraction(n, 21)} < claimed_share)::int else least(allowed_claims, floor(allowed_claims * claimed_share * 2 * ${drawFraction(n, 22)}))::int end
      from (select p.*, n, (first_index + n) * ${sql.raw(String(strides[type as CodeType]))}::bigint % ${sql.raw(String(format.size))} as i
        from plan p, generate_series(1, p.amount) as n where p.type = ${type}) as numbered, ${wordTables}`);
  }
  // Two formats can draw the same text, and the demo project has some codes already.
  await db.execute(sql`create temporary table planned_codes on commit drop as
    select distinct on (key) * from (select replace(text, '-', '') collate "C" as key, * from drawn_codes) as m
    where not exists (select from codes c where c.project_id = ${projectId} and c.key = m.key) order by key, batch_number, n`);
  await db.execute(sql`analyze plan, planned_codes`);
  await planClaims({ db }, Math.round(fullSize.claims * scale));
}

/** Claims are made by leads who had signed up by then, and personal codes are claimed by the lead they are for. */
async function planClaims({ db }: Pick<Context, "db">, amount: number): Promise<void> {
  const rowNumber = sql`f.batch_number * 1000003::bigint + f.n * 131 + claim_number`;
  await db.execute(sql`create temporary table personal_codes on commit drop as
    select f.key, c.n, c.email from planned_codes f join plan p using (batch_number) join days d on d.age = ceil(p.days_ago)::int
    join planned_leads c on c.n = 1 + ((f.n - 1)::bigint * d.before / p.amount)::int where p.is_personal`);
  await db.execute(sql`create temporary table planned_claims on commit drop as
    select key, batch_number, email, at, source from (
      select distinct on (t.key, c.email) t.key, t.batch_number, c.email, greatest(t.at, c.at + interval '1 minute') as at, t.source
      from (
        select f.key, f.batch_number, w.at, coalesce(personal_codes.n, 1 + floor(d.before * ${drawFraction(rowNumber, 24)})::int) as lead,
          ${drawOne(["widget", "widget", "widget", "page", "page", "api"], rowNumber, 25)} as source
        from planned_codes f join plan p using (batch_number) cross join generate_series(1, f.claim_count) as claim_number
        cross join lateral (select p.created_at + (least(now(), p.valid_until) - p.created_at) * ${drawFraction(rowNumber, 23)} ^ 2 as at) as w
        join days d on d.age = ceil(extract(epoch from now() - w.at) / 86400)::int left join personal_codes on personal_codes.key = f.key
        where p.starts_days_ago is null and d.before > 0
      ) as t join planned_leads c on c.n = t.lead where c.at < t.at
    ) as one order by ${drawInteger(sql`hashtext(key)`, 26, 1 << 30)} limit ${amount}`);
  await db.execute(sql`analyze planned_claims, personal_codes`);
}

/** Inserts the planned batches and codes with their claim counts. */
export async function insertPlannedCodes({ db, projectId, actor }: Context): Promise<void> {
  await db.execute(
    sql`create temporary table claim_counts on commit drop as select key, count(*)::int as claims, max(at) as last from planned_claims group by key`,
  );
  await db.execute(sql`analyze claim_counts`);
  await db.execute(sql`insert into batches
      (project_id, id, name, type, amount, allowed_claims, valid_from, valid_until, paused_at, code_count, total_allowed_claims, actor_kind, actor_id, created_at, updated_at)
    select ${projectId}::int, p.id, p.name, p.type, f.amount, p.allowed_claims, p.valid_from, p.valid_until, case when p.is_paused then now() - interval '1 day' end,
      f.amount, f.amount::bigint * p.allowed_claims, ${actor.kind}, ${actor.id}, p.created_at, p.created_at
    from plan p join (select batch_number, count(*)::int as amount from planned_codes group by batch_number) f using (batch_number)`);
  // A few unclaimed codes were paused, and a few expired ones were extended.
  const rowNumber = sql`f.batch_number * 1000003::bigint + f.n`;
  await db.execute(sql`insert into codes
      (project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, reserved_for, paused_at, batch_id, batch_index, created_at, updated_at)
    select ${projectId}::int, f.key, f.text, f.type, p.allowed_claims, coalesce(u.claims, 0), p.valid_from,
      case when p.ends_days_ago > 0 and u.key is null and ${drawInteger(rowNumber, 31, 300)} = 0 then now() + interval '30 days' else p.valid_until end,
      personal_codes.email, case when u.key is null and ${drawInteger(rowNumber, 32, 800)} = 0 then p.created_at + interval '1 hour' end,
      p.id, f.n, p.created_at, greatest(p.created_at, u.last)
    from planned_codes f join plan p using (batch_number) left join claim_counts u using (key) left join personal_codes using (key) order by p.id, f.n`);
}

/** Inserts the planned claims. */
export async function insertPlannedClaims({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select ${projectId}::int, t.key, t.email, p.id, t.source, t.at from planned_claims t join plan p using (batch_number) order by t.at`);
}
