import { setTimeout as sleep } from "node:timers/promises";
import { type ServerLimits, startLimitedServer } from "@/tests/harness/limited-smtp-server";
import type { BenchEnvironment } from "./environment";
import { formatNumber, formatRate, type ReportRow } from "./measure";
import { generateCode, insertLeads } from "./sample-data";

const messageCount = 1000;
const maxConnections = 3;
const target = 0.8;

/** How long the emails may take, in milliseconds. The servers allow them in a fifth of that. */
const maxDuration = 180_000;

const connections = { max: maxConnections, reply: "421 4.3.2 The maximum number of concurrent server connections has exceeded a limit" };

const servers: [string, ServerLimits][] = [
  [`${maxConnections} connections`, { connections }],
  [
    `${maxConnections} connections and 10 emails on each`,
    { connections, emailsPerConnection: { max: 10, reply: "421 too many messages in this connection" } },
  ],
];

/**
 * Measures the speed of the worker through a mail server that limits connections, compared with what that server allows: as many emails as
 * it takes if each of its connections always waits for an answer.
 */
export async function measureServerLimits(bench: BenchEnvironment): Promise<ReportRow[]> {
  const { sql } = bench;
  const emails = (await insertLeads(bench, messageCount)).slice(0, messageCount);
  const rows: ReportRow[] = [];
  for (const [name, limits] of servers) {
    bench.log(`Limits of mail servers: ${formatNumber(messageCount)} emails through ${name}`);
    const server = await startLimitedServer({ ...limits, latency: 25 });
    const worker = await bench.startWorker(server.url);
    await bench.post("/api/codes/send", { code: await generateCode(bench), emails });
    for (const deadline = performance.now() + maxDuration; ; await sleep(100)) {
      const [waiting] = await sql`select from deliveries where status <> 'sent' limit 1`;
      if (!waiting) break;
      if (performance.now() > deadline) throw new Error(`${server.accepted.length} of ${messageCount} emails arrived`);
    }
    const [counts] = await sql<{ repeated: number }[]>`select count(*) filter (where attempts <> 1)::int as repeated from deliveries`;
    await worker.stop();
    server.close();
    await sql`truncate sends, deliveries`;
    // Without the first emails, until which the worker has loaded its code.
    const accepted = server.accepted.slice(messageCount / 10);
    const [first, last] = [accepted.at(0), accepted.at(-1)];
    if (!first || !last) throw new Error("No emails arrived");
    const seconds = (last.at - first.at) / 1000;
    const ratio = (last.busy - first.busy) / (maxConnections * (last.at - first.at));
    const perSecond = (accepted.length - 1) / seconds;
    rows.push({
      title: `Emails through a mail server with ${name}, compared with what it allows`,
      measured: formatRate(perSecond),
      baseline: formatRate(perSecond / ratio),
      ratio,
      target: { label: `≥ ${target}`, isMet: ratio >= target && counts?.repeated === 0 },
      note: `${formatNumber(server.accepted.length)} of ${formatNumber(messageCount)} arrived, ${counts?.repeated} needed a second attempt, ${server.refusals} refusals of connections`,
    });
  }
  return rows;
}
