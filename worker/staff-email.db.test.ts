import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { inTransaction } from "@/core/context";
import { pause } from "@/core/projects/pauses";
import { sendTestMail } from "@/core/sends/test-mail";
import { findInvitation, invite, resendInvitation, revokeInvitation } from "@/core/staff/invitations";
import { queueStaffMail, type StaffMail } from "@/core/staff/mail";
import { rows } from "@/db/rows";
import { hashOf } from "@/lib/ids";
import { anAddress } from "@/tests/harness/factories";
import { smtpSink } from "@/tests/harness/smtp-sink";
import { actingAs, aStaff } from "@/tests/harness/staff";
import { startWorker, until } from "@/tests/harness/worker";
import { aWorld } from "@/tests/harness/world";

const { ctx, db, url } = await aWorld();
const owner = await actingAs(ctx, { name: "Grace", role: "owner" });
const sink = await smtpSink();
const worker = await startWorker({ url, smtpUrl: sink.url });

const mailTo = async (address: string, number = 1) => {
  const source = await until(`mail ${number} to ${address}`, () => sink.received.filter(({ to }) => to === address)[number - 1]?.source);
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
  rows<{ state: string; retry_count: number }>(
    db,
    sql`select state::text, retry_count from pgboss.job where name = 'staff_mail' order by created_on, id`,
  );
const allDone = () => until("every job done", async () => (await jobs()).every(({ state }) => state === "completed"));
/** As if the pauses between the tries were over. */
const hurry = () => db.execute(sql`update pgboss.job set start_after = now() where name = 'staff_mail' and state = 'retry'`);

test("an invitation brings a link that opens it, and no token stays behind", async () => {
  const { email } = await invite(owner, { email: anAddress(), role: "admin" });
  const { subject, text, link, token } = await mailTo(email);
  expect(subject).toBe("You are invited to the team of Gatehouse");
  expect(text).toContain("Grace invites you");
  expect(link).toBe(`http://localhost:3000/invitation?token=${token}`);
  expect(await findInvitation(ctx, token)).toMatchObject({ email, role: "admin" });
  await allDone();
  const kept = await rows(
    db,
    sql`select j::text as row from pgboss.job j union all select i::text from invitations i union all select e::text from events e`,
  );
  expect(JSON.stringify(kept)).not.toContain(token);
  expect(worker.logged().join()).not.toMatch(new RegExp(`${token}|${email}`));
});

test("a reset brings a link whose hash is kept, to those who are known and to nobody else", async () => {
  const known = await aStaff(ctx, { name: "Ada" });
  const strangers = [anAddress(), (await aStaff(ctx, { removed: true })).email, (await aStaff(ctx, { disabled: true })).email];
  for (const email of [...strangers, known.email]) await queueStaffMail(ctx, { kind: "reset", email });
  const { text, link, token } = await mailTo(known.email);
  expect(text).toContain("Hello Ada,");
  expect(link).toBe(`http://localhost:3000/reset?token=${token}`);
  expect(await rows(db, sql`select hash from password_resets where staff_id = ${known.id}`)).toEqual([{ hash: hashOf(token) }]);
  await allDone();
  for (const email of strangers) expect(sink.idsFor(email)).toEqual([]);
});

test.each<[StaffMail["kind"] & `${string}_changed`, string]>([
  ["password_changed", "Your password for Gatehouse was changed"],
  ["second_factor_changed", "Your second factor for Gatehouse was changed"],
])("%s is told to whom it happened, also while they are disabled, and not to the removed", async (kind, words) => {
  const [ada, gone] = [await aStaff(ctx, { disabled: true }), await aStaff(ctx, { removed: true })];
  for (const { id } of [gone, ada]) await queueStaffMail(ctx, { kind, staffId: id });
  const { subject, link } = await mailTo(ada.email);
  expect(subject).toBe(words);
  expect(link).toBe("http://localhost:3000/forgot");
  await allDone();
  expect(sink.idsFor(gone.email)).toEqual([]);
});

test("a test of a mail goes to who asked for it, in the words it was asked with, also while mail is paused, and unsubscribes nobody", async () => {
  const admin = await aStaff(ctx, { name: "Ada", role: "admin" });
  await pause(owner, { pause: ["mail"] });
  const text = { subject: "Hooray, {{firstname}}", body: "{{code}} {{validUntil}}\n\n{{button}}", button: "Let me in" };
  const asked = await sendTestMail(await actingAs(ctx, admin), { kind: "invitation", ...text });
  expect(asked.email).toBe(admin.email);
  const mail = await mailTo(admin.email);
  expect(mail.subject).toBe("[Test] Hooray, Ada");
  expect(mail.text).toMatch(/^example-code \d+ \w{3} \d{4}, 23:59 UTC/);
  expect(mail.text).toContain("Let me in http://localhost:3000/claim?code=example-code");
  expect(mail.text).toContain("http://localhost:3000/unsubscribe\n");
  expect(mail.headers).not.toContain("list-unsubscribe");
  await allDone();
  await pause(owner, { resume: ["mail"] });
  expect(worker.logged().join()).not.toMatch(new RegExp(`${admin.email}|Hooray`));
  expect(await rows(db, sql`select from mail_texts`)).toEqual([]);
});

test("an invitation that was revoked or replaced before its mail left is not mailed", async () => {
  await sink.down();
  const revoked = await invite(owner, { email: anAddress(), role: "member" });
  const replaced = await invite(owner, { email: anAddress(), role: "member" });
  // Tried in vain, so that no try is under way that holds a link already.
  await until("two tries that failed", async () => (await jobs()).filter(({ state }) => state === "retry").length === 2);
  await revokeInvitation(owner, revoked.id);
  await invite(owner, { email: replaced.email, role: "viewer" });
  await sink.up();
  await hurry();
  expect((await mailTo(replaced.email)).text).toContain("as a viewer");
  await until("every job done", async () => {
    await hurry();
    return (await jobs()).every(({ state }) => state === "completed");
  });
  expect(sink.idsFor(replaced.email)).toHaveLength(1);
  expect(sink.idsFor(revoked.email)).toEqual([]);
});

test("a mail server that is away gets it later, with a link that works and no word of whose in the log or the queue", async () => {
  await sink.down();
  const { email, id } = await invite(owner, { email: anAddress(), role: "member" });
  await until("a try that failed", async () => (await jobs()).some(({ retry_count, state }) => state === "retry" || retry_count > 0));
  await sink.up();
  await hurry();
  const { token, messageId } = await mailTo(email);
  expect(await findInvitation(ctx, token)).toMatchObject({ email });
  // Another mail with another link: a mailbox must not take it for the first one come again.
  await resendInvitation(owner, id);
  const second = await mailTo(email, 2);
  expect(second.messageId).not.toBe(messageId);
  expect(await findInvitation(ctx, second.token)).toMatchObject({ email });
  await allDone();
  const kept = await rows(db, sql`select output from pgboss.job where name = 'staff_mail'`);
  expect(JSON.stringify(kept)).not.toContain(email);
  expect(worker.logged().join()).not.toContain(email);
});

test("an address that the mail server refuses for good is not tried again", async () => {
  sink.behave = () => ({ code: 550, words: "no such box" });
  await invite(owner, { email: anAddress(), role: "member" });
  await allDone();
  expect((await jobs()).at(-1)).toMatchObject({ state: "completed", retry_count: 0 });
  sink.behave = () => null;
});

test("what is undone sends nothing", async () => {
  const email = anAddress();
  const before = (await jobs()).length;
  await inTransaction(owner, async (inner) => {
    await invite(inner, { email, role: "member" });
    throw new Error("undone");
  }).catch(() => {});
  expect(await jobs()).toHaveLength(before);
});
