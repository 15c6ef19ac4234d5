import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { onShutdown } from "@/start/shutdown";
import { alike } from "./alike";
import { generate } from "./generate";
import { lists } from "./lists";
import { mail } from "./mail";
import type { Row } from "./measure";
import { requests } from "./requests";
import { queue } from "./send";
import { type Stage, setUp } from "./stage";

/** `npm run bench`: measures, prints a table of medians and ratios, and writes it to bench/report.json. `npm run bench -- claims` measures one section. `BENCH_LARGE=<folder>` keeps the large data of `lists` there for the next run. */
const sections: Record<string, (stage: Stage) => Promise<Row[]>> = {
  // First, while the server's memory is as it was when it started.
  generate,
  claims: (stage) => requests(stage, "claim", 0.7),
  lookups: (stage) => requests(stage, "look-up", 0.85),
  alike,
  send: queue,
  mail,
  lists,
};

const stops: (() => Promise<void> | void)[] = [];
let stopped: Promise<void> | undefined;
const stop = () => {
  stopped ??= (async () => {
    for (const one of stops.toReversed()) await one();
  })();
  return stopped;
};

onShutdown(
  async () => {
    console.error("Stopping …");
    await stop();
    process.exit(130);
  },
  () => process.exit(130),
);

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in sections));
if (unknown !== undefined) {
  console.error(`There is no section "${unknown}". There are: ${Object.keys(sections).join(", ")}.`);
  process.exit(1);
}

try {
  const say = (line: string) => console.error(line);
  const stage = await setUp(say, (one) => stops.push(one));
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(sections))
    if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure(stage)));
  report(rows);
} catch (error) {
  if (!stopped) console.error(error);
  process.exitCode = 1;
} finally {
  await stop();
  process.exit();
}

function report(rows: Row[]): void {
  const lines = rows.map(({ name, ours, against, ratio, target, note }) => {
    const met = target === undefined ? "" : target.met ? "yes" : "NO";
    return `| ${name}${note ? ` (${note})` : ""} | ${ours} | ${against} | ${ratio.toFixed(2)} | ${target?.said ?? ""} | ${met} |`;
  });
  const cores = availableParallelism();
  console.log(`\n| What | Ours (median) | Against (median) | Ratio | Target | Met |\n|---|--:|--:|--:|--:|---|\n${lines.join("\n")}\n`);
  console.log(
    `Node ${process.version}, ${cores} cores, load, server and database on one machine. Ratios are medians of the ratios within each round.`,
  );
  const missed = rows.filter(({ target }) => target?.met === false);
  if (missed.length > 0) console.log(`Missed: ${missed.map(({ name }) => name).join("; ")}.`);
  writeFileSync("bench/report.json", `${JSON.stringify({ at: new Date().toISOString(), node: process.version, cores, rows }, null, 2)}\n`);
}
