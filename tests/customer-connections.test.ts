import { availableParallelism } from "node:os";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { endpoints } from "@/contract";
import { databaseWork } from "@/contract/endpoint";
import { listLeads } from "@/core/leads/list";
import { listWaitlist } from "@/core/leads/waitlist-list";
import { toApiError } from "@/server/responses";
import { openPools } from "@/server/services";
import { apiClient, callRoute } from "./harness/api";
import { insertBatch, insertCode, insertLead, insertStaff, uniqueEmail } from "./harness/factories";
import { collectAll } from "./harness/lists";
import { waitForLockWaits } from "./harness/locks";
import { createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx, secretKey, publicKey } = app;
const queue = ctx.queue;
const pools = openPools(app.url);
afterAll(async () => {
  await pools.reads.close();
  await pools.connection.close();
});
const api = apiClient(secretKey);
const cookie = await createCookie(ctx, { role: "viewer" });
const staff = await insertStaff(ctx, { password: "correct horse battery" });

/** Two callers, each with one core less than the machine has, in a pool with two connections more than one of them takes. */
const callerStatements = Math.min(Math.max(availableParallelism() - 1, 1), 4);
const waitingReads = Math.min(2 * callerStatements, callerStatements + 2);

/** Runs `run` while these tables are locked, which makes everything that reads them wait. */
async function whileLocked<T>(tables: string, run: (unlock: () => void) => Promise<T>): Promise<T> {
  const unlocked = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const transaction = ctx.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`lock table ${tables} in access exclusive mode`));
    locked.resolve();
    await unlocked.promise;
  });
  await locked.promise;
  try {
    return await app.runOnPool({ ...pools, queue }, () => run(unlocked.resolve));
  } finally {
    unlocked.resolve();
    await transaction;
  }
}

/** What customers and people who sign in do. */
async function expectCustomersServed(): Promise<void> {
  const publicApi = apiClient(publicKey);
  const [code, email] = [await insertCode(ctx), uniqueEmail()];
  const claimed = await publicApi.post("/codes/claim", { code, email });
  expect(claimed.status).toBe(200);
  expect((await api.post("/claims/exchange", { token: claimed.data.token })).status).toBe(200);
  expect((await api.get(`/codes/${code}`)).status).toBe(200);
  expect((await publicApi.post("/leads/create", { email: uniqueEmail(), consent: true, waitlist: true })).status).toBe(200);
  const signedIn = await apiClient(null).post(
    "/session",
    { email: staff.email, password: "correct horse battery" },
    { headers: { "sec-fetch-site": "same-origin" } },
  );
  expect(signedIn.status).toBe(200);
}

describe("claims, sign-ups and sign-ins", () => {
  test("have connections that searches, lists, exports and stats can't take", () =>
    whileLocked("imports", async (unlock) => {
      const requests = ["/imports", "/imports?limit=5", "/imports?limit=5&count=capped"].flatMap((path) =>
        Array.from({ length: 20 }, () => callRoute("GET", path, { key: secretKey })),
      );
      const byStaff = Array.from({ length: 20 }, () => callRoute("GET", "/imports", { cookie }));
      await waitForLockWaits(ctx.db, waitingReads);
      await expectCustomersServed();
      unlock();
      for (const { status } of await Promise.all([...requests, ...byStaff])) expect([200, 503]).toContain(status);
      expect((await api.get("/imports")).status).toBe(200);
    }));

  test("have connections that changes by staff and secret keys can't take", () =>
    whileLocked("saved_views", async (unlock) => {
      const owner = await createCookie(ctx, { role: "owner" });
      const view = (name: string) => ({ list: "leads", name, filters: {} });
      const requests = Array.from({ length: 20 }, (_, n) => callRoute("POST", "/views", { cookie: owner, body: view(`View ${n}`) }));
      await waitForLockWaits(ctx.db, 3);
      await expectCustomersServed();
      unlock();
      expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([200]));
    }));

  test("and nothing else count as work for customers", () => {
    const paths = Object.values(endpoints)
      .filter((endpoint) => databaseWork(endpoint) === "customer" && !["Sign-in", "Account"].includes(endpoint.tag))
      .map(({ method, path }) => `${method} ${path}`);
    expect(paths.toSorted()).toEqual([
      "GET /codes/:code",
      "GET /codes/external-id/:externalId",
      "GET /health/live",
      "GET /health/ready",
      "GET /leads/email/:email",
      "GET /leads/email/:email/invites",
      "GET /leads/email/:email/position",
      "GET /leads/external-id/:externalId",
      "POST /claims/exchange",
      "POST /claims/gate",
      "POST /codes/claim",
      "POST /codes/decline",
      "POST /codes/hold",
      "POST /codes/release-hold",
      "POST /inbound/postmark",
      "POST /inbound/resend",
      "POST /inbound/ses",
      "POST /invitation/accept",
      "POST /leads/create",
    ]);
  });
});

