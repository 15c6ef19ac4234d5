import { sql as statement } from "drizzle-orm";
import { codeColumns, codesWithBatches } from "@/core/codes/record";
import { leadColumns, leftJoinReferrer } from "@/core/leads/record";
import { buildStatement } from "@/db/query";
import { claimByNewLead } from "@/db/schema";
import type { BenchEnvironment } from "./environment";
import { formatDuration, formatNumber, measureDuration, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { generateCodes, insertLeads } from "./sample-data";

const claimCount = 50_000;
const rounds = 5;
const latencyClaims = 300;

/** How much slower the feed may be than `COPY TO` of the same rows. */
const maxRatio = 2.5;

/** How many milliseconds after the answer to a claim a reader may have its event, for 95 % of the claims. */
const maxLatencyMs = 300;

type Page = { data: { data: { code?: string } }[]; cursor: string; hasMore: boolean };

/** Measures reading events from the feed, compared with `COPY TO` of the same rows, and how soon a reader who waits has the event of a claim. */
export async function measureFeed(bench: BenchEnvironment): Promise<ReportRow[]> {
  const { sql, log, baseUrl, secretKey, projectId } = bench;
  log(`Feed: ${formatNumber(2 * claimCount)} events`);
  await sql`truncate leads, events cascade`;
  const emails = await insertLeads(bench, claimCount);
  const codes: string[] = [];
  while (codes.length < claimCount) codes.push(...(await generateCodes(bench, { amount: 10_000, type: "creative", allowedClaims: 1 })));
  await sql`truncate events`;
  // The place of an event in its statement is 1, as in a claim: the event of the lead has the ID with place 0 (core/events/stored-events.ts).
  await sql`
    insert into events (project_id, id, kind, at, actor_kind, code_key, code_text, email)
    select ${projectId}::int, overlay(uuidv7(make_interval(secs => n * 0.001 - ${claimCount * 0.001 + 60}::float))::text placing '8001' from 20 for 4)::uuid, ${claimByNewLead}, now(), 'public_key', c.key, c.text, email
    from rows from (unnest(${emails}::text[]), unnest(${codes}::text[])) with ordinality as claim (email, code, n)
    join codes c on c.project_id = ${projectId} and c.text = claim.code`;
  await sql`vacuum analyze events, leads, codes`;
  await sql`checkpoint`;
  const read = async (query: string): Promise<Page> => {
    const response = await fetch(`${baseUrl}/api/events/feed?${query}`, { headers: { authorization: `Bearer ${secretKey}` } });
    if (!response.ok) throw new Error(`The feed returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as Page;
  };
  const readAll = async () => {
    let count = 0;
    for (let after = "", hasMore = true; hasMore; ) {
      const page = await read(`limit=1000${after && `&after=${after}`}`);
      count += page.data.length;
      ({ cursor: after, hasMore } = page);
    }
    if (count !== 2 * claimCount) throw new Error(`The feed has ${count} events`);
  };
  // A row has both events: that of the lead and that of the code. The values of the statement are the project's ID only.
  const rows = buildStatement(
    statement`select e.*, ${leadColumns}, ${codeColumns} from events e join leads l on l.project_id = e.project_id and l.email = e.email ${leftJoinReferrer},
      ${codesWithBatches} where e.project_id = ${statement.raw(String(projectId))} and c.project_id = e.project_id and c.key = e.code_key order by e.id`,
  );
  const copy = async () => {
    for await (const _ of await sql.unsafe(`copy (${rows.sql}) to stdout (format csv)`).readable());
  };
  const results = await measureInTurns({ feed: () => measureDuration(readAll), copy: () => measureDuration(copy) }, rounds, log);
  const ratio = medianRatio(results.feed, results.copy);
  const latency = await measureLatency(bench, read);
  return [
    {
      title: `Reading ${formatNumber(2 * claimCount)} events with their records from the feed, compared with COPY TO of the same rows`,
      measured: formatDuration(median(results.feed)),
      baseline: formatDuration(median(results.copy)),
      ratio,
      target: { label: `≤ ${maxRatio}`, isMet: ratio <= maxRatio },
    },
    {
      title: "From the answer to a claim until a reader who waits has its event, 95th percentile",
      measured: formatDuration(latency),
      baseline: formatDuration(maxLatencyMs),
      ratio: latency / maxLatencyMs,
      target: { label: "≤ 1", isMet: latency <= maxLatencyMs },
    },
  ];
}

/** Makes one claim after another while a reader waits for each. Returns the 95th percentile of the times between, in milliseconds. */
async function measureLatency(bench: BenchEnvironment, read: (query: string) => Promise<Page>): Promise<number> {
  const codes = await generateCodes(bench, { amount: latencyClaims, type: "creative", allowedClaims: 1 });
  const waits: number[] = [];
  for (const [index, code] of codes.entries()) {
    const { cursor } = await read("after=now&limit=1");
    const event = read(`after=${cursor}&types=code.claimed&wait=20`).then(() => performance.now());
    // So that the claim falls anywhere between two questions to the database.
    await new Promise((resolve) => setTimeout(resolve, (index * 37) % 200));
    await bench.post("/api/codes/claim", { code, email: `wait-${index}@bench.example` });
    const answered = performance.now();
    waits.push((await event) - answered);
  }
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Number.NaN;
}
