import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { BenchEnvironment } from "./environment";
import type { LoadOptions } from "./http-load";
import { p95 } from "./lists";
import { formatDuration, formatNumber, formatPercent, formatRate, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { watchMemory } from "./process-usage";
import { generateCodes, insertLeads } from "./sample-data";
import type { ReceiverReport } from "./webhook-receiver";

const eventCount = 10_000;
const rounds = 5;
const claimsPerSecond = 200;
/** With ten webhooks, which get ten times the requests. */
const sharedClaimsPerSecond = 40;
const claimSeconds = 10;
const manyEvents = 100_000;

/** Measures webhooks: how many events per second one gets, how soon, beside one that hangs, and what they cost claims and memory. */
export async function measureWebhooks(bench: BenchEnvironment): Promise<ReportRow[]> {
  const { sql, log, projectId } = bench;
  log(`Webhooks: ${rounds} rounds of ${formatNumber(eventCount)} events`);
  await sql`truncate leads, events, codes cascade`;
  const emails = await insertLeads(bench, 2000);
  const codes: string[] = [];
  while (codes.length < claimsPerSecond * claimSeconds * 4)
    codes.push(...(await generateCodes(bench, { amount: 10_000, type: "creative", allowedClaims: 1 })));
  await sql`truncate events`;
  const receiver = await bench.startProcess("webhook-receiver");
  const client = await bench.startProcess("webhook-client");
  const { port } = await receiver.request<ReceiverReport>({});
  await sql`update api_keys set scopes = array['everything', 'settings'] where kind = 'secret_key'`;
  // Until the web process has noticed.
  await sleep(1500);
  const addWebhook = (path: string) =>
    bench.post("/api/webhooks", { url: `http://127.0.0.1:${port}${path}`, events: ["code.claimed", "code.paused"] });
  const removeWebhooks = async () => {
    await sql`update webhooks set status = 'paused'`;
    // Until the worker has noticed.
    await sleep(3000);
    await sql`truncate webhooks cascade`;
  };
  const application = postgres(bench.applicationUrl, { max: 1 });
  bench.onStop(() => application.end());
  const insertEvents = (count: number) => application`
    insert into events (project_id, id, kind, at, actor_kind, code_key, code_text, email)
    select ${projectId}::int, uuidv7(), 'code.paused', now(), 'staff', c.key, c.text, null
    from generate_series(1, ${count}) as n join (select key, text, row_number() over () as position from codes limit 2000) as c on c.position = n % 2000 + 1`;
  const worker = await bench.startWorker("");

  await addWebhook("/0");
  await sleep(3000);
  await insertEvents(1);
  await receiver.request({ count: 1 });
  const [sample] = await sql<{ payload: string }[]>`select payload from webhook_deliveries limit 1`;
  const throughWebhook = async () => {
    await sql`checkpoint`;
    const arrived = receiver.request<ReceiverReport>({ count: eventCount });
    await insertEvents(eventCount);
    const { perSecond } = await arrived;
    // Until the results are saved too.
    while ((await sql`select from webhook_deliveries offset ${eventCount - 1} limit 1`).length === 0) await sleep(20);
    await sql`truncate webhook_deliveries`;
    return perSecond;
  };
  const throughUndici = async () => {
    const arrived = receiver.request<ReceiverReport>({ count: eventCount });
    await client.request({ port, count: eventCount, body: sample?.payload });
    return (await arrived).perSecond;
  };
  await throughWebhook();
  await throughUndici();
  const rates = await measureInTurns({ webhook: throughWebhook, undici: throughUndici }, rounds, log);
  const rate = medianRatio(rates.webhook, rates.undici);

  /** Claims codes at a steady rate. Returns how long each event took from the answer to the claim, in milliseconds. */
  const claimSteadily = async (path: string, perSecond: number) => {
    await receiver.request({ path, time: true });
    const answered = new Map<string, number>();
    const claims: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let n = 0; n < perSecond * claimSeconds; n++) {
      const [code = "", email] = [codes.pop(), emails[n % emails.length]];
      claims.push(bench.post("/api/codes/claim", { code, email }).then(() => void answered.set(code, Date.now())));
      await sleep(Math.max(0, startedAt + ((n + 1) * 1000) / perSecond - performance.now()));
    }
    await Promise.all(claims);
    const { codes: times } = await receiver.request<ReceiverReport>({ path, count: perSecond * claimSeconds });
    return times.flatMap(([code, at]) => (answered.has(code) ? [at - (answered.get(code) ?? 0)] : []));
  };
  const latency = p95(await claimSteadily("/0", claimsPerSecond));

  const load = await bench.startProcess("http-load");
  const claimCodes = await generateCodes(bench, { amount: 2000, type: "alphanumeric", allowedClaims: 1_000_000 });
  const claimFast = (name: string) => async (round: number) => {
    await sql`update webhooks set status = ${name}`;
    await sleep(2500);
    const headers = { authorization: `Bearer ${bench.secretKey}` };
    const options: LoadOptions = {
      kind: "claim",
      codes: claimCodes,
      round: `${name}-${round}`,
      connections: 32,
      seconds: 3,
      baseUrl: bench.baseUrl,
      headers,
    };
    const { rate: claims } = await load.request<{ rate: number }>(options);
    // Until the webhook has them all.
    await sql`update webhooks set status = 'active'`;
    while (
      (
        await sql`select from webhooks w where exists (select from events e where e.id > w.position and e.kind like 'code.claimed%') limit 1`
      ).length > 0
    )
      await sleep(100);
    return claims;
  };
  await claimFast("active")(-1);
  const claimRates = await measureInTurns({ active: claimFast("active"), paused: claimFast("paused") }, rounds, log);
  const claimRatio = medianRatio(claimRates.active, claimRates.paused);
  await load.stop();

  const claimBeside = (path: string) => async () => {
    await removeWebhooks();
    for (let n = 0; n < 9; n++) await addWebhook(`/${n}`);
    await addWebhook(path);
    await sleep(3000);
    return p95(await claimSteadily("/0", sharedClaimsPerSecond));
  };
  const latencies = await measureInTurns({ hangs: claimBeside("/hang"), answers: claimBeside("/9") }, rounds, log);
  const latencyRatio = medianRatio(latencies.hangs, latencies.answers);

  await removeWebhooks();
  await addWebhook("/0");
  await sleep(3000);
  const memory = watchMemory(worker.pid);
  const arrived = receiver.request<ReceiverReport>({ count: manyEvents });
  await insertEvents(manyEvents);
  await arrived;
  const [before, highest] = memory === null ? [Number.NaN, Number.NaN] : [memory.before, memory.peak()];
  await removeWebhooks();
  await worker.stop();
  return [
    {
      title: "Events through one webhook, compared with a loop of undici requests to the same receiver",
      measured: formatRate(median(rates.webhook)),
      baseline: formatRate(median(rates.undici)),
      ratio: rate,
      target: { label: `≥ ${formatPercent(0.6)}`, isMet: rate >= 0.6 },
      note: "10 connections",
    },
    {
      title: `From the answer to a claim to its webhook at ${claimsPerSecond} claims a second (p95), compared with 300 ms`,
      measured: formatDuration(latency),
      baseline: formatDuration(300),
      ratio: latency / 300,
      target: { label: "< 100 %", isMet: latency < 300 },
    },
    {
      title: "Claims while a webhook gets each of them, compared with a paused webhook",
      measured: formatRate(median(claimRates.active)),
      baseline: formatRate(median(claimRates.paused)),
      ratio: claimRatio,
      target: { label: `≥ ${formatPercent(0.93)}`, isMet: claimRatio >= 0.93 },
      note: "32 connections. The worker runs on the same cores",
    },
    {
      title: `From a claim to its webhook at ${sharedClaimsPerSecond} claims a second (p95) with ten webhooks of which one hangs, compared with ten that answer`,
      measured: formatDuration(median(latencies.hangs)),
      baseline: formatDuration(median(latencies.answers)),
      ratio: latencyRatio,
      target: { label: "≤ 105 %", isMet: latencyRatio <= 1.05 },
    },
    {
      title: `Highest memory of the worker while it delivers ${formatNumber(manyEvents)} events, compared with before`,
      measured: `${formatNumber(highest)} MB`,
      baseline: `${formatNumber(before)} MB`,
      ratio: highest / before,
    },
  ];
}
