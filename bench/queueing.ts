import type { BenchEnvironment } from "./environment";
import { formatDuration, formatNumber, measureDuration, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { generateCode, insertLeads } from "./sample-data";

const leadCount = 10_000;
const rounds = 7;

/** Measures queueing a send to many leads, compared with inserting the same deliveries in one statement. */
export async function measureQueueing(bench: BenchEnvironment): Promise<ReportRow[]> {
  bench.log(`Queueing a send to ${formatNumber(leadCount)} leads: ${rounds} rounds`);
  const { sql } = bench;
  const emails = await insertLeads(bench, leadCount);
  const code = await generateCode(bench);

  const emptyTables = async () => {
    await sql`truncate sends, deliveries`;
    await sql`delete from pgboss.job`;
    await sql`vacuum pgboss.job`;
    await sql`checkpoint`;
  };
  const http = async () => {
    await emptyTables();
    return measureDuration(async () => (await bench.post("/api/codes/send", { code, emails })).json());
  };
  const insert = async () => {
    await emptyTables();
    const send = crypto.randomUUID();
    await sql`insert into sends (project_id, id, kind, received, notified) values (${bench.projectId}, ${send}, 'code', ${leadCount}, ${leadCount})`;
    return measureDuration(async () => {
      await sql`
        insert into deliveries (project_id, id, send_id, email, code_key, code_text)
        select ${bench.projectId}::int, gen_random_uuid(), ${send}::uuid, email, 'key', ${code}::text from leads where project_id = ${bench.projectId} and email like 'lead-%'`;
    });
  };
  await http();
  await insert();
  const results = await measureInTurns({ http, insert }, rounds, bench.log);
  await emptyTables();
  return [
    {
      title: `Queueing a send to ${formatNumber(leadCount)} leads, compared with one INSERT of the same deliveries`,
      measured: formatDuration(median(results.http)),
      baseline: formatDuration(median(results.insert)),
      ratio: medianRatio(results.http, results.insert),
    },
  ];
}
