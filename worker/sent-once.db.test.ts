import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { pauseProject } from "@/core/projects/pause";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertCode, insertLeads, insertProject } from "@/tests/harness/factories";
import { type LimitedSmtpServer, type ServerLimits, startLimitedServer } from "@/tests/harness/limited-smtp-server";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const app = await createTestApp();
const { db, url } = app;
let worker = await startWorker({ url });

type Send = { ctx: Context; server: LimitedSmtpServer; countSent: () => Promise<number> };

async function sendThrough(limits: ServerLimits, amount: number, { isPaused = false } = {}): Promise<Send> {
  const server = await startLimitedServer(limits);
  onTestFinished(() => server.close());
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx, { port: server.port });
  if (isPaused) await pauseProject(ctx, { pause: ["email"] });
  const emails = await insertLeads(ctx, amount);
  const { sendId } = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx, { allowedClaims: amount })), emails });
  const countSent = async () =>
    (await queryRows(db, sql`select from deliveries where project_id = ${ctx.projectId} and send_id = ${sendId} and status = 'sent'`))
      .length;
  return { ctx, server, countSent };
}

const endHeartbeats = () =>
  db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'deliveries' and state = 'active'`);

const countRepeated = ({ accepted }: LimitedSmtpServer) => accepted.length - new Set(accepted.map(({ id }) => id)).size;

test.each(size(["sent"], ["EHLO", "MAIL", "RCPT", "DATA", ".", "sent"]))(
  "a worker that is killed at %s repeats at most one email per connection",
  async (step) => {
    const connections = 3;
    const { server, countSent } = await sendThrough(
      { connections: { max: connections, reply: "421 Too many concurrent connections" }, latency: 2 },
      90,
    );
    let count = 0;
    const killed = Promise.withResolvers<void>();
    server.onCommand = (verb) => {
      if (verb === step && ++count === (step === "EHLO" ? 2 : 30)) worker.kill().then(killed.resolve, killed.reject);
    };
    await killed.promise;
    server.onCommand = () => {};
    await endHeartbeats();
    worker = await startWorker({ url });
    await waitUntil("all emails are sent", async () => (await countSent()) === 90);
    expect(countRepeated(server)).toBeLessThanOrEqual(connections);
    expect(server.accepted.length - countRepeated(server)).toBe(90);
  },
  60_000,
);

const countActive = async (retries: number) =>
  (await queryRows(db, sql`select from pgboss.job where name = 'deliveries' and state = 'active' and retry_count >= ${retries}`)).length;

test("each email is sent once when its job was taken again while it waited for the end of a pause", async () => {
  const { ctx, server, countSent } = await sendThrough({ latency: 2 }, 40, { isPaused: true });
  await waitUntil("the worker has the job", async () => (await countActive(0)) === 1);
  // As after a heartbeat that was missed while the process was suspended.
  await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where name = 'deliveries' and state = 'active'`);
  await waitUntil("the job is taken again", async () => (await countActive(1)) === 1);
  await pauseProject(ctx, { resume: ["email"] });
  await waitUntil("all emails are sent", async () => (await countSent()) === 40);
  await worker.stop();
  expect(server.accepted).toHaveLength(40);
}, 60_000);
