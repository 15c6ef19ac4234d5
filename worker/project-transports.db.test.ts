import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { beforeEach, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { updateEmailDelivery } from "@/core/email-delivery/settings";
import { inviteStaff } from "@/core/staff/invitations";
import { queryRows } from "@/db/query";
import { insertCode, insertLeads, uniqueEmail } from "@/tests/harness/factories";
import { type SmtpSink, startSmtpSink } from "@/tests/harness/smtp-sink";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const admin = await staffContext(ctx, { role: "admin" });
const password = "open sesame";
const [defaultServer, projectServer, otherServer] = [
  await startSmtpSink(),
  await startSmtpSink({ user: "gatehouse", password }),
  await startSmtpSink(),
];
const start = () => startWorker({ url, smtpUrl: defaultServer.url, mailFrom: "Gatehouse <codes@default.example>" });
const workers = [await start(), await start()];
const readLogs = () => workers.flatMap((worker) => worker.logLines()).join("\n");

const settingsFor = (sink: SmtpSink, user: string | null = null) => ({
  ...{ host: "127.0.0.1", port: Number(new URL(sink.url).port), security: "none" as const, user },
  ...(user === null ? {} : { password }),
});
const updateSettings = (settings: Parameters<typeof updateEmailDelivery>[1]) => updateEmailDelivery(admin, settings);
beforeEach(async () => {
  await updateSettings({ sender: null, replyTo: null, server: null });
  for (const sink of [defaultServer, projectServer, otherServer]) sink.received.length = 0;
});

async function sendTo(amount: number) {
  const { sendId } = await sendCode(ctx, {
    code: normalizeCode(await insertCode(ctx, { allowedClaims: 1000 })),
    emails: await insertLeads(ctx, amount),
  });
  const statuses = async () =>
    await queryRows<{ status: string; error: string | null }>(
      db,
      sql`select distinct status, error from deliveries where send_id = ${sendId}`,
    );
  return {
    sendId,
    statuses,
    sent: () => waitUntil("all emails are sent", async () => (await statuses()).every(({ status }) => status === "sent")),
  };
}
const makeRetriesDue = () => db.execute(sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`);
/** Waits until the workers' cached settings are outdated. */
const waitForCache = () => new Promise((resolve) => setTimeout(resolve, 1_500));

test("applies changed settings in every worker within seconds, for emails to leads and staff", async () => {
  await (await sendTo(20)).sent();
  expect(defaultServer.received).toHaveLength(20);

  await updateSettings({
    sender: "The Gate, Ltd <codes@project.example>",
    replyTo: "help@project.example",
    server: settingsFor(projectServer, "gatehouse"),
  });
  await waitForCache();
  await (await sendTo(120)).sent();
  const { email } = await inviteStaff(admin, { email: uniqueEmail(), role: "viewer" });
  await waitUntil("the email to staff", () => projectServer.messageIdsFor(email).length === 1);
  expect([defaultServer.received.length, projectServer.received.length]).toEqual([20, 121]);
  for (const { source, messageId } of projectServer.received) {
    const { from, replyTo, to } = await PostalMime.parse(source);
    expect({ from, replyTo }).toEqual({
      from: { name: "The Gate, Ltd", address: "codes@project.example" },
      replyTo: [{ name: "", address: "help@project.example" }],
    });
    expect(to).toHaveLength(1);
    expect(messageId).toMatch(/@project\.example$/);
  }

  await updateSettings({ sender: null, replyTo: null, server: null });
  await waitForCache();
  await (await sendTo(20)).sent();
  const last = await PostalMime.parse(defaultServer.received.at(-1)?.source ?? "");
  expect([last.from?.address, last.replyTo]).toEqual(["codes@default.example", undefined]);
  expect(defaultServer.received).toHaveLength(40);
});

test("sends every email once and closes the old connections when the server is changed during a send", async () => {
  defaultServer.onRecipient = () => ({ wait: 150 });
  const sending = await sendTo(300);
  await waitUntil("some emails are sent", () => defaultServer.received.length > 10);
  await updateSettings({ server: settingsFor(otherServer) });
  await sending.sent();
  defaultServer.onRecipient = () => null;
  expect(otherServer.received.length).toBeGreaterThan(0);
  const ids = [...defaultServer.received, ...otherServer.received].map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
  await waitUntil("the old connections are closed", () => defaultServer.connections() === 0);
});

test("holds emails back while the settings can't be decrypted, and sends them once they are entered again", async () => {
  await updateSettings({ server: settingsFor(projectServer, "gatehouse") });
  await db.execute(sql`update projects set smtp_encrypted = '1.AAAA' where id = ${ctx.projectId}`);
  await waitForCache();
  const sending = await sendTo(5);
  const { email } = await inviteStaff(admin, { email: uniqueEmail(), role: "viewer" });
  await waitUntil("all emails are waiting", async () => (await sending.statuses()).every(({ status }) => status === "retrying"));
  expect(await sending.statuses()).toEqual([{ status: "retrying", error: expect.stringContaining("Enter them again") }]);
  await waitUntil("the log explains it", () => readLogs().includes("AUTH_SECRET"));
  expect([defaultServer, projectServer, otherServer].flatMap(({ received }) => received)).toEqual([]);
  await updateSettings({ server: settingsFor(projectServer, "gatehouse") });
  await waitForCache();
  await makeRetriesDue();
  await sending.sent();
  await waitUntil("the email to staff", async () => {
    await makeRetriesDue();
    return projectServer.messageIdsFor(email).length === 1;
  });
  expect(defaultServer.received).toEqual([]);
});

test("never sends the password to another server or logs it", async () => {
  await updateSettings({ server: settingsFor(projectServer, "gatehouse") });
  await expect(updateSettings({ server: { ...settingsFor(otherServer), user: "gatehouse" } })).rejects.toMatchObject({
    errorName: "invalid_input",
  });
  await updateSettings({ server: settingsFor(otherServer) });
  await waitForCache();
  await (await sendTo(3)).sent();
  expect(otherServer.signInAttempts).toEqual([]);
  expect(projectServer.signInAttempts.every((attempt) => attempt.password === password)).toBe(true);
  expect(readLogs()).not.toMatch(/sesame|b3BlbiBzZXNhbWU/);
  const stored = await queryRows(
    db,
    sql`select e::text as row from events e union all select j::text from pgboss.job j union all select d::text from deliveries d`,
  );
  expect(JSON.stringify(stored)).not.toContain("sesame");
});
