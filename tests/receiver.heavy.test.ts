import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createWebhook, pauseWebhook, resumeWebhook } from "@/core/webhooks/settings";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/ports";
import { apiClient, callRoute } from "./harness/api";
import { insertApiKey, insertProject } from "./harness/factories";
import { createQuickChanges } from "./harness/quick-changes";
import { randomChanges } from "./harness/random-changes";
import { createTestApp } from "./harness/test-app";
import { startWorker, waitUntil } from "./harness/worker";

const hasPython = spawnSync("python3", ["-c", "import sqlite3"]).status === 0;

const { ctx: appCtx, db, url } = await createTestApp({ max: 16 });
const project = await insertProject(appCtx);
const { ctx, secretKey } = project;

/** The API over HTTP, as the receiver calls it. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const key = request.headers.authorization?.replace("Bearer ", "") ?? null;
  const answer = await callRoute(request.method ?? "", request.url ?? "", { key, ...(body.length > 0 && { body: String(body) }) });
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-receiver-"));
const file = path.join(folder, "copy.db");
let receiver: ChildProcess | undefined;
const killReceiver = async () => {
  if (!receiver || receiver.exitCode !== null || receiver.signalCode !== null) return;
  const hasExited = once(receiver, "exit");
  receiver.kill("SIGKILL");
  await hasExited;
};
afterAll(async () => {
  await killReceiver();
  server.close();
  rmSync(folder, { recursive: true });
});

/** The records of the copy, by ID. */
function readCopy(table: "leads" | "codes"): Map<string, object> {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = copy.prepare(`select id, record from ${table}`).all();
    return new Map(rows.map(({ id, record }) => [String(id), JSON.parse(String(record))]));
  } finally {
    copy.close();
  }
}

const isHandled = (): boolean => {
  const copy = new DatabaseSync(file, { readOnly: true });
  const row = copy.prepare("select count(*) as count from events").get();
  copy.close();
  return row?.count === 0;
};

const amount = 20_000;

test.runIf(hasPython)(
  "a receiver in Python that follows the guide has all leads and codes, whatever was restarted",
  { timeout: 600_000 },
  async () => {
    const port = await freePort();
    const { id, secret } = await createWebhook(ctx, { url: `http://127.0.0.1:${port}/hooks` });
    const env = {
      API: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      KEY: await insertApiKey(ctx, "secret_key", { scopes: ["read"] }),
      SECRET: secret,
      COPY: file,
      PORT: String(port),
    };
    const startReceiver = (...args: string[]) => {
      receiver = spawn("python3", ["tests/receivers/receiver.py", ...args], { env: childEnvironment(env), stdio: "inherit" });
    };
    startReceiver();
    await waitUntil(
      "the copy is made",
      () =>
        existsSync(file) &&
        fetch(env.API.replace(/\d+$/, env.PORT)).then(
          () => true,
          () => false,
        ),
    );
    let worker = await startWorker({ url, pollingSeconds: 0.5 });

    const quickChange = await createQuickChanges(ctx);
    const changes = randomChanges(project).flatMap(([, weight, change]) => Array.from({ length: weight }, () => change));
    let made = 0;
    const change = async () => {
      while (made < amount) {
        // All kinds, which search for rows, one in twenty.
        if (made++ % 20 === 0) await changes[Math.floor(Math.random() * changes.length)]?.();
        else await quickChange();
      }
    };
    const changing = Promise.all([change(), change(), change(), change()]);
    const reaches = (share: number) => waitUntil(`${share} of all changes`, () => made >= amount * share, 300_000);

    for (const share of [0.1, 0.3, 0.6]) {
      await reaches(share);
      await worker.kill();
      await db.execute(sql`update webhooks set lease_until = now()`);
      worker = await startWorker({ url, pollingSeconds: 0.5 });
      await reaches(share + 0.1);
      await killReceiver();
      await sleep(1000);
      startReceiver();
    }
    // An outage after which the webhook is told only of what is new.
    await reaches(0.8);
    await killReceiver();
    await pauseWebhook(ctx, id);
    await reaches(0.9);
    await resumeWebhook(ctx, id, { missed: "skip" });
    startReceiver("--after-outage");
    await changing;

    const api = apiClient(secretKey);
    const byId = (records: { id: string }[]) => new Map(records.map((record) => [record.id, record]));
    await waitUntil(
      "everything is delivered",
      async () => {
        await db.execute(sql`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`);
        await sleep(1000);
        const [row] = await db.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from webhook_deliveries where status = 'pending'`,
        );
        const behind = (await api.get(`/webhooks/${id}`)).data.waiting;
        return row?.waiting === 0 && behind === 0 && isHandled();
      },
      120_000,
    );
    await expect.poll(() => readCopy("codes"), { timeout: 120_000, interval: 1000 }).toEqual(byId((await api.get("/codes")).data));
    await expect.poll(() => readCopy("leads"), { timeout: 120_000, interval: 1000 }).toEqual(byId((await api.get("/leads")).data));
    console.log(`${made} changes, ${readCopy("leads").size} leads, ${readCopy("codes").size} codes`);
  },
);
