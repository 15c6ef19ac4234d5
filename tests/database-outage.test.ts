import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { buildPageAssets } from "@/cli/build/page-assets";
import { openDatabase } from "@/db/client";
import { queryRows } from "@/db/query";
import { openJobQueue } from "@/db/queue";
import { routes } from "@/lib/routes";
import { publicPages } from "@/server/pages";
import { callRoute } from "./harness/api";
import { expectConsoleError } from "./harness/console";
import { createCookie, insertCode, insertLead } from "./harness/factories";
import { isHeavy, size } from "./harness/size";
import { startTcpProxy } from "./harness/tcp-proxy";
import { createTestApp } from "./harness/test-app";
import { startTimer } from "./harness/timer";

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-pages-"));
await buildPageAssets(folder);
vi.stubEnv("NEXT_DIST_DIR", folder);

const app = await createTestApp();
const { ctx, db, secretKey, publicKey } = app;
const proxy = await startTcpProxy(app.url);
const services = { connection: openDatabase(proxy.url, { max: 5, name: "gatehouse outage" }), queue: openJobQueue(proxy.url, () => {}) };
afterAll(async () => {
  await services.queue.close().catch(() => {});
  await services.connection.close();
  await proxy.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const code = await insertCode(ctx, { allowedClaims: 1000 });
const lead = await insertLead(ctx, { onWaitlist: true });
await db.execute(
  sql`insert into leads (project_id, email, referral_code) select ${ctx.projectId}::int, 'export' || n || '@example.org', 'X' || lpad(n::text, 7, '0') from generate_series(1, 5000) n`,
);
const cookie = await createCookie(ctx);

const callPage = (path: string, init: RequestInit = {}): Promise<Response> => {
  const handlers = publicPages[path];
  if (!handlers) throw new Error(`No page at ${path}`);
  return handlers[init.method === "POST" ? "POST" : "GET"](new Request(`http://localhost:3000${path}`, init));
};

const apiRequests: Record<string, () => Promise<Response>> = {
  "a page of a list": () => callRoute("GET", "/codes?limit=10", { key: secretKey }),
  "one lead": () => callRoute("GET", `/leads/email/${lead}`, { key: secretKey }),
  "a whole list": () => callRoute("GET", "/leads", { key: secretKey }),
  "a sign-up": () => callRoute("POST", "/leads/create", { key: publicKey, body: { email: "new@example.org", consent: true } }),
  "a claim": () => callRoute("POST", "/codes/claim", { key: secretKey, body: { code, email: lead } }),
  "a write with an idempotency key": () =>
    callRoute("POST", "/codes/claim", { key: secretKey, body: { code, email: lead }, headers: { "Idempotency-Key": "one" } }),
  "a new key": () => callRoute("GET", "/leads?limit=1", { key: `sk_${"a".repeat(40)}` }),
  "the overview of staff": () => callRoute("GET", "/overview", { cookie }),
};
const pageRequests: Record<string, () => Promise<Response>> = {
  "the claim page": () => callPage(routes.claim),
  "the sign-up page": () => callPage(routes.join),
};

type Outcome = { name: string; status: number; retryAfter: string | null; isLate: boolean };

async function request(name: string, send: () => Promise<Response>): Promise<Outcome> {
  const timer = startTimer(5000);
  const response = await send();
  await response.text();
  return { name, status: response.status, retryAfter: response.headers.get("retry-after"), isLate: timer.hasExpired() };
}

/** Sends every request every second for a while, and returns all outcomes. */
async function requestFor(milliseconds: number): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  for (const endsAt = Date.now() + milliseconds; Date.now() < endsAt; await sleep(1000))
    for (const [name, send] of Object.entries({ ...apiRequests, ...pageRequests })) outcomes.push(request(name, send));
  return Promise.all(outcomes);
}

function expectUnavailable(outcomes: Outcome[]): void {
  for (const outcome of outcomes)
    expect(outcome, outcome.name).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/), isLate: false });
}

/** Uses every connection of the pool at the same time, and expects that this works soon. */
async function expectHealthyPool(): Promise<void> {
  const isHealthy = async () => {
    const statements = Array.from({ length: 5 }, () =>
      services.connection.db.transaction((tx) => queryRows(tx, sql`select pg_sleep(0.1)`)),
    );
    return (await Promise.allSettled(statements)).every(({ status }) => status === "fulfilled");
  };
  await expect.poll(isHealthy).toBe(true);
  const outcomes = await requestFor(1);
  expect(outcomes.filter(({ status }) => status >= 500)).toEqual([]);
}

const warmUp = () => requestFor(1);

describe("while the database", () => {
  test("refuses connections, answers every request with 503 and Retry-After within 5 seconds, and recovers", async () => {
    expectConsoleError();
    await app.runOnPool(services, async () => {
      await warmUp();
      await proxy.refuse();
      expectUnavailable(await requestFor(size(2_000, 30_000)));
      await proxy.accept();
      await expectHealthyPool();
    });
  });

  test("doesn't answer, ends every request with 503 and Retry-After within 5 seconds, and recovers", async () => {
    expectConsoleError();
    await app.runOnPool(services, async () => {
      await warmUp();
      const before = await queryRows<{ pid: number }>(
        db,
        sql`select pid from pg_stat_activity where application_name = 'gatehouse outage'`,
      );
      proxy.freeze();
      expectUnavailable(await requestFor(size(3_000, 30_000)));
      proxy.resume();
      await expectHealthyPool();
      const reused = sql`select pid from pg_stat_activity where application_name = 'gatehouse outage' and pid = any(${`{${before.map(({ pid }) => pid)}}`}::int[])`;
      await expect.poll(() => queryRows(db, reused)).toEqual([]);
    });
  });

  test.runIf(isHeavy)("doesn't answer for a while, continues an export that has started", async () => {
    await app.runOnPool(services, async () => {
      const response = await callRoute("GET", "/leads?format=csv", { key: secretKey });
      expect(response.status).toBe(200);
      proxy.freeze();
      const text = response.text();
      await sleep(6000);
      proxy.resume();
      expect((await text).trim().split("\n").length).toBeGreaterThan(5000);
    });
  });
});
