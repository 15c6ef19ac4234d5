import { sql as statement } from "drizzle-orm";
import { leadColumns, leftJoinReferrer } from "@/core/leads/record";
import { recountWaitlist } from "@/core/leads/waitlist";
import { openDatabase } from "@/db/client";
import { buildStatement } from "@/db/query";
import type { BenchEnvironment } from "./environment";
import { formatDuration, formatNumber, measureDuration, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { watchMemory } from "./process-usage";

const leadCount = 1_000_000;
const rounds = 5;

/** How much slower an export may be than `COPY TO` of the same rows. */
const maxRatio = 2.5;

/** How much the memory of the server may grow during an export, in megabytes. */
const maxGrowthMb = 250;

/** Measures exporting a million leads over HTTP, compared with `COPY TO` of the same rows and columns. */
export async function measureExports(bench: BenchEnvironment): Promise<ReportRow[]> {
  const { sql, log, baseUrl, secretKey, projectId, webPid } = bench;
  log(`Exports: ${formatNumber(leadCount)} leads`);
  await sql`truncate leads cascade`;
  await sql`
    insert into leads (project_id, email, referral_code, firstname, lastname, notes, tags, on_waitlist, created_at)
    select ${projectId}::int, 'person' || lpad(n::text, 7, '0') || '@bench.example', 'code' || n, 'Ada' || n, 'Lovelace',
      case when n % 5 = 0 then 'Met at the conference' else '' end, case when n % 10 = 0 then '{vip}'::text[] else '{}' end, n % 2 = 0,
      now() - n * interval '1 second'
    from generate_series(1, ${leadCount}::int) as n`;
  await sql`vacuum analyze leads`;
  // As the worker does. Otherwise, the position of each lead is counted from the first one.
  const database = openDatabase(bench.databaseUrl, { max: 1, name: "gatehouse bench" });
  await recountWaitlist(database.db, projectId, { force: true }).finally(database.close);
  await sql`checkpoint`;
  // The values of the statement are the project's ID only.
  const rows = buildStatement(
    statement`select ${leadColumns} from leads l ${leftJoinReferrer} where l.project_id = ${statement.raw(String(projectId))} order by l.created_at desc, l.email desc`,
  );
  const drain = async (stream: AsyncIterable<Uint8Array>) => {
    let size = 0;
    for await (const chunk of stream) size += chunk.length;
    return size;
  };
  const download = (format: string) => () =>
    measureDuration(async () => {
      const response = await fetch(`${baseUrl}/api/leads?format=${format}`, { headers: { authorization: `Bearer ${secretKey}` } });
      if (!response.ok || !response.body) throw new Error(`The export returned ${response.status}: ${await response.text()}`);
      await drain(response.body);
    });
  const memory = watchMemory(webPid);
  const results = await measureInTurns(
    {
      csv: download("csv"),
      copy: () => measureDuration(async () => drain(await sql.unsafe(`copy (${rows.sql}) to stdout (format csv)`).readable())),
      ndjson: download("ndjson"),
    },
    rounds,
    log,
  );
  const growth = memory ? memory.peak() - memory.before : Number.NaN;
  const stored = await measureDuration(async () => drain(await sql`copy leads to stdout (format csv)`.readable()));
  log(`  memory growth of the server ${formatNumber(growth)} MB; COPY of the stored columns alone ${formatDuration(stored)}`);
  const row = (format: "csv" | "ndjson"): ReportRow => {
    const ratio = medianRatio(results[format], results.copy);
    return {
      title: `Exporting ${formatNumber(leadCount)} leads as ${format === "csv" ? "CSV" : "NDJSON"}, compared with COPY TO of the same rows`,
      measured: formatDuration(median(results[format])),
      baseline: formatDuration(median(results.copy)),
      ratio,
      target: { label: `≤ ${maxRatio}`, isMet: ratio <= maxRatio },
    };
  };
  return [
    row("csv"),
    row("ndjson"),
    {
      title: "Memory growth of the server during exports",
      measured: `${formatNumber(growth)} MB`,
      baseline: `${maxGrowthMb} MB`,
      ratio: growth / maxGrowthMb,
      target: { label: "≤ 1", isMet: growth <= maxGrowthMb },
    },
  ];
}
