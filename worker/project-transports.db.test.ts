import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { beforeEach, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { updateEmailDelivery } from "@/core/email-delivery/settings";
import { inviteStaff } from "@/core/staff/invitations";
import { queueAccountEmail } from "@/core/staff/record";
import { queryRows } from "@/db/query";
import { insertCode, insertLeads, uniqueEmail } from "@/tests/harness/factories";
import { uniqueClient } from "@/tests/harness/second-factor";
import { type SmtpSink, startSmtpSink } from "@/tests/harness/smtp-sink";
import { insertStaff, staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const ownerMember = await insertStaff(ctx, { role: "owner", name: "Grace" });
const owner = await staffContext(ctx, ownerMember);
const otherOwner = await insertStaff(ctx, { role: "owner", name: "Ada" });
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
  host: "127.0.0.1",
  port: Number(new URL(sink.url).port),
  security: "none" as const,
  user,
  ...(user === null ? {} : { password }),
});
const updateSettings = (settings: Parameters<typeof updateEmailDelivery>[1]) => updateEmailDelivery(owner, settings, uniqueClient());
/** The emails that a server received, without the notices to owners that the settings changed. */
const received = ({ received: all }: SmtpSink) => all.filter(({ to }) => ![ownerMember.email, otherOwner.email].includes(to));
/** Waits until no notices to owners are left. */
const waitForNotices = () =>
  waitUntil("the notices are sent", async () => {
    await makeRetriesDue();
    const pending = await queryRows(db, sql`select from pgboss.job where name = 'staff_emails' and state <> 'completed'`);
    return pending.length === 0;
  });
beforeEach(async () => {
  await updateSettings({ sender: null, replyTo: null, server: null });
  await waitForNotices();
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
/** Waits until the workers' cached settings are outdated, which takes 250 ms with the polling interval of tests. */
const waitForCache = () => new Promise((resolve) => setTimeout(resolve, 400));

test("changed settings apply in every worker within seconds, for emails to leads and staff", async () => {
  await (await sendTo(20)).sent();
  expect(received(defaultServer)).toHaveLength(20);

  await updateSettings({
    sender: "The Gate, Ltd <codes@project.example>",
    replyTo: "help@project.example",
    server: settingsFor(projectServer, "gatehouse"),
  });
  await waitForCache();
  await (await sendTo(120)).sent();
  const { email } = await inviteStaff(owner, { email: uniqueEmail(), role: "viewer" });
  await waitUntil("the email to staff", () => projectServer.messageIdsFor(email).length === 1);
  expect([received(defaultServer).length, received(projectServer).length]).toEqual([20, 121]);
  for (const { source, messageId } of received(projectServer)) {
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
  const last = await PostalMime.parse(received(defaultServer).at(-1)?.source ?? "");
  expect([last.from?.address, last.replyTo]).toEqual(["codes@default.example", undefined]);
  expect(received(defaultServer)).toHaveLength(40);
});

test("every email is sent once and the old connections are closed when the server is changed during a send", async () => {
  defaultServer.onRecipient = () => ({ wait: 150 });
  const sending = await sendTo(300);
  await waitUntil("some emails are sent", () => received(defaultServer).length > 10);
  await updateSettings({ server: settingsFor(otherServer) });
  await sending.sent();
  defaultServer.onRecipient = () => null;
  expect(received(otherServer).length).toBeGreaterThan(0);
  const ids = [...received(defaultServer), ...received(otherServer)].map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
  await waitUntil("the old connections are closed", () => defaultServer.connections() === 0);
});

test("emails are held back while the settings can't be decrypted, and sent once they are entered again", async () => {
  await updateSettings({ server: settingsFor(projectServer, "gatehouse") });
  await db.execute(sql`update projects set smtp_encrypted = '1.AAAA' where id = ${ctx.projectId}`);
  await waitForCache();
  const sending = await sendTo(5);
  const { email } = await inviteStaff(owner, { email: uniqueEmail(), role: "viewer" });
  await waitUntil("all emails are waiting", async () => (await sending.statuses()).every(({ status }) => status === "retrying"));
  expect(await sending.statuses()).toEqual([{ status: "retrying", error: expect.stringContaining("Enter them again") }]);
  await waitUntil("the log explains it", () => readLogs().includes("AUTH_SECRET"));
  expect([defaultServer, projectServer, otherServer].flatMap(received)).toEqual([]);
  await updateSettings({ server: settingsFor(projectServer, "gatehouse") });
  // An attempt with the cached settings is retried.
  await waitUntil("all emails are sent", async () => {
    await makeRetriesDue();
    return (await sending.statuses()).every(({ status }) => status === "sent") && projectServer.messageIdsFor(email).length === 1;
  });
  expect(received(defaultServer)).toEqual([]);
});

test("the password is never sent to another server or logged", async () => {
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

const noticesOf = async (sink: SmtpSink, to: string) =>
  Promise.all(sink.received.filter((email) => email.to === to).map(({ source }) => PostalMime.parse(source)));

test("all owners are told about a change through the previous server, which also works after the change", async () => {
  await updateSettings({ sender: "old@project.example", server: settingsFor(projectServer, "gatehouse") });
  await waitForNotices();
  await waitForCache();
  await updateSettings({ sender: "new@other.example", server: settingsFor(otherServer) });
  await waitForNotices();
  for (const { email } of [ownerMember, otherOwner]) {
    const [notice, ...others] = await noticesOf(projectServer, email);
    expect(others).toEqual([]);
    expect(notice?.subject).toBe("The email settings of Gatehouse were changed");
    expect(notice?.text).toContain("Grace changed the mail server of Gatehouse.");
    expect(notice?.from?.address).toBe("old@project.example");
  }
  expect(otherServer.received).toEqual([]);
});

test("emails to owners are sent with SMTP_URL while it isn't an owner who set the mail server", async () => {
  await updateSettings({ sender: "codes@project.example", server: settingsFor(projectServer, "gatehouse") });
  await waitForNotices();
  for (const sink of [defaultServer, projectServer]) sink.received.length = 0;
  await db.execute(sql`update projects set smtp_set_by_role = 'admin' where id = ${ctx.projectId}`);
  await waitForCache();
  const member = await insertStaff(ctx, { role: "admin" });
  for (const { email } of [ownerMember, member]) await queueAccountEmail(ctx, { kind: "reset", email });
  await queueAccountEmail(ctx, { kind: "password_changed", staffId: otherOwner.id });
  const invited = await inviteStaff(owner, { email: uniqueEmail(), role: "owner" });
  await waitForNotices();
  expect(defaultServer.received.map(({ to }) => to).sort()).toEqual([ownerMember.email, otherOwner.email, invited.email].sort());
  expect((await noticesOf(defaultServer, ownerMember.email))[0]?.from?.address).toBe("codes@default.example");
  expect(projectServer.received.map(({ to }) => to)).toEqual([member.email]);

  await updateSettings({ server: settingsFor(projectServer, "gatehouse") });
  await waitForNotices();
  await waitForCache();
  await queueAccountEmail(ctx, { kind: "reset", email: ownerMember.email });
  await waitUntil("the email to the owner", () => projectServer.received.some(({ to }) => to === ownerMember.email));
});
