import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { getEmailDelivery } from "@/core/email-delivery/settings";
import { getOverview } from "@/core/overview";
import { getSend } from "@/core/sends/list";
import { retryWaitingEmails } from "@/core/sends/retry-waiting";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertCode, insertLead, insertLeads, insertProject } from "@/tests/harness/factories";
import { type LimitedSmtpServer, type ServerLimits, startLimitedServer } from "@/tests/harness/limited-smtp-server";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const app = await createTestApp();
const { db, url } = app;
let worker = await startWorker({ url });

type Send = { ctx: Context; id: string; server: LimitedSmtpServer };

/** Sends some emails through a server with limits, in a project of its own. */
async function sendThrough(limits: ServerLimits, amount: number): Promise<Send> {
  const server = await startLimitedServer(limits);
  onTestFinished(() => server.close());
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx, { port: server.port });
  const emails = await insertLeads(ctx, amount);
  const code = normalizeCode(await insertCode(ctx, { allowedClaims: amount }));
  return { ctx, id: (await sendCode(ctx, { code, emails })).sendId, server };
}

const listDeliveries = ({ ctx, id }: Send) =>
  queryRows<{ id: string; status: string; attempts: number }>(
    db,
    sql`select id, status, attempts from deliveries where project_id = ${ctx.projectId} and send_id = ${id}`,
  );

/** Waits until all emails are sent, and expects that each took one attempt and arrived once. */
async function expectSentAtOnce(send: Send, amount: number): Promise<void> {
  await waitUntil("all emails are sent", async () => (await listDeliveries(send)).every(({ status }) => status === "sent"));
  const deliveries = await listDeliveries(send);
  expect(deliveries.filter(({ attempts }) => attempts !== 1)).toEqual([]);
  const ids = send.server.accepted.map(({ id }) => id);
  expect([deliveries.length, ids.length, new Set(ids).size]).toEqual([amount, amount, amount]);
}

/** Emails per second, without the first ones, until which the worker has loaded its code. */
function speed({ accepted }: LimitedSmtpServer): number {
  const rest = accepted.slice(Math.floor(accepted.length / 10));
  return (rest.length - 1) / (((rest.at(-1)?.at ?? 0) - (rest[0]?.at ?? 0)) / 1000);
}

test("a worker uses no more connections than a server allows, and sends everything", async () => {
  const send = await sendThrough({ connections: { max: 3, reply: "421 Too many concurrent connections" }, latency: 50 }, 150);
  await expectSentAtOnce(send, 150);
  expect(send.server.mostConnections).toBeLessThanOrEqual(3);
}, 90_000);

test.each<[string, ServerLimits]>([
  ["RCPT", { connections: { max: 3, reply: "421 4.7.0 Too many concurrent connections", at: "RCPT" } }],
  ["DATA", { connections: { max: 3, reply: "432 4.3.2 Concurrent connections limit exceeded.", at: "DATA" } }],
  ["MAIL without words", { connections: { max: 2, reply: "421 Service not available", at: "MAIL" } }],
  ["the greeting without words", { connections: { max: 1, reply: "421 Service not available" } }],
  ["the greeting, permanently", { connections: { max: 2, reply: "554 5.7.1 Too many connections from your host" } }],
])(
  "an email counts no attempt when a server refuses connections at %s",
  async (_, limits) => {
    await expectSentAtOnce(await sendThrough({ ...limits, latency: 5 }, 120), 120);
  },
  60_000,
);

test.each([
  ["421 too many messages in this connection", "421 too many messages in this connection"],
  ["421 without words", "421 Closing connection"],
  ["a hang-up", null],
  ["452 4.5.3 per session", "452 4.5.3 Too many messages for this session"],
  ["452 without words", "452 4.5.3 Too many messages"],
])(
  "a worker learns how many emails a connection takes from %s",
  async (_, reply) => {
    const limits = { connections: { max: 3, reply: "421 Too many connections" }, emailsPerConnection: { max: 10, reply } };
    const send = await sendThrough({ ...limits, latency: 5 }, 300);
    await expectSentAtOnce(send, 300);
    expect(send.server.refusals).toBeLessThan(100);
  },
  60_000,
);

