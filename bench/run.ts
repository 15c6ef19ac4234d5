import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { onShutdown } from "@/lib/on-shutdown";
import { measureAgainstBaseline } from "./baseline";
import { measureClaimStatement } from "./claim-statement";
import { measureClaimWrites } from "./claim-writes";
import { measureCustomers } from "./customers";
import { measureDeliveries } from "./deliveries";
import { type BenchEnvironment, setUpEnvironment } from "./environment";
import { measureExports } from "./exports";
import { measureFeed } from "./feed";
import { measureGeneration } from "./generation";
import { measureIdleMemory } from "./idle-memory";
import { measureImports } from "./imports";
import { measureLists } from "./lists";
import type { ReportRow } from "./measure";
import { measureQueueing } from "./queueing";
import { measureRequests } from "./requests";
import { measureServerLimits } from "./server-limits";
import { measureSignUpTiming } from "./sign-up-timing";
import { measureWaves } from "./waves";
import { measureWebhooks } from "./webhooks";

/**
 * `npm run bench` measures performance, prints a report of medians and ratios, and writes it to bench/report.json. Arguments select
 * sections, such as `npm run bench -- claims`. `BENCH_LARGE=<folder>` keeps the large data of `lists` for the next run.
 */
const sections: Record<string, (bench: BenchEnvironment) => Promise<ReportRow[]>> = {
  // First, before other sections grow the server's memory.
  generate: measureGeneration,
  memory: measureIdleMemory,
  claims: (bench) => measureRequests(bench, "claim", 0.76),
  statement: measureClaimStatement,
  writes: measureClaimWrites,
  lookups: (bench) => measureRequests(bench, "lookup", 2.8),
  baseline: measureAgainstBaseline,
  timing: measureSignUpTiming,
  send: measureQueueing,
  deliveries: measureDeliveries,
  limits: measureServerLimits,
  waves: measureWaves,
  lists: measureLists,
  customers: measureCustomers,
  imports: measureImports,
  exports: measureExports,
  feed: measureFeed,
  webhooks: measureWebhooks,
};

const stopCallbacks: (() => Promise<void> | void)[] = [];
let stopping: Promise<void> | undefined;
const stopAll = () => {
  stopping ??= (async () => {
    for (const callback of stopCallbacks.toReversed()) await callback();
  })();
  return stopping;
};

onShutdown(
  async () => {
    console.error("Stopping…");
    await stopAll();
    process.exit(130);
  },
  () => process.exit(130),
);

const [loadBefore = 0] = loadavg();

const requestedSections = process.argv.slice(2);
const unknownSection = requestedSections.find((name) => !(name in sections));
if (unknownSection !== undefined) {
  console.error(`Unknown section "${unknownSection}". Available sections: ${Object.keys(sections).join(", ")}.`);
  process.exit(1);
}

try {
  const log = (line: string) => console.error(line);
  const bench = await setUpEnvironment(log, (callback) => stopCallbacks.push(callback));
  const rows: ReportRow[] = [];
  for (const [name, measure] of Object.entries(sections))
    if (requestedSections.length === 0 || requestedSections.includes(name)) rows.push(...(await measureAll(measure, bench)));
  printReport(rows);
} catch (error) {
  if (!stopping) console.error(error);
  process.exitCode = 1;
} finally {
  await stopAll();
  process.exit();
}

/** A section that fails doesn't lose what the others measured. */
async function measureAll(measure: (bench: BenchEnvironment) => Promise<ReportRow[]>, bench: BenchEnvironment): Promise<ReportRow[]> {
  try {
    return await measure(bench);
  } catch (error) {
    if (stopping) throw error;
    console.error(error);
    process.exitCode = 1;
    return [];
  }
}

function printReport(rows: ReportRow[]): void {
  const lines = rows.map(({ title, measured, baseline, ratio, target, note }) => {
    const result = target === undefined ? "" : target.isMet ? "yes" : "NO";
    return `| ${title}${note ? ` (${note})` : ""} | ${measured} | ${baseline} | ${ratio.toFixed(2)} | ${target?.label ?? ""} | ${result} |`;
  });
  const cores = availableParallelism();
  const [loadAfter = 0] = loadavg();
  console.log(
    `\n| Measurement | Result (median) | Baseline (median) | Ratio | Target | Met |\n|---|--:|--:|--:|--:|---|\n${lines.join("\n")}\n`,
  );
  console.log(
    `Node ${process.version}, ${cores} cores. Load, server and database run on one machine. Ratios are medians of the ratios of each round.`,
  );
  console.log(`Load average of the machine: ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after.`);
  const missedTargets = rows.filter(({ target }) => target?.isMet === false);
  if (missedTargets.length > 0) console.log(`Missed targets: ${missedTargets.map(({ title }) => title).join("; ")}.`);
  writeFileSync(
    "bench/report.json",
    `${JSON.stringify({ at: new Date().toISOString(), node: process.version, cores, loadBefore, loadAfter, rows }, null, 2)}\n`,
  );
}
