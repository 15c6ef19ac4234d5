import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertCode, insertLeads, insertProject } from "@/tests/harness/factories";
import { type LimitedSmtpServer, type ServerLimits, startLimitedServer } from "@/tests/harness/limited-smtp-server";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const app = await createTestApp();
const { db, url } = app;
const first = await startWorker({ url, mailFrom: "codes@first.example" });

const reply = "421 4.3.2 The maximum number of concurrent server connections has exceeded a limit";

async function startServer(limits: ServerLimits): Promise<{ server: LimitedSmtpServer; ctx: Context }> {
  const server = await startLimitedServer(limits);
  onTestFinished(() => server.close());
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx, { port: server.port });
  return { server, ctx };
}

async function queueEmails(ctx: Context, amount: number): Promise<void> {
  const emails = await insertLeads(ctx, amount);
  await sendCode(ctx, { code: normalizeCode(await insertCode(ctx, { allowedClaims: amount })), emails });
}

/** Waits until all emails of a project are sent, and expects that each took one attempt and arrived once. */
async function expectSentOnce(ctx: Context, { accepted }: LimitedSmtpServer, amount: number): Promise<void> {
  const list = () =>
    queryRows<{ status: string; attempts: number }>(db, sql`select status, attempts from deliveries where project_id = ${ctx.projectId}`);
  await waitUntil("all emails are sent", async () => (await list()).every(({ status }) => status === "sent"), 120_000);
  expect((await list()).filter(({ attempts }) => attempts !== 1)).toEqual([]);
  expect([accepted.length, new Set(accepted.map(({ id }) => id)).size]).toEqual([amount, amount]);
}

test("the worker uses more connections again once a server accepts them", async () => {
  const { server, ctx } = await startServer({ connections: { max: 1, reply }, latency: 10 });
  await queueEmails(ctx, 600);
  await waitUntil("the server refused connections", () => server.refusals > 0 && server.accepted.length > 20);
  expect(server.mostConnections).toBe(1);
  server.limits.connections = { max: 3, reply };
  await waitUntil("all connections are used", () => server.mostConnections === 3);
  await expectSentOnce(ctx, server, 600);
}, 180_000);

test("two workers send each email once through the connections that a server accepts, and one continues when the other stops", async () => {
  await startWorker({ url, mailFrom: "codes@second.example" });
  const { server, ctx } = await startServer({ connections: { max: 3, reply }, latency: 10 });
  for (let send = 0; send < 6; send++) await queueEmails(ctx, 100);
  await waitUntil("half of the emails are sent", () => server.accepted.length >= 300);
  expect((await first.stop()).code).toBe(0);
  const { length } = server.accepted;
  await expectSentOnce(ctx, server, 600);
  expect(length).toBeLessThan(600);
  expect(server.accepted.slice(length).every(({ host }) => host === "second.example")).toBe(true);
  expect(server.mostConnections).toBe(3);
  // Each worker tries now and then, and not with each email.
  expect(server.refusals).toBeLessThan(600);
}, 180_000);
