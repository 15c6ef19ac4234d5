import { createReadStream, createWriteStream } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { plural } from "@/lib/plural";
import type { BenchEnvironment } from "./environment";
import { formatDuration, formatNumber, measureDuration, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { watchMemory } from "./process-usage";
import { listStoredColumns } from "./sample-data";

const sizes = [
  { amount: 10_000, rounds: 5 },
  { amount: 100_000, rounds: 5 },
  { amount: 1_000_000, rounds: 1 },
];

/** How much the server's memory may grow while it generates the largest batch, in megabytes. */
const maxGrowthMb = 200;

/** Measures generating codes over HTTP, including reading the response, compared with a COPY of the same rows into the same empty table. */
export async function measureGeneration(bench: BenchEnvironment): Promise<ReportRow[]> {
  const report: ReportRow[] = [];
  await requestCodes(bench, 10);
  // Measured from before the first large batch, because a heap that has grown doesn't grow again.
  const memory = watchMemory(bench.webPid);
  for (const { amount, rounds } of sizes) {
    bench.log(`Generating ${formatNumber(amount)} codes: ${plural(rounds, { one: "{n} round", other: "{n} rounds" })}`);
    const rowsFile = path.join(bench.folder, "rows");
    await emptyTables(bench);
    await requestCodes(bench, amount);
    const batches = await bench.sql`select ${bench.sql(await listStoredColumns(bench, "batches"))} from batches`;
    await saveRows(bench, rowsFile);

    const http = async () => {
      await emptyTables(bench);
      return measureDuration(() => requestCodes(bench, amount));
    };
    const copy = async () => {
      await emptyTables(bench);
      await bench.sql`insert into batches ${bench.sql(batches)}`;
      return measureDuration(() => copyRows(bench, rowsFile));
    };
    const results = await measureInTurns({ http, copy }, rounds, bench.log);
    const ratio = medianRatio(results.http, results.copy);
    report.push({
      title: `Generating ${formatNumber(amount)} codes, compared with COPY of the same rows`,
      measured: formatDuration(median(results.http)),
      baseline: formatDuration(median(results.copy)),
      ratio,
      target: { label: "≤ 3.00", isMet: ratio <= 3 },
    });
  }
  if (memory) {
    const growth = memory.peak() - memory.before;
    report.push({
      title: `Memory growth of the server, with up to ${formatNumber(sizes.at(-1)?.amount ?? 0)} codes at once`,
      measured: `${formatNumber(growth)} MB`,
      baseline: `${maxGrowthMb} MB`,
      ratio: growth / maxGrowthMb,
      target: { label: "< 1.00", isMet: growth < maxGrowthMb },
      note: `from ${formatNumber(memory.before)} MB`,
    });
  }
  await emptyTables(bench);
  return report;
}

/** Empties the tables and writes a checkpoint, so that both variants start in the same state. */
async function emptyTables({ sql }: BenchEnvironment): Promise<void> {
  await sql`truncate codes, ambiguous_codes, batches, claims, claim_tokens, sends, deliveries, events`;
  await sql`checkpoint`;
}

/** Generates codes and discards the response. */
function requestCodes({ baseUrl, secretKey }: BenchEnvironment, amount: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secretKey}`, "content-type": "application/json" };
    const clientRequest = request(`${baseUrl}/api/codes/generate`, { method: "POST", headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`/api/codes/generate returned ${response.statusCode}`));
      response.resume().once("end", resolve).once("error", reject);
    });
    clientRequest.once("error", reject);
    clientRequest.end(JSON.stringify({ amount, type: "alphanumeric" }));
  });
}

const columns =
  "project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, reserved_for, paused_at, batch_id, batch_index, created_at, updated_at";

/** Writes the codes to a file in COPY format. It doesn't use COPY TO, because postgres.js can leave its connection paused afterward. */
async function saveRows({ sql }: BenchEnvironment, file: string): Promise<void> {
  const texts = columns.replaceAll(",", "::text,");
  const query = `select array_to_string(array[${texts}::text], e'\\t', '\\N') as line from codes`;
  async function* lines() {
    for await (const rows of sql.unsafe(query).cursor(20_000)) yield `${rows.map(({ line }) => line).join("\n")}\n`;
  }
  await pipeline(lines, createWriteStream(file));
}

async function copyRows({ sql }: BenchEnvironment, file: string): Promise<void> {
  const copy = sql.unsafe(`copy codes (${columns}) from stdin`);
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), await copy.writable());
}
