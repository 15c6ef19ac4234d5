import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { inTransaction } from "@/core/context";
import { sendTestEmail } from "@/core/email-templates/send-test";
import { pauseProject } from "@/core/projects/pause";
import { getInvitationByToken, inviteStaff, resendInvitation, revokeInvitation } from "@/core/staff/invitations";
import { queueAccountEmail } from "@/core/staff/record";
import { queryRows } from "@/db/query";
import { sha256Hex } from "@/lib/ids";
import { uniqueEmail } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { insertStaff, staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const owner = await staffContext(ctx, { name: "Grace", role: "owner" });
const sink = await startSmtpSink();
const worker = await startWorker({ url, smtpUrl: sink.url });

const receiveEmail = async (address: string, number = 1) => {
  const source = await waitUntil(
    `email ${number} to ${address}`,
    () => sink.received.filter(({ to }) => to === address)[number - 1]?.source,
  );
  const { subject = "", text = "", messageId = "", headers = [] } = await PostalMime.parse(source);
  const [link = ""] = /https?:\S+/.exec(text) ?? [];
  return {
    subject,
    text,
    link,
    messageId,
    headers: headers.map(({ key }) => key),
    token: URL.parse(link)?.searchParams.get("token") ?? "",
  };
};

const jobs = () =>
  queryRows<{ state: string; retry_count: number }>(
    db,
    sql`select state::text, retry_count from pgboss.job where name = 'staff_emails' order by created_on, id`,
  );
const waitUntilCompleted = () =>
  waitUntil("all jobs are completed", async () => (await jobs()).every(({ state }) => state === "completed"));
/** Makes queued retries due now. */
const makeRetriesDue = () => db.execute(sql`update pgboss.job set start_after = now() where name = 'staff_emails' and state = 'retry'`);

test("an invitation is sent with a working link, and no token is stored", async () => {
  const { email } = await inviteStaff(owner, { email: uniqueEmail(), role: "admin" });
  const { subject, text, link, token } = await receiveEmail(email);
  expect(subject).toBe("You're invited to join the Gatehouse team");
  expect(text).toContain("Grace invited you");
  expect(link).toBe(`http://localhost:3000/invitation?token=${token}`);
  expect(await getInvitationByToken(ctx, token)).toMatchObject({ email, role: "admin" });
  await waitUntilCompleted();
  const stored = await queryRows(
    db,
    sql`select j::text as row from pgboss.job j union all select i::text from invitations i union all select e::text from events e`,
  );
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(worker.logLines().join()).not.toMatch(new RegExp(`${token}|${email}`));
});

test("a reset link is sent only to active staff, and only its hash is stored", async () => {
  const staff = await insertStaff(ctx, { name: "Ada" });
  const unknownEmails = [
    uniqueEmail(),
    (await insertStaff(ctx, { removed: true })).email,
    (await insertStaff(ctx, { disabled: true })).email,
  ];
  for (const email of [...unknownEmails, staff.email]) await queueAccountEmail(ctx, { kind: "reset", email });
  const { text, link, token } = await receiveEmail(staff.email);
  expect(text).toContain("Hello Ada,");
  expect(link).toBe(`http://localhost:3000/reset?token=${token}`);
  expect(await queryRows(db, sql`select hash from password_resets where staff_id = ${staff.id}`)).toEqual([{ hash: sha256Hex(token) }]);
  await waitUntilCompleted();
  for (const email of unknownEmails) expect(sink.messageIdsFor(email)).toEqual([]);
});

test.each<["password_changed" | "second_factor_changed" | "second_factor_attempts", string]>([
  ["password_changed", "Your password for Gatehouse was changed"],
  ["second_factor_changed", "Two-factor authentication for Gatehouse was changed"],
  ["second_factor_attempts", "Someone tried to sign in to your Gatehouse account"],
])("the account email %s is sent to the staff member, even if disabled, but not if removed", async (kind, expectedSubject) => {
  const [ada, removedStaff] = [await insertStaff(ctx, { disabled: true }), await insertStaff(ctx, { removed: true })];
  for (const { id } of [removedStaff, ada]) await queueAccountEmail(ctx, { kind, staffId: id });
  const { subject, link } = await receiveEmail(ada.email);
  expect(subject).toBe(expectedSubject);
  expect(link).toBe("http://localhost:3000/forgot");
  await waitUntilCompleted();
  expect(sink.messageIdsFor(removedStaff.email)).toEqual([]);
});

test("a test email with the given text is sent to the staff member who requested it, even while email is paused, and without unsubscribe headers", async () => {
  const admin = await insertStaff(ctx, { name: "Ada", role: "admin" });
  await pauseProject(owner, { pause: ["email"] });
  const content = { subject: "Hooray, {{firstname}}", body: "{{code}} {{validUntil}}\n\n{{button}}", button: "Claim now" };
  const testReply = await sendTestEmail(await staffContext(ctx, admin), { kind: "invitation", ...content });
  expect(testReply.email).toBe(admin.email);
  const parsed = await receiveEmail(admin.email);
  expect(parsed.subject).toBe("[Test] Hooray, Ada");
  expect(parsed.text).toMatch(/^example-code \w{3} \d+, \d{4}, 23:59 UTC/);
  expect(parsed.text).toContain("Claim now http://localhost:3000/claim?code=example-code");
  expect(parsed.text).toContain("http://localhost:3000/unsubscribe\n");
  expect(parsed.headers).not.toContain("list-unsubscribe");
  await waitUntilCompleted();
  await pauseProject(owner, { resume: ["email"] });
  expect(worker.logLines().join()).not.toMatch(new RegExp(`${admin.email}|Hooray`));
  expect(await queryRows(db, sql`select from email_templates`)).toEqual([]);
});

test("an invitation that was revoked or replaced before isn't sent", async () => {
  await sink.stop();
  const revoked = await inviteStaff(owner, { email: uniqueEmail(), role: "member" });
  const replaced = await inviteStaff(owner, { email: uniqueEmail(), role: "member" });
  // After a failed attempt, no attempt with an old link is in progress.
  await waitUntil("two failed attempts", async () => (await jobs()).filter(({ state }) => state === "retry").length === 2);
  await revokeInvitation(owner, revoked.id);
  await inviteStaff(owner, { email: replaced.email, role: "viewer" });
  await sink.start();
  await makeRetriesDue();
  expect((await receiveEmail(replaced.email)).text).toContain("as a viewer");
  await waitUntil("all jobs are completed", async () => {
    await makeRetriesDue();
    return (await jobs()).every(({ state }) => state === "completed");
  });
  expect(sink.messageIdsFor(replaced.email)).toHaveLength(1);
  expect(sink.messageIdsFor(revoked.email)).toEqual([]);
});

test("an account email is retried when the mail server is down, with a working link and no personal data in the log or queue", async () => {
  await sink.stop();
  const { email, id } = await inviteStaff(owner, { email: uniqueEmail(), role: "member" });
  await waitUntil("a failed attempt", async () => (await jobs()).some(({ retry_count, state }) => state === "retry" || retry_count > 0));
  await sink.start();
  await makeRetriesDue();
  const { token, messageId } = await receiveEmail(email);
  expect(await getInvitationByToken(ctx, token)).toMatchObject({ email });
  // A new link needs a new Message-ID, or mailboxes would drop the email as a duplicate.
  await resendInvitation(owner, id);
  const second = await receiveEmail(email, 2);
  expect(second.messageId).not.toBe(messageId);
  expect(await getInvitationByToken(ctx, second.token)).toMatchObject({ email });
  await waitUntilCompleted();
  const stored = await queryRows(db, sql`select output from pgboss.job where name = 'staff_emails'`);
  expect(JSON.stringify(stored)).not.toContain(email);
  expect(worker.logLines().join()).not.toContain(email);
});

test("an account email that the mail server rejects isn't retried", async () => {
  sink.onRecipient = () => ({ code: 550, message: "no such box" });
  await inviteStaff(owner, { email: uniqueEmail(), role: "member" });
  await waitUntilCompleted();
  expect((await jobs()).at(-1)).toMatchObject({ state: "completed", retry_count: 0 });
  sink.onRecipient = () => null;
});

test("an account email isn't sent if its transaction is rolled back", async () => {
  const email = uniqueEmail();
  const before = (await jobs()).length;
  await inTransaction(owner, async (transaction) => {
    await inviteStaff(transaction, { email, role: "member" });
    throw new Error("rolled back");
  }).catch(() => {});
  expect(await jobs()).toHaveLength(before);
});