describe("a caller with too many reads at once", () => {
  test("gets a clear error, and other callers don't wait", async () => {
    const reads = pools.reads;
    const sleeping = Array.from({ length: 40 }, () => reads.forCaller("1 busy").execute(sql`select pg_sleep(0.05)`));
    const other = reads.forCaller("1 other").execute(sql`select`);
    expect(await Promise.race([other.then(() => "other"), Promise.all(sleeping).then(() => "busy")])).toBe("other");
    await Promise.all(sleeping);
  });

  test("is told so, with the time to wait", () =>
    whileLocked("imports", async (unlock) => {
      const requests = Array.from({ length: 240 }, () => callRoute("GET", "/imports?limit=5", { key: secretKey }));
      const first = await Promise.any(requests);
      expect(first.status).toBe(503);
      expect(await first.json()).toMatchObject({ error: "unavailable", message: expect.stringContaining("too many lists") });
      expect(first.headers.get("retry-after")).toBe("5");
      unlock();
      await Promise.all(requests);
    }));
});

const searchable = Object.values(endpoints).filter(
  ({ method, path, query }) => method === "GET" && !path.includes(":") && query !== undefined && "q" in query.shape,
);

const name = "''' ... --- @@@ 🎉";
await insertLead(ctx, { email: "a'''b@example.org", firstname: name, onWaitlist: true });
await insertBatch(ctx, { name });

describe("a search without letters and digits", () => {
  const tables = "leads, claims, codes, batches, bin_entries, deliveries, suppressions";
  const texts = ["'", "'".repeat(200), "...", "@", "%%%", "_", "\\", "🎉", "„“", "· · ·", "\u0301"];

  test.each(searchable.map(({ path }) => path))("finds nothing at %s, and reads nothing", async (path) => {
    const send = "0193b3c0-0000-7000-8000-000000000000";
    await whileLocked(tables, async () => {
      for (const text of texts) {
        const search = `${path}?${path === "/deliveries" ? `send=${send}&` : ""}q=${encodeURIComponent(text)}`;
        expect((await api.get(search)).data).toEqual([]);
        for (const count of ["exact", "capped"]) {
          const { data, headers } = await api.get(`${search}&limit=10&count=${count}`);
          expect([data, headers.get("x-total-count"), headers.get("link")]).toEqual([[], "0", null]);
        }
      }
    });
  });

  test("selects no one, whether rows are scanned or found by an index", async () => {
    for (const scanLimit of [undefined, 0]) {
      expect(await collectAll(listLeads(ctx, { q: "'''", limit: 10 }, scanLimit))).toEqual([]);
      expect(await collectAll(listWaitlist(ctx, { q: "'''", limit: 10 }, scanLimit))).toEqual([]);
    }
    await api.post("/leads/bulk", { filter: { q: "'''" }, action: "add_tags", tags: ["found"] });
    expect((await api.get("/leads?tag=found")).data).toEqual([]);
  });
});

test("a read is stopped after a short time, and says how to make it shorter", async () => {
  const reads = pools.reads.forCaller("1 slow");
  const [row] = await reads.execute<{ timeout: string }>(sql`select current_setting('statement_timeout') as timeout`);
  expect(row?.timeout).toBe("10s");
  const stopped = await reads
    .transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', '10ms', true)`);
      await tx.execute(sql`select pg_sleep(5)`);
    })
    .catch((error: unknown) => toApiError(error, "id"));
  expect(stopped).toMatchObject({ errorName: "unavailable", message: expect.stringMatching(/took too long .* narrower search/) });
});
