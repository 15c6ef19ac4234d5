import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { codeIdentity } from "@/contract/text";
import { remove as deleteCode } from "@/core/codes/delete";
import { send } from "@/core/codes/send";
import { remove as deleteLead } from "@/core/leads/delete";
import { backOff } from "@/core/sends/deliver";
import { rows } from "@/db/rows";
import { aCode, aLead, anAddress, someLeads } from "@/tests/harness/factories";
import { smtpSink } from "@/tests/harness/smtp-sink";
import { startWorker, until } from "@/tests/harness/worker";
import { aWorld } from "@/tests/harness/world";

const { ctx, db, url } = await aWorld();
const sink = await smtpSink();
await startWorker({ url, smtpUrl: sink.url, mailFrom: "The Gate <codes@example.org>" });
beforeEach(() => {
  sink.behave = () => null;
  sink.received.length = 0;
});

type Delivery = { id: string; status: string; attempts: number; error: string | null; wait: number | null };

async function sendOf(text: string, emails: string[]) {
  const { sendId } = await send(ctx, { code: codeIdentity(text), emails });
  return sendId;
}

async function deliveryTo(email: string): Promise<Delivery | undefined> {
  const [row] = await rows<Delivery>(
    db,
    sql`select id, status, attempts, error, extract(epoch from next_attempt_at - updated_at)::float as wait from deliveries where email = ${email}`,
  );
  return row;
}

const settledAs = (status: string, email: string, attempts?: number) =>
  until(`${email} ${status}`, async () => {
    const found = await deliveryTo(email);
    return found?.status === status && (attempts === undefined || found.attempts === attempts) && found;
  });

/** Lets messages that wait be tried now. */
const hurry = () => db.execute(sql`update pgboss.job set start_after = now() where name = 'deliver' and state in ('created', 'retry')`);

test("a 4xx is tried again, later each time, until the server relents; a 5xx is final and keeps the server's words", async () => {
  const [busy, full, gone] = [`busy-${anAddress()}`, `full-${anAddress()}`, `gone-${anAddress()}`];
  for (const email of [busy, full, gone]) await aLead(ctx, { email });
  sink.behave = (email) => {
    if (email === gone) return { code: 550, words: "5.1.1 There is nobody of that name" };
    return email === busy || email === full ? { code: 451, words: "4.7.1 Come back later" } : null;
  };
  const others = await someLeads(ctx, 20);
  await sendOf(await aCode(ctx), [busy, ...others, full, gone]);

  expect(await settledAs("retrying", busy)).toMatchObject({ attempts: 1, error: "451 4.7.1 Come back later", wait: backOff[0] });
  expect(await settledAs("failed", gone)).toMatchObject({ attempts: 1, error: "550 5.1.1 There is nobody of that name", wait: null });
  for (const email of others) await settledAs("sent", email);

  await hurry();
  expect(await settledAs("retrying", busy, 2)).toMatchObject({ wait: backOff[1] });
  // The last try there is.
  await settledAs("retrying", full, 2);
  await db.execute(sql`update deliveries set attempts = ${backOff.length} where email = ${full}`);
  await db.execute(sql`update pgboss.job set data = data || jsonb_build_object('attempt', ${backOff.length + 1}::int, 'deliveryIds', jsonb_build_array(${(await deliveryTo(full))?.id}::text))
    where name = 'deliver' and state = 'created' and data -> 'deliveryIds' ? ${(await deliveryTo(full))?.id}::text`);
  await hurry();
  expect(await settledAs("failed", full)).toMatchObject({ attempts: backOff.length + 1, error: "451 4.7.1 Come back later" });
});

test("mail that was put off is sent once when the server relents", async () => {
  sink.behave = () => ({ code: 452, words: "4.3.1 Too much for now" });
  const emails = await someLeads(ctx, 30);
  await sendOf(await aCode(ctx), emails);
  for (const email of emails) await settledAs("retrying", email);
  sink.behave = () => null;
  await hurry();
  for (const email of emails) expect(await settledAs("sent", email)).toMatchObject({ attempts: 2, error: null, wait: null });
  for (const email of emails) expect(sink.idsFor(email)).toHaveLength(1);
});

test("while the mail server is down nothing is lost", async () => {
  await sink.down();
  const emails = await someLeads(ctx, 60);
  await sendOf(await aCode(ctx), emails);
  for (const email of emails) expect((await settledAs("retrying", email)).error).toMatch(/ECONNREFUSED|closed/);
  await sink.up();
  await hurry();
  for (const email of emails) await settledAs("sent", email);
});

test("what is deleted or suppressed before its mail leaves gets none", async () => {
  sink.behave = () => ({ code: 451, words: "4.7.1 Come back later" });
  const [kept = "", unsubscribed = "", deleted = "", ofDeletedCode = "", underWay = ""] = await someLeads(ctx, 5);
  const [code, deletedCode, deletedUnderWay] = [await aCode(ctx), await aCode(ctx), await aCode(ctx)];
  await sendOf(code, [kept, unsubscribed, deleted]);
  await sendOf(deletedCode, [ofDeletedCode]);
  await sendOf(deletedUnderWay, [underWay]);
  for (const email of [kept, unsubscribed, deleted, ofDeletedCode, underWay]) await settledAs("retrying", email);
  // As a worker leaves it that dies in its second try.
  await db.execute(sql`update deliveries set status = 'sending', attempts = 2 where email = ${underWay}`);

  await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${unsubscribed}, 'unsubscribed')`);
  await deleteLead(ctx, deleted);
  await deleteCode(ctx, codeIdentity(deletedCode));
  await deleteCode(ctx, codeIdentity(deletedUnderWay));
  sink.behave = () => null;
  await hurry();
  await settledAs("sent", kept);
  await settledAs("suppressed", unsubscribed);
  await settledAs("cancelled", ofDeletedCode);
  await settledAs("cancelled", underWay);
  expect(await deliveryTo(deleted)).toBeUndefined();
  expect(sink.received.map((message) => message.to)).toEqual([kept]);
});

test("each message goes to one recipient, says the code in HTML and in text, and is named by its delivery", async () => {
  await db.execute(sql`update projects set name = ${"Gate\r\nBcc: spy@example.net\r\nhouse"} where id = ${ctx.projectId}`);
  onTestFinished(async () => void (await db.execute(sql`update projects set name = 'Gatehouse' where id = ${ctx.projectId}`)));
  const email = await aLead(ctx, { firstname: "<b>Ada</b> & Söhne" });
  const code = await aCode(ctx, { reservedFor: email });
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
  const code = await aCode(ctx);
  const waits: number[] = [];
  for (let sends = 0; sends < 5; sends++) {
    const email = await aLead(ctx);
    await sendOf(code, [email]);
    const queued = performance.now();
    await until("the message", () => sink.idsFor(email).length === 1);
    waits.push(performance.now() - queued);
    // The worker looks again as soon as it has sent something, and then not for two seconds.
    await settledAs("sent", email);
    await pause(150);
  }
  waits.sort((a, b) => a - b);
  expect(waits[2], `milliseconds until the sink had each: ${waits}`).toBeLessThan(1000);
});
