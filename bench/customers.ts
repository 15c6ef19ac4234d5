import { setTimeout as sleep } from "node:timers/promises";
import type { BenchEnvironment } from "./environment";
import { largeProject, p95 } from "./lists";
import { formatDuration, formatNumber, measureDuration, type ReportRow } from "./measure";

const searchers = 50;
const requestsPerAction = 300;

/** The slowest searches and counts of a list: without letters next to each other, with matches in each row, or with few far down. */
const slowRoutes = (n: number): string[] => [
  `/leads?q=${encodeURIComponent(`a${"'".repeat(190 - (n % 50))}`)}&limit=50`,
  `/leads?q=e.${n % 10}&limit=50&sort=email`,
  `/leads?q=example&limit=50&minReferrals=${1 + (n % 5)}`,
  `/claims?q=example.or&limit=50&since=2020-01-${String(1 + (n % 28)).padStart(2, "0")}T00:00:00Z`,
  `/leads?q=${encodeURIComponent("'".repeat(200))}&limit=50`,
];

/** Measures claims and sign-ups alone, and beside many of the slowest searches of a project with a million leads. */
export async function measureCustomers(bench: BenchEnvironment): Promise<ReportRow[]> {
  const { baseUrl, projectKeys, sql } = await largeProject(bench);
  const { key, projectId } = projectKeys.large;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${baseUrl}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const codes = await sql<{ text: string }[]>`select c.text from codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id
    where c.project_id = ${projectId} and c.claims = 0 and c.paused_at is null and b.paused_at is null and c.reserved_for is null
      and coalesce(c.valid_from, now()) <= now() and coalesce(c.valid_until, 'infinity') > now() limit ${3 * requestsPerAction}`;
  let count = 0;
  const email = () => `customer${Date.now()}-${count++}@example.org`;
  const actions = {
    claims: () => post("/codes/claim", { code: codes.pop()?.text, email: email() }),
    joins: () => post("/leads/create", { email: email(), waitlist: true }),
  };
  const measure = async (action: () => Promise<void>) => {
    const times: number[] = [];
    for (let n = 0; n < requestsPerAction; n++) times.push(await measureDuration(action));
    return p95(times);
  };
  for (const action of Object.values(actions)) for (let n = 0; n < 50; n++) await action();
  const alone = { claims: await measure(actions.claims), joins: await measure(actions.joins) };

  let isDone = false;
  const statuses = new Map<number, number>();
  const search = async (n: number) => {
    for (let round = 0; !isDone; round++) {
      const routes = slowRoutes(n + round);
      const response = await fetch(`${baseUrl}/api${routes[(n + round) % routes.length]}`, { headers });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (!response.ok) await sleep(1000);
    }
  };
  bench.log(`Customers: claims and sign-ups beside ${searchers} searches at once`);
  const searches = Array.from({ length: searchers }, (_, n) => search(n));
  await sleep(2000);
  const beside = { claims: await measure(actions.claims), joins: await measure(actions.joins) };
  isDone = true;
  await Promise.all(searches);
  const answers = [...statuses].map(([status, times]) => `${formatNumber(times)} × ${status}`).join(", ");
  return (["claims", "joins"] as const).map((name) => ({
    title: `${name === "claims" ? "Claims" : "Joins"} beside ${searchers} slow searches among a million leads, compared with alone (p95)`,
    measured: formatDuration(beside[name]),
    baseline: formatDuration(alone[name]),
    ratio: beside[name] / alone[name],
    target: { label: "≤ 2×", isMet: beside[name] <= 2 * alone[name] },
    note: `searches: ${answers}`,
  }));
}
