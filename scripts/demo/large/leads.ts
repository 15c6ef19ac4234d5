import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { alphanumericAlphabet } from "@/lib/ids";
import { listNames } from "../people";
import type { Random } from "../random";
import { fullSize, largeDaysOpen } from "./plan";
import { drawFraction, drawInteger, drawOne } from "./random-sql";

const domains = ["example.org", "example.com", "example.net", "mail.example.com", "post.example.org", "school.example.net"];

/** Plans the sign-ups of each day, the first day first: growing every month, with occasional spikes and fewer at weekends. */
function signUpsByDay(random: Random, amount: number, now: Date): { age: number; amount: number }[] {
  const weights = Array.from({ length: largeDaysOpen }, (_, day) => {
    const age = largeDaysOpen - 1 - day;
    const weekday = new Date(now.getTime() - age * 86_400_000).getUTCDay();
    const weekendFactor = weekday === 0 || weekday === 6 ? 0.5 : 1;
    const spikes = [40, 95, 180, 260, 352].reduce((sum, at) => sum + (day < at ? 0 : 9 * Math.exp(-(day - at) / 3)), 0);
    return weekendFactor * (1 + day / 90 + spikes) * (0.85 + 0.3 * random.next());
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let leadsSoFar = 0;
  return weights.map((weight, day) => {
    weightSoFar += weight;
    const leadsUntilToday = Math.round((amount * weightSoFar) / total);
    const dayPlan = { age: largeDaysOpen - 1 - day, amount: leadsUntilToday - leadsSoFar };
    leadsSoFar = leadsUntilToday;
    return dayPlan;
  });
}

/** Plans leads in the temporary tables `days`, with the number of leads before each day, and `planned_leads`, numbered by sign-up. */
export async function planLeads({ db }: Context, random: Random, scale: number): Promise<void> {
  const days = signUpsByDay(random, Math.round(fullSize.leads * scale), new Date());
  await db.execute(sql`create temporary table days on commit drop as
    select age, amount, (sum(amount) over (order by age desc) - amount)::int as before
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (age int, amount int)`);
  await db.execute(sql`create temporary table names on commit drop as
    select (row_number() over () - 1)::int as place, *
    from jsonb_to_recordset(${JSON.stringify(listNames())}::jsonb) as n (firstname text, lastname text, "emailPart" text)`);
  await db.execute(sql`analyze days, names`);
  const n = sql`n`;
  await db.execute(sql`create temporary table planned_leads on commit drop as
    select n, at, name.firstname, name.lastname, name."emailPart" || n || '@' || ${drawOne(domains, n, 2)} as email,
      case when age between 288 and 296 and ${drawInteger(n, 4, 10)} < 8 then 'import'
        else ${drawOne([...Array<string>(22).fill("widget"), ...Array<string>(9).fill("page"), ...Array<string>(8).fill("api"), "staff"], n, 3)} end as source,
      ${drawOne(["newsletter", "newsletter", "podcast", "news.example.net", "social.example.com", "partner"], n, 12)} as source_tag,
      case when before > 0 and ${drawFraction(n, 5)} < 0.28 then 1 + floor(before * ${drawFraction(n, 6)} ^ 3)::int end as referrer,
      ${drawFraction(n, 7)} < 0.75 as joins_waitlist, ${drawFraction(n, 8)} < 0.86 as has_firstname, ${drawFraction(n, 8)} < 0.78 as has_lastname, ${drawInteger(n, 9, 40)} = 0 as has_notes
    from (
      select d.before + i as n, d.age, d.before, now() - make_interval(secs => 86400 * (d.age + 1 - (${drawFraction(sql`d.before + i`, 10)} + ${drawFraction(sql`d.before + i`, 11)}) / 2)) as at
      from days d, generate_series(1, d.amount) as i
    ) as numbered join names as name on name.place = ${drawInteger(n, 1, sql`(select count(*) from names)`)}`);
  await db.execute(sql`create unique index on planned_leads (n)`);
  await db.execute(sql`analyze planned_leads`);
}

/** A unique referral code for a number: its digits in the alphabet of referral codes, mixed so that consecutive codes look different. */
const referralCode = sql.join(
  Array.from(
    { length: 8 },
    (_, place) =>
      sql`substr(${sql.raw(`'${alphanumericAlphabet}'`)}, (c.n * 123456791::bigint % ${sql.raw(String(alphanumericAlphabet.length ** 8))} / ${sql.raw(String(alphanumericAlphabet.length ** place))} % ${sql.raw(String(alphanumericAlphabet.length))})::int + 1, 1)`,
  ),
  sql` || `,
);

/** Inserts the planned leads. Needs the tables `planned_claims` and `invited_leads`. */
export async function insertPlannedLeads({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`insert into leads
      (project_id, email, firstname, lastname, notes, on_waitlist, source, source_tag, has_claimed, invited_at, referral_code, referred_by, created_at, updated_at,
      waitlist_sort_key, waitlist_changed_at, referral_bonus_applied)
    select ${projectId}::int, c.email, case when c.has_firstname then c.firstname end, case when c.has_lastname then c.lastname end,
      case when c.has_notes then 'Asked for a reminder.' else '' end, c.joins_waitlist and k.email is null, c.source, case when c.source in ('page', 'widget') then c.source_tag end, k.email is not null, i.at,
      ${referralCode}, r.email, c.at, greatest(c.at, k.last, i.at),
      extract(epoch from c.at) * 1000000, case when c.joins_waitlist and k.email is null then c.at end, case when r.email is not null then 0 end
    from planned_leads c left join planned_leads r on r.n = c.referrer left join invited_leads i on i.email = c.email
    left join (select email, max(at) as last from planned_claims group by email) k on k.email = c.email`);
}
