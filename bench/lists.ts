import { mkdirSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import type { Context } from "@/core/context";
import { generateKey } from "@/core/keys/key-format";
import { storeKey } from "@/core/keys/store";
import { createFirstProject } from "@/core/projects/create-first";
import { openDatabase } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { openJobQueue } from "@/db/queue";
import { projects } from "@/db/schema";
import { environmentVariable } from "@/lib/env";
import { fillLargeProject } from "@/scripts/demo/large/fill";
import { type BenchEnvironment, serverEnvironment, startWeb } from "./environment";
import { getListRequests, type ListGroup } from "./list-requests";
import { formatDuration, formatNumber, measureDuration, median, type ReportRow } from "./measure";

const rounds = 12;
/** One thousandth of the large project: a thousand codes and leads and 500 claims. */
const smallScale = 0.001;

/** The maximum p95 of each group of requests, in milliseconds. */
const targets: Record<ListGroup, { name: string; below: number }> = {
  lists: { name: "Lists with filters and sort orders", below: 50 },
  deep: { name: "Deep pages of lists", below: 50 },
  searches: { name: "Searches", below: 150 },
};

/** Measures list requests over HTTP in a project with a million codes and leads, compared with a project of a thousand. */
export async function measureLists(bench: BenchEnvironment): Promise<ReportRow[]> {
  const { sql, baseUrl, projectKeys } = await largeProject(bench);

  bench.log(`Lists: ${rounds} rounds, one request at a time, like the dashboard`);
  const times: Record<ListGroup, { large: number[]; small: number[] }> = {
    lists: { large: [], small: [] },
    deep: { large: [], small: [] },
    searches: { large: [], small: [] },
  };
  const byRoute = new Map<string, number[]>();
  const requests = {
    large: await getListRequests(sql, projectKeys.large.projectId),
    small: await getListRequests(sql, projectKeys.small.projectId),
  };
  const getList = async (route: string, key: string) => {
    const response = await fetch(`${baseUrl}/api${route}`, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${route} returned ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  for (let round = -1; round < rounds; round++) {
    for (const side of ["large", "small"] as const) {
      const { key } = projectKeys[side];
      for (const { group, route } of requests[side]) {
        const duration = await measureDuration(() => getList(route, key));
        // The first round warms up: the code is not compiled and the pages are not cached yet.
        if (round < 0) continue;
        times[group][side].push(duration);
        if (side === "large") byRoute.set(route, [...(byRoute.get(route) ?? []), duration]);
      }
    }
    bench.log(`  round ${round + 1} of ${rounds}`);
  }
  for (const { route, duration } of findSlowest(byRoute)) bench.log(`  ${formatDuration(duration)}: ${decodeURIComponent(route)}`);
  return Object.entries(targets).map(([group, target]) =>
    buildRow(target, times[group as ListGroup], requests.large.filter((request) => request.group === group).length),
  );
}

let started: ReturnType<typeof startLargeProject> | undefined;

/** Starts a server, once, whose database has a project with a million codes and leads, and one with a thousand. */
export const largeProject = (bench: BenchEnvironment): ReturnType<typeof startLargeProject> => (started ??= startLargeProject(bench));

async function startLargeProject(bench: BenchEnvironment) {
  const folder = path.resolve(environmentVariable("BENCH_LARGE") ?? path.join(bench.folder, "large"));
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const database = await startEmbeddedPostgres({ directory: path.join(folder, "postgres") });
  bench.onStop(() => database.stop());
  await migrate(database.ownerUrl, { applicationUrl: database.url });
  const sql = postgres(database.ownerUrl, { max: 2, onnotice: () => {} });
  bench.onStop(() => sql.end({ timeout: 5 }));
  const projectKeys = await fillProjects(bench, database.ownerUrl);
  const { baseUrl } = await startWeb(await serverEnvironment(database.url, folder), bench.onStop);

  return { sql, baseUrl, projectKeys };
}

function buildRow(
  { name, below }: { name: string; below: number },
  { large, small }: { large: number[]; small: number[] },
  requestCount: number,
): ReportRow {
  const [largeP95, smallP95] = [p95(large), p95(small)];
  return {
    title: `${name} with a million records, compared with a thousand (p95)`,
    measured: formatDuration(largeP95),
    baseline: formatDuration(smallP95),
    ratio: largeP95 / smallP95,
    target: { label: `< ${below} ms`, isMet: largeP95 < below },
    note: `${requestCount} requests; medians ${formatNumber(median(large))} and ${formatNumber(median(small))} ms`,
  };
}

export const p95 = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? Number.NaN;

/** Returns the slowest requests by their medians. */
const findSlowest = (byRoute: ReadonlyMap<string, number[]>): { route: string; duration: number }[] =>
  [...byRoute]
    .map(([route, times]) => ({ route, duration: median(times) }))
    .sort((a, b) => b.duration - a.duration)
    .slice(0, 8);

type ProjectKey = { projectId: number; key: string };

/** Creates a large and a small project unless they exist, and returns a new key for each. */
async function fillProjects(bench: BenchEnvironment, url: string): Promise<{ large: ProjectKey; small: ProjectKey }> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse bench", withoutTimeouts: true });
  const queue = openJobQueue(url, (error) => bench.log(error.message));
  try {
    await createFirstProject(db, {});
    const [largeProject, existingSmallProject] = await db.select({ id: projects.id }).from(projects).orderBy(projects.id);
    const [smallProject] = existingSmallProject
      ? [existingSmallProject]
      : await db.insert(projects).values({ name: "Small project" }).returning({ id: projects.id });
    if (!largeProject || !smallProject) throw new Error("The projects are missing");
    const contextFor = (projectId: number): Context => ({ db, queue, projectId, actor: { kind: "system", id: null }, requestId: null });
    bench.log("Lists: filling the projects");
    await fillLargeProject(contextFor(largeProject.id), 1, (line) => bench.log(`  ${line}`));
    await fillLargeProject(contextFor(smallProject.id), smallScale);
    const createKey = async (projectId: number): Promise<ProjectKey> => {
      const key = generateKey("secret_key");
      await storeKey(db, { projectId, value: key, name: "Benchmark" });
      return { projectId, key };
    };
    return { large: await createKey(largeProject.id), small: await createKey(smallProject.id) };
  } finally {
    await Promise.all([queue.close(), close()]);
  }
}
