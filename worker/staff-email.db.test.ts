import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { inTransaction } from "@/core/context";
import { sendTestEmail } from "@/core/email-templates/send-test";
import { pauseProject } from "@/core/projects/pause";
import { queueStaffEmail, type StaffMail } from "@/core/staff/email";
import { getInvitationByToken, inviteStaff, resendInvitation, revokeInvitation } from "@/core/staff/invitations";
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

const mailTo = async (address: string, number = 1) => {
  const source = await waitUntil(
    `mail ${number} to ${address}`,
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
const allDone = () => waitUntil("every job done", async () => (await jobs()).every(({ state }) => state === "completed"));
/** As if the pauses between the tries were over. */
const hurry = () => db.execute(sql`update pgboss.job set start_after = now() where name = 'staff_emails' and state = 'retry'`);

test("an invitation brings a link that opens it, and no token stays behind", async () => {
  const { email } = await inviteStaff(owner, { email: uniqueEmail(), role: "admin" });
  const { subject, text, link, token } = await mailTo(email);
  expect(subject).toBe("You are invited to the team of Gatehouse");
  expect(text).toContain("Grace invites you");
  expect(link).toBe(`http://localhost:3000/invitation?token=${token}`);
  expect(await getInvitationByToken(ctx, token)).toMatchObject({ email, role: "admin" });
  await allDone();
  const kept = await queryRows(
    db,
    sql`select j::text as row from pgboss.job j union all select i::text from invitations i union all select e::text from events e`,
  );
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(worker.logLines().join()).not.toMatch(new RegExp(`${token}|${email}`));
});

test("a reset brings a link whose hash is kept, to those who are known and to nobody else", async () => {
  const known = await insertStaff(ctx, { name: "Ada" });
  const strangers = [uniqueEmail(), (await insertStaff(ctx, { removed: true })).email, (await insertStaff(ctx, { disabled: true })).email];
  for (const email of [...strangers, known.email]) await queueStaffEmail(ctx, { kind: "reset", email });
  const { text, link, token } = await mailTo(known.email);
  expect(text).toContain("Hello Ada,");
  expect(link).toBe(`http://localhost:3000/reset?token=${token}`);
  expect(await queryRows(db, sql`select hash from password_resets where staff_id = ${known.id}`)).toEqual([{ hash: sha256Hex(token) }]);
  await allDone();
  for (const email of strangers) expect(sink.messageIdsFor(email)).toEqual([]);
});

test.each<[StaffMail["kind"] & `${string}_changed`, string]>([
  ["password_changed", "Your password for Gatehouse was changed"],
  ["second_factor_changed", "Your second factor for Gatehouse was changed"],
])("%s is told to whom it happened, also while they are disabled, and not to the removed", async (kind, words) => {
  const [ada, gone] = [await insertStaff(ctx, { disabled: true }), await insertStaff(ctx, { removed: true })];
  for (const { id } of [gone, ada]) await queueStaffEmail(ctx, { kind, staffId: id });
  const { subject, link } = await mailTo(ada.email);
  expect(subject).toBe(words);
  expect(link).toBe("http://localhost:3000/forgot");
  await allDone();
  expect(sink.messageIdsFor(gone.email)).toEqual([]);
});

test("a test of a mail goes to who asked for it, in the words it was asked with, also while mail is paused, and unsubscribes nobody", async () => {
  const admin = await insertStaff(ctx, { name: "Ada", role: "admin" });
  await pauseProject(owner, { pause: ["email"] });
  const text = { subject: "Hooray, {{firstname}}", body: "{{code}} {{validUntil}}\n\n{{button}}", button: "Let me in" };
  const asked = await sendTestEmail(await staffContext(ctx, admin), { kind: "invitation", ...text });
  expect(asked.email).toBe(admin.email);
  const mail = await mailTo(admin.email);
  expect(mail.subject).toBe("[Test] Hooray, Ada");
  expect(mail.text).toMatch(/^example-code \d+ \w{3} \d{4}, 23:59 UTC/);
  expect(mail.text).toContain("Let me in http://localhost:3000/claim?code=example-code");
  expect(mail.text).toContain("http://localhost:3000/unsubscribe\n");
  expect(mail.headers).not.toContain("list-unsubscribe");
  await allDone();
  await pauseProject(owner, { resume: ["email"] });
  expect(worker.logLines().join()).not.toMatch(new RegExp(`${admin.email}|Hooray`));
  expect(await queryRows(db, sql`select from email_templates`)).toEqual([]);
});

test("an invitation that was revoked or replaced before its mail left is not mailed", async () => {
  await sink.stop();
  const revoked = await inviteStaff(owner, { email: uniqueEmail(), role: "member" });
  const replaced = await inviteStaff(owner, { email: uniqueEmail(), role: "member" });
  // Tried in vain, so that no try is under way that holds a link already.
  await waitUntil("two tries that failed", async () => (await jobs()).filter(({ state }) => state === "retry").length === 2);
  await revokeInvitation(owner, revoked.id);
  await inviteStaff(owner, { email: replaced.email, role: "viewer" });
  await sink.start();
  await hurry();
  expect((await mailTo(replaced.email)).text).toContain("as a viewer");
  await waitUntil("every job done", async () => {
    await hurry();
    return (await jobs()).every(({ state }) => state === "completed");
  });
  expect(sink.messageIdsFor(replaced.email)).toHaveLength(1);
  expect(sink.messageIdsFor(revoked.email)).toEqual([]);
});

test("a mail server that is away gets it later, with a link that works and no word of whose in the log or the queue", async () => {
  await sink.stop();
  const { email, id } = await inviteStaff(owner, { email: uniqueEmail(), role: "member" });
  await waitUntil("a try that failed", async () => (await jobs()).some(({ retry_count, state }) => state === "retry" || retry_count > 0));
  await sink.start();
  await hurry();
  const { token, messageId } = await mailTo(email);
  expect(await getInvitationByToken(ctx, token)).toMatchObject({ email });
  // Another mail with another link: a mailbox must not take it for the first one come again.
  await resendInvitation(owner, id);
  const second = await mailTo(email, 2);
  expect(second.messageId).not.toBe(messageId);
  expect(await getInvitationByToken(ctx, second.token)).toMatchObject({ email });
  await allDone();
  const kept = await queryRows(db, sql`select output from pgboss.job where name = 'staff_emails'`);
  expect(JSON.stringify(kept)).not.toContain(email);
  expect(worker.logLines().join()).not.toContain(email);
});

test("an address that the mail server refuses for good is not tried again", async () => {
  sink.onRecipient = () => ({ code: 550, message: "no such box" });
  await inviteStaff(owner, { email: uniqueEmail(), role: "member" });
  await allDone();
  expect((await jobs()).at(-1)).toMatchObject({ state: "completed", retry_count: 0 });
  sink.onRecipient = () => null;
});

test("what is undone sends nothing", async () => {
  const email = uniqueEmail();
  const before = (await jobs()).length;
  await inTransaction(owner, async (inner) => {
    await inviteStaff(inner, { email, role: "member" });
    throw new Error("undone");
  }).catch(() => {});
  expect(await jobs()).toHaveLength(before);
});
