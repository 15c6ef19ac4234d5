import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ImportRecord } from "@/contract/imports";
import type { BenchEnvironment } from "./environment";
import { formatDuration, formatNumber, measureDuration, type ReportRow } from "./measure";
import { type Memory, watchMemory } from "./process-usage";
import { listStoredColumns } from "./sample-data";

const leadCount = 1_000_000;

/** How much slower an import may be than `COPY` of the same leads. */
const maxRatio = 2.2;

/** How much the memory of a process may grow during an import, in megabytes. */
const maxGrowthMb = 150;

/** Measures importing a file of a million leads, from the upload to the last lead, compared with `COPY` of the same leads. */
export async function measureImports(bench: BenchEnvironment): Promise<ReportRow[]> {
  bench.log(`Imports: a file of ${formatNumber(leadCount)} leads`);
  const { sql, log } = bench;
  const file = path.join(bench.folder, "leads.csv");
  await pipeline(Readable.from(csvRows()), createWriteStream(file));
  const { pid: workerPid } = await bench.startWorker("");
  const memory: [string, Memory | null][] = [
    ["server", watchMemory(bench.webPid)],
    ["worker", watchMemory(workerPid)],
  ];
  await sql`truncate leads cascade`;
  await sql`checkpoint`;

  let record = await upload(bench, await openAsBlob(file)).then(({ duration, data }) => ({ ...data, duration }));
  const times = { upload: record.duration, check: 0, run: 0 };
  log(`  upload ${formatDuration(times.upload)}`);
  const step = async (name: "check" | "run", body: object) => {
    times[name] = await measureDuration(async () => {
      await bench.post(`/api/imports/${record.id}/${name}`, body);
      record = { ...record, ...(await waitForStep(bench, record.id)) };
    });
    log(`  ${name} ${formatDuration(times[name])}`);
  };
  await step("check", { mapping: record.suggestedMapping, waitlist: "all", consent: "Newsletter form" });
  await step("run", {});
  if (record.result.created !== leadCount)
    throw new Error(`${record.result.created} leads were imported, with the status ${record.status}`);
  const growths = memory.map(([name, usage]) => {
    const { before, peak } = usage ?? { before: Number.NaN, peak: () => Number.NaN };
    return { name, before, megabytes: peak() - before };
  });
  log(
    `  memory growth: ${growths.map(({ name, megabytes, before }) => `${name} ${formatNumber(megabytes)} MB from ${formatNumber(before)} MB`).join(", ")}`,
  );

  const copied = await measureCopy(bench);
  log(`  COPY ${formatDuration(copied)}`);
  const total = times.upload + times.check + times.run;
  const ratio = total / copied;
  const largest = Math.max(...growths.map(({ megabytes }) => megabytes));
  return [
    {
      title: `Importing a file of ${formatNumber(leadCount)} leads, compared with COPY of these leads`,
      measured: formatDuration(total),
      baseline: formatDuration(copied),
      ratio,
      target: { label: `≤ ${maxRatio}`, isMet: ratio <= maxRatio },
      note: `upload ${formatDuration(times.upload)}, check ${formatDuration(times.check)}, run ${formatDuration(times.run)}; one round`,
    },
    {
      title: "Largest memory growth of the server or worker during an import",
      measured: `${formatNumber(largest)} MB`,
      baseline: `${maxGrowthMb} MB`,
      ratio: largest / maxGrowthMb,
      target: { label: "≤ 1", isMet: largest <= maxGrowthMb },
    },
  ];
}

function* csvRows(): Generator<string> {
  yield "email,first name,last name,created\n";
  const chunk = 1000;
  for (let start = 1; start <= leadCount; start += chunk)
    yield Array.from({ length: chunk }, (_, i) => {
      const time = new Date(1_600_000_000_000 + (start + i) * 60_000).toISOString();
      return `person${String(start + i).padStart(7, "0")}@bench.example,Ada${start + i},Lovelace,${time}\n`;
    }).join("");
}

async function upload({ baseUrl, secretKey }: BenchEnvironment, body: Blob): Promise<{ duration: number; data: ImportRecord }> {
  const startedAt = performance.now();
  const response = await fetch(`${baseUrl}/api/imports?name=leads.csv`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "text/csv" },
    body,
  });
  if (!response.ok) throw new Error(`The upload returned ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: ImportRecord };
  return { duration: performance.now() - startedAt, data };
}

async function waitForStep({ baseUrl, secretKey }: BenchEnvironment, id: string): Promise<ImportRecord> {
  for (;;) {
    const response = await fetch(`${baseUrl}/api/imports/${id}`, { headers: { authorization: `Bearer ${secretKey}` } });
    const { data } = (await response.json()) as { data: ImportRecord };
    if (data.status !== "checking" && data.status !== "running") return data;
    await sleep(250);
  }
}

/** Copies the leads out, and into the empty table again. Returns how long the latter took. */
async function measureCopy(bench: BenchEnvironment): Promise<number> {
  const { sql, folder } = bench;
  const file = path.join(folder, "leads.copy");
  const columns = sql(await listStoredColumns(bench, "leads"));
  await pipeline(await sql`copy (select ${columns} from leads) to stdout`.readable(), createWriteStream(file));
  await sql`truncate leads cascade`;
  await sql`checkpoint`;
  return measureDuration(async () => pipeline(createReadStream(file), await sql`copy leads (${columns}) from stdin`.writable()));
}
