import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { getEmailDeliveryRow } from "@/core/email-delivery/transport";
import { connectSmtpServer, insertProject } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { insertStaff } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { noticeTries, sendAccountEmail } from "./account-email";
import { openProjectTransports } from "./project-transports";

const app = await createTestApp();

/** Starts a server that refuses all emails for now, and counts them. */
async function startRefusingServer() {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  const server = { port: Number(new URL(sink.url).port), tries: 0 };
  sink.onRecipient = () => {
    server.tries++;
    return { code: 451, message: "4.3.0 Something is wrong here" };
  };
  return server;
}

test("a notice of a changed mail server is tried a few times through the earlier and the current one, and then given up", async () => {
  const [earlier, current] = [await startRefusingServer(), await startRefusingServer()];
  const { ctx } = await insertProject(app.ctx);
  const { id: staffId } = await insertStaff(ctx, { role: "owner" });
  const settings = [];
  for (const { port } of [earlier, current]) {
    await connectSmtpServer(ctx, { port });
    await ctx.db.execute(sql`update projects set smtp_set_by_role = 'owner' where id = ${ctx.projectId}`);
    const { emails_per_second: _, emails_per_hour: __, ...row } = await getEmailDeliveryRow(ctx);
    settings.push(row);
  }
  const [previous] = settings;
  if (!previous) throw new Error("There are no settings");
  const transports = openProjectTransports();
  onTestFinished(() => transports.close());
  const email = { kind: "email_delivery_changed", staffId, changedBy: staffId, fields: ["server"], previous } as const;
  const send = (retryCount: number) =>
    sendAccountEmail(ctx, transports, { id: staffId, email: { ...email, fields: [...email.fields] }, retryCount });
  for (let count = 0; count < noticeTries.total - 1; count++) await expect(send(count)).rejects.toThrow("will be retried");
  await send(noticeTries.total - 1);
  expect([earlier.tries, current.tries]).toEqual([noticeTries.previous, noticeTries.total - noticeTries.previous]);
}, 60_000);