test.each([
  ["454 Throttling failure: Maximum sending rate exceeded.", "content"],
  ["450 4.7.1 Too many messages, slow down", "MAIL"],
  ["421 4.7.0 Too many messages", "MAIL"],
  ["452 4.3.1 Insufficient system resources", "RCPT"],
  ["550 5.7.0 Requested action not taken: too many emails per second", "content"],
] as const)(
  "a worker sends at the speed of a server that answers %s",
  async (reply, at) => {
    const send = await sendThrough({ rate: { max: 20, interval: 1000, reply, at } }, 200);
    await expectSentAtOnce(send, 200);
    expect(speed(send.server)).toBeGreaterThan(0.8 * 20);
  },
  60_000,
);

const findLimit = async (ctx: Context) => (await getOverview(ctx)).attention.find(({ name }) => name === "email_limited");

test.each([
  "550 5.4.5 Daily user sending limit exceeded. - gsmtp",
  "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
  "454 Throttling failure: Daily message quota exceeded.",
])(
  "a worker waits for the end of a daily quota, also when it is restarted: %s",
  async (reply) => {
    const send = await sendThrough({ rate: { max: 20, interval: 3_600_000, reply, at: "content" } }, 60);
    await waitUntil("the limit is shown", () => findLimit(send.ctx));
    await waitUntil("no email is being sent", async () => (await listDeliveries(send)).every(({ status }) => status !== "sending"));
    const text = reply.replace(/^\d+ /, "");
    expect(await findLimit(send.ctx)).toEqual({
      name: "email_limited",
      count: 40,
      subject: null,
      message: expect.stringMatching(/^The mail server's quota is used up: “.+” 40 emails wait until \w+ \d+, \d{4}, \d\d:\d\d, then/),
    });
    const { limit } = await getEmailDelivery(send.ctx);
    expect(limit).toMatchObject({ kind: "quota", response: expect.stringContaining(text) });
    expect((await getSend(send.ctx, send.id)).limitedUntil).toBe(limit?.until);
    const wait = Date.parse(limit?.until ?? "") - Date.now();
    expect(wait).toBeGreaterThan(10 * 60_000);
    expect(wait).toBeLessThan(61 * 60_000);

    const { refusals } = send.server;
    await worker.kill();
    await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`);
    worker = await startWorker({ url });
    await waitUntil(
      "the worker has the jobs",
      async () => (await queryRows(db, sql`select from pgboss.job where name = 'deliveries' and state = 'active'`)).length > 0,
    );
    expect(send.server.refusals).toBe(refusals);

    delete send.server.limits.rate;
    expect(await retryWaitingEmails(send.ctx)).toEqual({ retried: 0 });
    await expectSentAtOnce(send, 60);
    expect((await getSend(send.ctx, send.id)).limitedUntil).toBeNull();
    expect(await findLimit(send.ctx)).toBeUndefined();
  },
  60_000,
);

test("a worker waits as long as the server asks, and then continues by itself", async () => {
  const reply = "450 4.7.1 Too many messages. Try again in 6 seconds.";
  const send = await sendThrough({ rate: { max: 20, interval: 5000, reply } }, 60);
  await waitUntil("the limit is shown", () => findLimit(send.ctx));
  expect((await getSend(send.ctx, send.id)).limitedUntil).not.toBeNull();
  await expectSentAtOnce(send, 60);
}, 60_000);

test("an email that a server always refuses doesn't stop the others", async () => {
  const server = await startLimitedServer({ refused: { recipient: /^bad/, reply: "452 4.3.0 Please try later" } });
  onTestFinished(() => server.close());
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx, { port: server.port });
  const [bad] = await Promise.all([insertLead(ctx, { email: "bad@example.org" })]);
  const others = await insertLeads(ctx, 100);
  const code = normalizeCode(await insertCode(ctx, { allowedClaims: 200 }));
  const send = { ctx, server, id: (await sendCode(ctx, { code, emails: [bad, ...others] })).sendId };
  await waitUntil("the others are sent", async () => (await listDeliveries(send)).filter(({ status }) => status === "sent").length === 100);
  expect(new Set(server.accepted.map(({ id }) => id)).size).toBe(100);
}, 60_000);
