import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { deleteCode } from "@/core/codes/delete";
import { sendCode } from "@/core/codes/send";
import { deleteLead } from "@/core/leads/delete";
import { retryDelays } from "@/core/sends/deliver";
import { queryRows } from "@/db/query";
import { insertCode, insertLead, insertLeads, uniqueEmail } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const sink = await startSmtpSink();
await startWorker({ url, smtpUrl: sink.url, mailFrom: "The Gate <codes@example.org>" });
beforeEach(() => {
  sink.onRecipient = () => null;
  sink.received.length = 0;
});

type Delivery = { id: string; status: string; attempts: number; error: string | null; wait: number | null };

async function sendOf(text: string, emails: string[]) {
  const { sendId } = await sendCode(ctx, { code: normalizeCode(text), emails });
  return sendId;
}

async function deliveryTo(email: string): Promise<Delivery | undefined> {
  const [row] = await queryRows<Delivery>(
    db,
    sql`select id, status, attempts, error, extract(epoch from next_attempt_at - updated_at)::float as wait from deliveries where email = ${email}`,
  );
  return row;
}

const settledAs = (status: string, email: string, attempts?: number) =>
  waitUntil(`${email} ${status}`, async () => {
    const found = await deliveryTo(email);
    return found?.status === status && (attempts === undefined || found.attempts === attempts) && found;
  });

/** Lets messages that wait be tried now. */
const hurry = () => db.execute(sql`update pgboss.job set start_after = now() where name = 'deliveries' and state in ('created', 'retry')`);

test("a 4xx is tried again, later each time, until the server relents; a 5xx is final and keeps the server's words", async () => {
  const [busy, full, gone] = [`busy-${uniqueEmail()}`, `full-${uniqueEmail()}`, `gone-${uniqueEmail()}`];
  for (const email of [busy, full, gone]) await insertLead(ctx, { email });
  sink.onRecipient = (email) => {
    if (email === gone) return { code: 550, message: "5.1.1 There is nobody of that name" };
    return email === busy || email === full ? { code: 451, message: "4.7.1 Come back later" } : null;
  };
  const others = await insertLeads(ctx, 20);
  await sendOf(await insertCode(ctx), [busy, ...others, full, gone]);

  expect(await settledAs("retrying", busy)).toMatchObject({ attempts: 1, error: "451 4.7.1 Come back later", wait: retryDelays[0] });
  expect(await settledAs("failed", gone)).toMatchObject({ attempts: 1, error: "550 5.1.1 There is nobody of that name", wait: null });
  for (const email of others) await settledAs("sent", email);

  await hurry();
  expect(await settledAs("retrying", busy, 2)).toMatchObject({ wait: retryDelays[1] });
  // The last try there is.
  await settledAs("retrying", full, 2);
  await db.execute(sql`update deliveries set attempts = ${retryDelays.length} where email = ${full}`);
  await db.execute(sql`update pgboss.job set data = data || jsonb_build_object('attempt', ${retryDelays.length + 1}::int, 'deliveryIds', jsonb_build_array(${(await deliveryTo(full))?.id}::text))
    where name = 'deliveries' and state = 'created' and data -> 'deliveryIds' ? ${(await deliveryTo(full))?.id}::text`);
  await hurry();
  expect(await settledAs("failed", full)).toMatchObject({ attempts: retryDelays.length + 1, error: "451 4.7.1 Come back later" });
});

test("mail that was put off is sent once when the server relents", async () => {
  sink.onRecipient = () => ({ code: 452, message: "4.3.1 Too much for now" });
  const emails = await insertLeads(ctx, 30);
  await sendOf(await insertCode(ctx), emails);
  for (const email of emails) await settledAs("retrying", email);
  sink.onRecipient = () => null;
  await hurry();
  for (const email of emails) expect(await settledAs("sent", email)).toMatchObject({ attempts: 2, error: null, wait: null });
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
});

