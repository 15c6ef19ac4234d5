import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { FeedEvent } from "@/contract/event-feed";
import type { Context } from "@/core/context";
import { readFeed } from "@/core/events/feed";
import { createWebhook } from "@/core/webhooks/settings";
import { queryRows } from "@/db/query";
import { insertProject, type Project } from "@/tests/harness/factories";
import { startTcpProxy } from "@/tests/harness/tcp-proxy";
import { createTestApp } from "@/tests/harness/test-app";
import { type ReceivedRequest, startReceiver, stopReceivers } from "@/tests/harness/webhook-receiver";
import { killWorkers, type RunningWorker, startWorker, waitUntil } from "@/tests/harness/worker";
import { bundleWriter, startWriter, type Writer } from "@/tests/harness/writer";

const { ctx: appCtx, db, url } = await createTestApp();
beforeAll(bundleWriter);

const writers = new Set<Writer>();
const write = async ({ secretKey }: Project, pause = 10): Promise<Writer> => {
  const writer = await startWriter({ url, secretKey, pause });
  writers.add(writer);
  return writer;
};
const stopWriters = async () => {
  for (const writer of writers) await writer.kill();
  writers.clear();
};
afterEach(async () => {
  await stopWriters();
  await killWorkers();
});
afterAll(stopReceivers);

const start = () => startWorker({ url, pollingSeconds: 0.5 });

async function readAll(ctx: Context): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let after: string | undefined; ; ) {
    const { items, fields } = await readFeed(ctx, { after, limit: 1000 });
    events.push(...items);
    if (!fields.hasMore) return events;
    after = String(fields.cursor);
  }
}

const idOf = ({ headers }: ReceivedRequest): string => String(headers["webhook-id"]);

/** The event without its record, which can be newer when an event is sent again after a worker was killed, and without what is erased with a lead. */
function envelope({ body }: ReceivedRequest): object {
  const { data, ...event } = JSON.parse(body) as FeedEvent;
  const { email: _, addedTags: __, removedTags: ___, ...change } = "change" in data ? (data.change as Record<string, unknown>) : {};
  return { ...event, change };
}

/** Sends what failed at once until the webhook has every event of the feed, and returns their IDs. */
async function waitForAll(ctx: Context, id: string, requests: readonly ReceivedRequest[]): Promise<Set<string>> {
  const expected = new Set((await readAll(ctx)).map((event) => event.id));
  await waitUntil(
    "every event arrives, and its result is saved",
    async () => {
      await db.execute(sql`update webhook_deliveries set next_attempt_at = now() where webhook_id = ${id}::uuid and status = 'pending'`);
      const [row] = await queryRows<{ count: number }>(
        db,
        sql`select count(*)::int as count from webhook_deliveries where webhook_id = ${id}::uuid and status = 'delivered'`,
      );
      return row?.count === expected.size || sleep(500, false);
    },
    120_000,
  );
  const received = new Set(requests.map(idOf));
  expect([...expected].filter((event) => !received.has(event))).toEqual([]);
  expect([...received].filter((event) => !expected.has(event))).toEqual([]);
  return expected;
}

/** Checks the signature of each request, and that all with the same ID are the same event. Returns how many were repeats. */
function checkRequests(requests: readonly ReceivedRequest[], secret: string): number {
  const webhook = new Webhook(secret);
  const first = new Map<string, ReceivedRequest>();
  for (const request of requests) {
    // At the time when it arrived, because the library refuses old ones.
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = request.headers;
    expect(webhook.sign(String(id), new Date(Number(timestamp) * 1000), request.body)).toBe(signature);
    const earlier = first.get(idOf(request));
    if (earlier) expect(envelope(request)).toEqual(envelope(earlier));
    else first.set(idOf(request), request);
  }
  return requests.length - first.size;
}

/** Checks that the events about each lead and code arrived first in their order, except about those in `failed`. */
function checkOrder(requests: readonly ReceivedRequest[], failed: ReadonlySet<string> = new Set()): number {
  const last = new Map<string, number>();
  const seen = new Set<string>();
  for (const request of requests) {
    const { data, sequence } = request.event;
    const record = "id" in data ? data.id : null;
    if (seen.has(idOf(request)) || typeof record !== "string" || failed.has(record)) continue;
    seen.add(idOf(request));
    expect(sequence, `${request.event.type} about ${record}`).toBeGreaterThanOrEqual(last.get(record) ?? 0);
    last.set(record, sequence);
  }
  return last.size;
}

