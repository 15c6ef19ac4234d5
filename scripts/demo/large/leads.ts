import { sql } from "drizzle-orm";
import { alphanumericAlphabet } from "@/core/codes/formats";
import type { Context } from "@/core/context";
import { everyName } from "../people";
import type { Random } from "../random";
import { drawn, oneOf, share } from "./draw";
import { daysOpen, full } from "./plan";

const domains = ["example.org", "example.com", "example.net", "mail.example.com", "post.example.org", "school.example.net"];

/** How many came on each day, the first day first: more every month, a rush now and then, quieter at weekends. */
function signUpsByDay(random: Random, amount: number, now: Date): { age: number; amount: number }[] {
  const weights = Array.from({ length: daysOpen }, (_, day) => {
    const age = daysOpen - 1 - day;
    const weekday = new Date(now.getTime() - age * 86_400_000).getUTCDay();
    const quiet = weekday === 0 || weekday === 6 ? 0.5 : 1;
    const rush = [40, 95, 180, 260, 352].reduce((sum, at) => sum + (day < at ? 0 : 9 * Math.exp(-(day - at) / 3)), 0);
    return quiet * (1 + day / 90 + rush) * (0.85 + 0.3 * random.next());
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  let made = 0;
  return weights.map((weight, day) => {
    passed += weight;
    const until = Math.round((amount * passed) / total);
    const today = { age: daysOpen - 1 - day, amount: until - made };
    made = until;
    return today;
  });
}

/** Notes in a table of this transaction who came when: `days`, with how many were there before, and `comers`, numbered as they came. */
export async function noteComers({ db }: Context, random: Random, scale: number): Promise<void> {
  const days = signUpsByDay(random, Math.round(full.leads * scale), new Date());
  await db.execute(sql`create temporary table days on commit drop as
    select age, amount, (sum(amount) over (order by age desc) - amount)::int as before
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (age int, amount int)`);
  await db.execute(sql`create temporary table names on commit drop as
    select (row_number() over () - 1)::int as place, *
    from jsonb_to_recordset(${JSON.stringify(everyName())}::jsonb) as n (firstname text, lastname text, plain text)`);
  await db.execute(sql`analyze days, names`);
  const n = sql`n`;
  await db.execute(sql`create temporary table comers on commit drop as
    select n, at, name.firstname, name.lastname, name.plain || n || '@' || ${oneOf(domains, n, 2)} as email,
      case when age between 288 and 296 and ${drawn(n, 4, 10)} < 8 then 'import'
        else ${oneOf([...Array<string>(22).fill("widget"), ...Array<string>(9).fill("page"), ...Array<string>(8).fill("api"), "staff"], n, 3)} end as source,
      case when before > 0 and ${share(n, 5)} < 0.28 then 1 + floor(before * ${share(n, 6)} ^ 3)::int end as referrer,
      ${share(n, 7)} < 0.75 as joins, ${share(n, 8)} < 0.86 as says_first, ${share(n, 8)} < 0.78 as says_last, ${drawn(n, 9, 40)} = 0 as noted
    from (
      select d.before + i as n, d.age, d.before, now() - make_interval(secs => 86400 * (d.age + 1 - (${share(sql`d.before + i`, 10)} + ${share(sql`d.before + i`, 11)}) / 2)) as at
      from days d, generate_series(1, d.amount) as i
    ) as coming join names as name on name.place = ${drawn(n, 1, sql`(select count(*) from names)`)}`);
  await db.execute(sql`create unique index on comers (n)`);
  await db.execute(sql`analyze comers`);
}

/** A referral code of a number's own: its digits in the alphabet of referral codes, mixed so that neighbours look nothing alike. */
const referralCode = sql.join(
  Array.from(
    { length: 8 },
    (_, place) =>
      sql`substr(${sql.raw(`'${alphanumericAlphabet}'`)}, (c.n * 123456791::bigint % ${sql.raw(String(alphanumericAlphabet.length ** 8))} / ${sql.raw(String(alphanumericAlphabet.length ** place))} % ${sql.raw(String(alphanumericAlphabet.length))})::int + 1, 1)`,
  ),
  sql` || `,
);

/** Makes the leads of `comers`, once it is known who claimed (`taken`) and who was invited (`invited`). */
export async function makeLeads({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`insert into leads
      (project_id, email, firstname, lastname, notes, on_waitlist, source, has_claimed, invited_at, referral_code, referred_by, created_at, updated_at,
      waitlist_sort_key, waitlist_changed_at, referral_bonus_applied)
    select ${projectId}::int, c.email, case when c.says_first then c.firstname end, case when c.says_last then c.lastname end,
      case when c.noted then 'Asked for a reminder.' else '' end, c.joins and k.email is null, c.source, k.email is not null, i.at,
      ${referralCode}, r.email, c.at, greatest(c.at, k.last, i.at),
      extract(epoch from c.at) * 1000000, case when c.joins and k.email is null then c.at end, case when r.email is not null then 0 end
    from comers c left join comers r on r.n = c.referrer left join invited i on i.email = c.email
    left join (select email, max(at) as last from taken group by email) k on k.email = c.email`);
}
