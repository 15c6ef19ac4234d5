import { figure, median, milliseconds, type Row, ratioOf, takeTurns, timed } from "./measure";
import type { Stage } from "./stage";

const leads = 10_000;
const rounds = 7;

/** Makes leads to send to. */
export async function makeLeads({ sql, projectId }: Stage, amount: number): Promise<string[]> {
  const made = await sql<{ email: string }[]>`
    insert into leads (project_id, email, referral_code)
    select ${projectId}::int, 'lead-' || lpad(n::text, 7, '0') || '@bench.example', lpad(n::text, 8, '0') from generate_series(1, ${amount}::int) n
    on conflict on constraint leads_pkey do update set updated_at = now()
    returning email`;
  await sql`vacuum analyze leads`;
  return made.map(({ email }) => email);
}

/** A code that everybody may claim. */
export async function oneCode(stage: Stage): Promise<string> {
  const answer = await stage.call("/api/codes/generate", { amount: 1, type: "creative", allowedClaims: 1_000_000 });
  const { data } = (await answer.json()) as { data: { code: string }[] };
  if (!data[0]) throw new Error("No code was made");
  return data[0].code;
}

/** Queueing one send to many leads, against inserting the same rows of the ledger by one statement. */
export async function queue(stage: Stage): Promise<Row[]> {
  stage.say(`Queueing a send to ${figure(leads)} leads: ${rounds} rounds`);
  const { sql } = stage;
  const emails = await makeLeads(stage, leads);
  const code = await oneCode(stage);

  const emptied = async () => {
    await sql`truncate sends, deliveries`;
    await sql`delete from pgboss.job`;
    await sql`vacuum pgboss.job`;
    await sql`checkpoint`;
  };
  const http = async () => {
    await emptied();
    return timed(async () => (await stage.call("/api/codes/send", { code, emails })).json());
  };
  const insert = async () => {
    await emptied();
    const send = crypto.randomUUID();
    await sql`insert into sends (project_id, id, kind, received, notified) values (${stage.projectId}, ${send}, 'code', ${leads}, ${leads})`;
    return timed(async () => {
      await sql`
        insert into deliveries (project_id, id, send_id, email, code_key, code_text)
        select ${stage.projectId}::int, gen_random_uuid(), ${send}::uuid, email, 'key', ${code}::text from leads where project_id = ${stage.projectId} and email like 'lead-%'`;
    });
  };
  await http();
  await insert();
  const measured = await takeTurns({ http, insert }, rounds, stage.say);
  await emptied();
  return [
    {
      name: `Queueing a send to ${figure(leads)} leads, against one INSERT of the same deliveries`,
      ours: milliseconds(median(measured.http)),
      against: milliseconds(median(measured.insert)),
      ratio: ratioOf(measured.http, measured.insert),
    },
  ];
}