test("while the mail server is down nothing is lost", async () => {
  await sink.stop();
  const emails = await insertLeads(ctx, 60);
  await sendOf(await insertCode(ctx), emails);
  for (const email of emails) expect((await settledAs("retrying", email)).error).toMatch(/ECONNREFUSED|closed/);
  await sink.start();
  await hurry();
  for (const email of emails) await settledAs("sent", email);
});

test("what is deleted or suppressed before its mail leaves gets none", async () => {
  sink.onRecipient = () => ({ code: 451, message: "4.7.1 Come back later" });
  const [kept = "", unsubscribed = "", deleted = "", ofDeletedCode = "", underWay = ""] = await insertLeads(ctx, 5);
  const [code, deletedCode, deletedUnderWay] = [await insertCode(ctx), await insertCode(ctx), await insertCode(ctx)];
  await sendOf(code, [kept, unsubscribed, deleted]);
  await sendOf(deletedCode, [ofDeletedCode]);
  await sendOf(deletedUnderWay, [underWay]);
  for (const email of [kept, unsubscribed, deleted, ofDeletedCode, underWay]) await settledAs("retrying", email);
  // As a worker leaves it that dies in its second try.
  await db.execute(sql`update deliveries set status = 'sending', attempts = 2 where email = ${underWay}`);

  await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${unsubscribed}, 'unsubscribed')`);
  await deleteLead(ctx, deleted);
  await deleteCode(ctx, normalizeCode(deletedCode));
  await deleteCode(ctx, normalizeCode(deletedUnderWay));
  sink.onRecipient = () => null;
  await hurry();
  await settledAs("sent", kept);
  await settledAs("suppressed", unsubscribed);
  await settledAs("canceled", ofDeletedCode);
  await settledAs("canceled", underWay);
  expect(await deliveryTo(deleted)).toBeUndefined();
  expect(sink.received.map((message) => message.to)).toEqual([kept]);
});

test("each message goes to one recipient, says the code in HTML and in text, and is named by its delivery", async () => {
  await db.execute(sql`update projects set name = ${"Gate\r\nBcc: spy@example.net\r\nhouse"} where id = ${ctx.projectId}`);
  onTestFinished(async () => void (await db.execute(sql`update projects set name = 'Gatehouse' where id = ${ctx.projectId}`)));
  const email = await insertLead(ctx, { firstname: "<b>Ada</b> & Söhne" });
  const code = await insertCode(ctx, { reservedFor: email });
  await sendOf(code, [email]);
  const { id } = await settledAs("sent", email);

  const [message, ...rest] = sink.received;
  expect(rest).toEqual([]);
  const mail = await PostalMime.parse(message?.source ?? "");
  expect(mail.messageId).toBe(`<${id}@example.org>`);
  expect(mail.to).toEqual([{ address: email, name: "" }]);
  expect(mail.from).toEqual({ address: "codes@example.org", name: "The Gate" });
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
  expect(mail.headers.map((header) => header.key)).not.toContain("bcc");
  expect(mail.subject).toContain("Your code for Gate");
  expect(mail.text).toContain("Hello <b>Ada</b> & Söhne,");
  expect(mail.text).toContain(code);
  expect(mail.html).toContain("&lt;b&gt;Ada&lt;/b&gt; &amp; Söhne");
  expect(mail.html).not.toContain("<b>");
  expect(mail.html).toContain(code);
});

test("mail leaves when it is queued, not when the worker next looks", async () => {
  const code = await insertCode(ctx);
  const waits: number[] = [];
  for (let sends = 0; sends < 5; sends++) {
    const email = await insertLead(ctx);
    await sendOf(code, [email]);
    const queued = performance.now();
    await waitUntil("the message", () => sink.messageIdsFor(email).length === 1);
    waits.push(performance.now() - queued);
    // The worker looks again as soon as it has sent something, and then not for two seconds.
    await settledAs("sent", email);
    await pause(150);
  }
  waits.sort((a, b) => a - b);
  expect(waits[2], `milliseconds until the sink had each: ${waits}`).toBeLessThan(1000);
});
