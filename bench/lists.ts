import { mkdirSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import type { Context } from "@/core/context";
import { generateKey, storeKey } from "@/core/keys/key";
import { createFirstProject } from "@/core/projects/create-first";
import { openDatabase } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { openJobs } from "@/db/queue";
import { projects } from "@/db/schema";
import { environmentVariable } from "@/lib/env";
import { fillLarge } from "@/scripts/demo/large/fill";
import { asked, type Group } from "./lists-asked";
import { figure, median, milliseconds, type Row, timed } from "./measure";
import { environmentFor, type Stage, startWeb } from "./stage";

const rounds = 12;
/** A thousandth of the large data: a thousand codes and leads, half as many claims. */
const small = 0.001;

/** The p95 in milliseconds that each kind of request stays below. */
const targets: Record<Group, { name: string; below: number }> = {
  lists: { name: "Lists, with filters and orders", below: 50 },
  deep: { name: "Pages deep in a list", below: 50 },
  searches: { name: "Searches", below: 150 },
};

/** How long lists of a million take through HTTP, against the same requests of a project with a thousand. */
export async function lists(stage: Stage): Promise<Row[]> {
  const folder = path.resolve(environmentVariable("BENCH_LARGE") ?? path.join(stage.folder, "large"));
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const database = await startEmbedded({ directory: path.join(folder, "postgres") });
  stage.onStop(() => database.stop());
  await migrate(database.url);
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  stage.onStop(() => sql.end({ timeout: 5 }));
  const kept = await filled(stage, database.url);
  const { address } = await startWeb(await environmentFor(database.url, folder), stage.onStop);

  stage.say(`Lists: ${rounds} rounds, one request at a time, as the dashboard asks them`);
  const times: Record<Group, { ours: number[]; against: number[] }> = {
    lists: { ours: [], against: [] },
    deep: { ours: [], against: [] },
    searches: { ours: [], against: [] },
  };
  const byRoute = new Map<string, number[]>();
  const requests = { ours: await asked(sql, kept.large.projectId), against: await asked(sql, kept.small.projectId) };
  const ask = async (route: string, key: string) => {
    const answer = await fetch(`${address}/api${route}`, { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  for (let round = -1; round < rounds; round++) {
    for (const who of ["ours", "against"] as const) {
      const { key } = who === "ours" ? kept.large : kept.small;
      for (const { group, route } of requests[who]) {
        const took = await timed(() => ask(route, key));
        // The first round is for code that is not compiled yet and pages that are not read yet.
        if (round < 0) continue;
        times[group][who].push(took);
        if (who === "ours") byRoute.set(route, [...(byRoute.get(route) ?? []), took]);
      }
    }
    stage.say(`  round ${round + 1} of ${rounds}`);
  }
  for (const { route, took } of slowest(byRoute)) stage.say(`  ${milliseconds(took)}: ${decodeURIComponent(route)}`);
  return Object.entries(targets).map(([group, target]) =>
    rowOf(target, times[group as Group], requests.ours.filter((each) => each.group === group).length),
  );
}

function rowOf(
  { name, below }: { name: string; below: number },
  { ours, against }: { ours: number[]; against: number[] },
  different: number,
): Row {
  const [slow, quick] = [p95(ours), p95(against)];
  return {
    name: `${name} of a million through HTTP, against a thousand (p95)`,
    ours: milliseconds(slow),
    against: milliseconds(quick),
    ratio: slow / quick,
    target: { said: `< ${below} ms`, met: slow < below },
    note: `${different} requests; medians ${figure(median(ours))} and ${figure(median(against))} ms`,
  };
}

const p95 = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? Number.NaN;

/** The requests that take longest, by their medians. */
const slowest = (byRoute: ReadonlyMap<string, number[]>): { route: string; took: number }[] =>
  [...byRoute]
    .map(([route, times]) => ({ route, took: median(times) }))
    .sort((a, b) => b.took - a.took)
    .slice(0, 8);

type Kept = { projectId: number; key: string };

/** Two projects, with new keys at every run: one of the large data, which is made where it is not there yet, and one of a thousandth of it. */
async function filled(stage: Stage, url: string): Promise<{ large: Kept; small: Kept }> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse bench", unhurried: true });
  const jobs = openJobs(url, (error) => stage.say(error.message));
  try {
    await createFirstProject(db, {});
    const [first, second] = await db.select({ id: projects.id }).from(projects).orderBy(projects.id);
    const [other] = second ? [second] : await db.insert(projects).values({ name: "A thousand" }).returning({ id: projects.id });
    if (!first || !other) throw new Error("There is no project");
    const contextOf = (projectId: number): Context => ({ db, jobs, projectId, actor: { kind: "system", id: null }, requestId: null });
    stage.say("Lists: filling what is not filled yet");
    await fillLarge(contextOf(first.id), 1, (line) => stage.say(`  ${line}`));
    await fillLarge(contextOf(other.id), small);
    const keep = async (projectId: number): Promise<Kept> => {
      const key = generateKey("secret_key");
      await storeKey(db, { projectId, value: key, name: "Benchmark" });
      return { projectId, key };
    };
    return { large: await keep(first.id), small: await keep(other.id) };
  } finally {
    await Promise.all([jobs.close(), close()]);
  }
}