test("no event is lost when workers and writers are killed while a receiver fails at times", { timeout: 240_000 }, async () => {
  const project = await insertProject(appCtx);
  const failed = new Set<string>();
  let isFailing = true;
  const receiver = await startReceiver((response, { event: { data } }) => {
    const chance = isFailing ? Math.random() : 1;
    if (chance < 0.04 && "id" in data) failed.add(String(data.id));
    // The worker gives up after 15 seconds, if it still runs then.
    if (chance < 0.002) return;
    setTimeout(() => response.writeHead(chance < 0.04 ? 500 : 200).end(), Math.random() * 20);
  });
  const { id, secret } = await createWebhook(project.ctx, { url: receiver.url });
  const workers: RunningWorker[] = await Promise.all([start(), start()]);
  const running: Writer[] = await Promise.all([write(project), write(project)]);
  for (let kills = 1; kills <= 20; kills++) {
    const before = receiver.requests.length;
    await sleep(randomInt(1000));
    const index = randomInt(2);
    if (kills % 3 === 0) {
      await running[index]?.kill();
      running[index] = await write(project);
      continue;
    }
    await workers[index]?.kill();
    // Once, the other worker waits until the lease ends by itself.
    if (kills !== 10) await db.execute(sql`update webhooks set lease_until = now() where id = ${id}::uuid`);
    const killedAt = performance.now();
    workers[index] = await start();
    await waitUntil("a worker continues", () => receiver.requests.length > before, 60_000);
    expect(performance.now() - killedAt).toBeLessThan(40_000);
  }
  await stopWriters();
  isFailing = false;
  const events = await waitForAll(project.ctx, id, receiver.requests);
  const repeats = checkRequests(receiver.requests, secret);
  const records = checkOrder(receiver.requests, failed);
  console.log(`${events.size} events, ${repeats} repeats, ${records} records in order, ${failed.size} with failures`);
  expect(events.size).toBeGreaterThan(1000);
  expect(records).toBeGreaterThan(50);
});

test("two workers send each event once, and one that is suspended for 20 seconds repeats only what it was sending", {
  timeout: 180_000,
}, async () => {
  const project = await insertProject(appCtx);
  const receiver = await startReceiver((response) => void setTimeout(() => response.end(), Math.random() * 20));
  const { id, secret } = await createWebhook(project.ctx, { url: receiver.url });
  const suspended = await start();
  await write(project);
  await waitUntil("it has the webhook", () => receiver.requests.length > 100);
  const other = await start();
  await sleep(5000);
  expect(checkRequests(receiver.requests, secret)).toBe(0);
  suspended.signal("SIGSTOP");
  await sleep(1000);
  const before = receiver.requests.length;
  await sleep(19_000);
  // If it was suspended in a transaction, the database ends that first.
  await waitUntil("the other worker has the webhook", () => receiver.requests.length > before);
  const byOther = receiver.requests.length - before;
  suspended.signal("SIGCONT");
  await sleep(3000);
  await stopWriters();
  const events = await waitForAll(project.ctx, id, receiver.requests);
  const repeats = checkRequests(receiver.requests, secret);
  const records = checkOrder(receiver.requests);
  console.log(`${events.size} events, ${byOther} by the other worker, ${repeats} repeats, ${records} records in order`);
  expect(byOther).toBeGreaterThan(0);
  // At most what ran, and what waited to be saved.
  expect(repeats).toBeLessThan(60);
  expect([suspended.hasExited(), other.hasExited()]).toEqual([false, false]);
});

test("no event is lost when the database closes all connections, and can't be reached for 40 seconds", { timeout: 180_000 }, async () => {
  const project = await insertProject(appCtx);
  const receiver = await startReceiver((response) => void setTimeout(() => response.end(), Math.random() * 20));
  const { id, secret } = await createWebhook(project.ctx, { url: receiver.url });
  const proxy = await startTcpProxy(url);
  const startBehindProxy = () => startWorker({ url: proxy.url, pollingSeconds: 0.5 });
  let worker = await startBehindProxy();
  await write(project);
  const waitForMore = async () => {
    const before = receiver.requests.length;
    await waitUntil("more events arrive", async () => {
      // As `npm start` does.
      if (worker.hasExited()) worker = await startBehindProxy();
      return receiver.requests.length > before + 100;
    });
  };
  for (let restarts = 0; restarts < 5; restarts++) {
    await waitForMore();
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name in ('gatehouse worker', 'gatehouse writer')`,
    );
  }
  await waitForMore();
  await proxy.refuse();
  await sleep(40_000);
  await proxy.accept();
  await waitForMore();
  await stopWriters();
  const events = await waitForAll(project.ctx, id, receiver.requests);
  const repeats = checkRequests(receiver.requests, secret);
  checkOrder(receiver.requests);
  console.log(`${events.size} events, ${repeats} repeats`);
  await worker.kill();
  await proxy.close();
});
