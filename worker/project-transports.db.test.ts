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
const [environment, own, other] = [await startSmtpSink(), await startSmtpSink({ user: "gatehouse", password }), await startSmtpSink()];
const start = () => startWorker({ url, smtpUrl: environment.url, mailFrom: "Gatehouse <mail@environment.example>" });
const workers = [await start(), await start()];
const logged = () => workers.flatMap((worker) => worker.logLines()).join("\n");

const at = (sink: SmtpSink, user: string | null = null) => ({
  ...{ host: "127.0.0.1", port: Number(new URL(sink.url).port), security: "none" as const, user },
  ...(user === null ? {} : { password }),
});
const change = (settings: Parameters<typeof updateEmailDelivery>[1]) => updateEmailDelivery(admin, settings);
beforeEach(async () => {
  await change({ sender: null, replyTo: null, server: null });
  for (const sink of [environment, own, other]) sink.received.length = 0;
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
  return { sendId, statuses, sent: () => waitUntil("all sent", async () => (await statuses()).every(({ status }) => status === "sent")) };
}
const hurry = () => db.execute(sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`);
/** Longer than a worker goes on by what it knew. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_500));

test("a change is taken up within seconds by every worker, for leads and for staff, and taken back as soon", async () => {
  await (await sendTo(20)).sent();
  expect(environment.received).toHaveLength(20);

  await change({ sender: "The Gate, Ltd <codes@own.example>", replyTo: "help@own.example", server: at(own, "gatehouse") });
  await aWhile();
  await (await sendTo(120)).sent();
  const { email } = await inviteStaff(admin, { email: uniqueEmail(), role: "viewer" });
  await waitUntil("mail to staff", () => own.messageIdsFor(email).length === 1);
  expect([environment.received.length, own.received.length]).toEqual([20, 121]);
  for (const { source, messageId } of own.received) {
    const { from, replyTo, to } = await PostalMime.parse(source);
    expect({ from, replyTo }).toEqual({
      from: { name: "The Gate, Ltd", address: "codes@own.example" },
      replyTo: [{ name: "", address: "help@own.example" }],
    });
    expect(to).toHaveLength(1);
    expect(messageId).toMatch(/@own\.example$/);
  }

  await change({ sender: null, replyTo: null, server: null });
  await aWhile();
  await (await sendTo(20)).sent();
  const last = await PostalMime.parse(environment.received.at(-1)?.source ?? "");
  expect([last.from?.address, last.replyTo]).toEqual(["mail@environment.example", undefined]);
  expect(environment.received).toHaveLength(40);
}, 60_000);

test("a switch in the middle of a send loses nothing, sends nothing twice and leaves no connection behind", async () => {
  environment.onRecipient = () => ({ wait: 150 });
  const sending = await sendTo(300);
  await waitUntil("some are sent", () => environment.received.length > 10);
  await change({ server: at(other) });
  await sending.sent();
  environment.onRecipient = () => null;
  expect(other.received.length).toBeGreaterThan(0);
  const ids = [...environment.received, ...other.received].map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
  await waitUntil("no connection to the one before", () => environment.connections() === 0);
}, 60_000);

test("settings that cannot be read hold mail back: it goes no other way, is tried again, and leaves once they are mended", async () => {
  await change({ server: at(own, "gatehouse") });
  await db.execute(sql`update projects set smtp_encrypted = '1.AAAA' where id = ${ctx.projectId}`);
  await aWhile();
  const sending = await sendTo(5);
  const { email } = await inviteStaff(admin, { email: uniqueEmail(), role: "viewer" });
  await waitUntil("held back", async () => (await sending.statuses()).every(({ status }) => status === "retrying"));
  expect(await sending.statuses()).toEqual([{ status: "retrying", error: expect.stringContaining("has to be entered again") }]);
  await waitUntil("it is in the log", () => logged().includes("AUTH_SECRET"));
  expect([environment, own, other].flatMap(({ received }) => received)).toEqual([]);
  await change({ server: at(own, "gatehouse") });
  await aWhile();
  await hurry();
  await sending.sent();
  await waitUntil("mail to staff", async () => {
    await hurry();
    return own.messageIdsFor(email).length === 1;
  });
  expect(environment.received).toEqual([]);
}, 60_000);

test("a server that is given without its password's user never hears of it, and no log holds it", async () => {
  await change({ server: at(own, "gatehouse") });
  await expect(change({ server: { ...at(other), user: "gatehouse" } })).rejects.toMatchObject({ errorName: "invalid_input" });
  await change({ server: at(other) });
  await aWhile();
  await (await sendTo(3)).sent();
  expect(other.signInAttempts).toEqual([]);
  expect(own.signInAttempts.every((each) => each.password === password)).toBe(true);
  expect(logged()).not.toMatch(/sesame|b3BlbiBzZXNhbWU/);
  const kept = await queryRows(
    db,
    sql`select e::text as row from events e union all select j::text from pgboss.job j union all select d::text from deliveries d`,
  );
  expect(JSON.stringify(kept)).not.toContain("sesame");
}, 60_000);
