import { eq, sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import sharp from "sharp";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { deleteCode } from "@/core/codes/delete";
import { sendCode } from "@/core/codes/send";
import { deleteLead } from "@/core/leads/delete";
import { getOverview } from "@/core/overview";
import { sendAnnouncement } from "@/core/sends/announce";
import { retryDelaySeconds } from "@/core/sends/retry-delays";
import { retryWaitingEmails } from "@/core/sends/retry-waiting";
import { getSuppressionReason } from "@/core/suppressions/unsubscribe";
import { getSystem } from "@/core/system";
import { queryRows } from "@/db/query";
import { projects } from "@/db/schema";
import { connectSmtpServer, insertCode, insertLead, insertLeads, uniqueEmail } from "@/tests/harness/factories";
import { startSmtpSink } from "@/tests/harness/smtp-sink";
import { createTestApp } from "@/tests/harness/test-app";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx, db, url } = await createTestApp();
const sink = await startSmtpSink();
await connectSmtpServer(ctx, { port: Number(new URL(sink.url).port) });
await startWorker({ url, smtpUrl: sink.url, mailFrom: "The Gate <codes@example.org>" });
beforeEach(() => {
  sink.onRecipient = () => null;
  sink.received.length = 0;
});

type Delivery = { id: string; status: string; attempts: number; error: string | null; wait: number | null };

async function sendCodeTo(text: string, emails: string[]) {
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

const waitForStatus = (status: string, email: string, attempts?: number) =>
  waitUntil(`${email} ${status}`, async () => {
    const delivery = await deliveryTo(email);
    return delivery?.status === status && (attempts === undefined || delivery.attempts === attempts) && delivery;
  });

/** Makes queued retries due now. */
const makeRetriesDue = () =>
  db.execute(sql`update pgboss.job set start_after = now() where name = 'deliveries' and state in ('created', 'retry')`);

test("a 4xx is retried with increasing delays, a 5xx fails with the server's response, and unknown recipients are suppressed", async () => {
  const [busy, full, unknown, blocked] = [uniqueEmail(), uniqueEmail(), uniqueEmail(), uniqueEmail()];
  for (const email of [busy, full, unknown, blocked]) await insertLead(ctx, { email });
  sink.onRecipient = (email) => {
    if (email === blocked) return { code: 550, message: "5.7.1 Blocked" };
    if (email === unknown) return { code: 550, message: "5.1.1 No such user" };
    return email === busy || email === full ? { code: 451, message: "4.7.1 Come back later" } : null;
  };
  const others = await insertLeads(ctx, 20);
  await sendCodeTo(await insertCode(ctx), [busy, ...others, full, unknown, blocked]);

  expect(await waitForStatus("retrying", busy)).toMatchObject({
    attempts: 1,
    error: "451 4.7.1 Come back later",
    wait: retryDelaySeconds[0],
  });
  expect(await waitForStatus("bounced", unknown)).toMatchObject({ attempts: 1, error: "550 5.1.1 No such user", wait: null });
  expect(await getSuppressionReason(ctx, unknown)).toBe("bounced");
  expect(await waitForStatus("failed", blocked)).toMatchObject({ attempts: 1, error: "550 5.7.1 Blocked", wait: null });
  expect(await getSuppressionReason(ctx, blocked)).toBeNull();
  for (const email of others) await waitForStatus("sent", email);

  await makeRetriesDue();
  expect(await waitForStatus("retrying", busy, 2)).toMatchObject({ wait: retryDelaySeconds[1] });
  // The last attempt.
  await waitForStatus("retrying", full, 2);
  await db.execute(sql`update deliveries set attempts = ${retryDelaySeconds.length} where email = ${full}`);
  await db.execute(sql`update pgboss.job set data = data || jsonb_build_object('attempt', ${retryDelaySeconds.length + 1}::int, 'deliveryIds', jsonb_build_array(${(await deliveryTo(full))?.id}::text))
    where name = 'deliveries' and state = 'created' and data -> 'deliveryIds' ? ${(await deliveryTo(full))?.id}::text`);
  await makeRetriesDue();
  expect(await waitForStatus("failed", full)).toMatchObject({ attempts: retryDelaySeconds.length + 1, error: "451 4.7.1 Come back later" });
});

test("a deferred email is sent once when the server accepts it", async () => {
  sink.onRecipient = () => ({ code: 451, message: "4.3.0 Try again later" });
  const emails = await insertLeads(ctx, 30);
  await sendCodeTo(await insertCode(ctx), emails);
  for (const email of emails) await waitForStatus("retrying", email);
  sink.onRecipient = () => null;
  await makeRetriesDue();
  for (const email of emails) expect(await waitForStatus("sent", email)).toMatchObject({ attempts: 2, error: null, wait: null });
  for (const email of emails) expect(sink.messageIdsFor(email)).toHaveLength(1);
});

test("no email is lost while the mail server is down", async () => {
  await sink.stop();
  await db.execute(sql`update deliveries set status = 'failed' where status = 'retrying'`);
  const emails = await insertLeads(ctx, 60);
  await sendCodeTo(await insertCode(ctx), emails);
  for (const email of emails) expect((await waitForStatus("retrying", email)).error).toMatch(/ECONNREFUSED|closed/);
  const outage = await waitUntil("the outage is reported", async () => (await getSystem(ctx)).mailServer.unreachableSince);
  expect(Date.now() - Date.parse(outage)).toBeLessThan(60_000);
  expect((await getSystem(ctx)).mailServer).toMatchObject({ status: "unreachable", error: expect.stringMatching(/./), waiting: 60 });
  expect((await getOverview(ctx)).attention).toContainEqual({
    name: "mail_server_unreachable",
    count: 60,
    subject: null,
    message: expect.stringMatching(/^The mail server hasn't responded since \w+ \d+, \d{4}, \d\d:\d\d\. 60 emails are waiting\.$/),
  });

  // The server is still down. The delays start again, so retries don't use up the attempts.
  for (const attempts of [2, 3]) {
    expect(await retryWaitingEmails(ctx)).toEqual({ retried: 60 });
    for (const email of emails) expect((await waitForStatus("retrying", email, attempts)).wait).toBeCloseTo(retryDelaySeconds[0], 0);
  }
  await sink.start();
  expect(await retryWaitingEmails(ctx)).toEqual({ retried: 60 });
  for (const email of emails) await waitForStatus("sent", email);
  await waitUntil("the outage has ended", async () => (await getSystem(ctx)).mailServer.status === "connected");
  expect((await getOverview(ctx)).attention.map(({ name }) => name)).not.toContain("mail_server_unreachable");
  expect(await retryWaitingEmails(ctx)).toEqual({ retried: 0 });
});

test("a retry sends nothing to leads or for codes that were deleted or suppressed since", async () => {
  sink.onRecipient = () => ({ code: 451, message: "4.7.1 Come back later" });
  const [recipient = "", unsubscribed = "", deleted = "", leadOfDeletedCode = "", inProgress = ""] = await insertLeads(ctx, 5);
  const [code, deletedCode, deletedWhileSending] = [await insertCode(ctx), await insertCode(ctx), await insertCode(ctx)];
  await sendCodeTo(code, [recipient, unsubscribed, deleted]);
  await sendCodeTo(deletedCode, [leadOfDeletedCode]);
  await sendCodeTo(deletedWhileSending, [inProgress]);
  for (const email of [recipient, unsubscribed, deleted, leadOfDeletedCode, inProgress]) await waitForStatus("retrying", email);
  // The state after a worker died in its second attempt.
  await db.execute(sql`update deliveries set status = 'sending', attempts = 2 where email = ${inProgress}`);

  await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${unsubscribed}, 'unsubscribed')`);
  await deleteLead(ctx, deleted);
  await deleteCode(ctx, normalizeCode(deletedCode));
  await deleteCode(ctx, normalizeCode(deletedWhileSending));
  sink.onRecipient = () => null;
  await makeRetriesDue();
  await waitForStatus("sent", recipient);
  await waitForStatus("suppressed", unsubscribed);
  await waitForStatus("canceled", leadOfDeletedCode);
  await waitForStatus("canceled", inProgress);
  expect(await deliveryTo(deleted)).toBeUndefined();
  expect(sink.received.map((message) => message.to)).toEqual([recipient]);
});

test("each email is sent to one recipient, with the code in HTML and text and the delivery id as Message-ID", async () => {
  await db.execute(sql`update projects set name = ${"Gate\r\nBcc: spy@example.net\r\nhouse"} where id = ${ctx.projectId}`);
  onTestFinished(async () => void (await db.execute(sql`update projects set name = 'Gatehouse' where id = ${ctx.projectId}`)));
  const email = await insertLead(ctx, { firstname: "<b>Ada</b> & Söhne" });
  const code = await insertCode(ctx, { reservedFor: email });
  await sendCodeTo(code, [email]);
  const { id } = await waitForStatus("sent", email);

  const [message, ...rest] = sink.received;
  expect(rest).toEqual([]);
  const parsed = await PostalMime.parse(message?.source ?? "");
  expect(parsed.messageId).toBe(`<${id}@example.org>`);
  expect(parsed.to).toEqual([{ address: email, name: "" }]);
  expect(parsed.from).toEqual({ address: "codes@example.org", name: "The Gate" });
  expect([parsed.cc, parsed.bcc]).toEqual([undefined, undefined]);
  expect(parsed.headers.map((header) => header.key)).not.toContain("bcc");
  expect(parsed.subject).toContain("Your code for Gate");
  expect(parsed.text).toContain("Hello <b>Ada</b> & Söhne,");
  expect(parsed.text).toContain(code);
  expect(parsed.html).toContain("&lt;b&gt;Ada&lt;/b&gt; &amp; Söhne");
  expect(parsed.html).not.toContain("<b>");
  expect(parsed.html).toContain(code);
});

test("an email has the texts of the send, the project's footer, and its logo as a PNG inside the email", async () => {
  const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#2563eb" } })
    .webp()
    .toBuffer();
  const update = (changes: { logo: string | null; emailFooter: string | null }) =>
    db.update(projects).set(changes).where(eq(projects.id, ctx.projectId));
  await update({ logo: `data:image/webp;base64,${logo.toString("base64")}`, emailFooter: "Acme, 1 Main Street" });
  onTestFinished(async () => void (await update({ logo: null, emailFooter: null })));
  const email = await insertLead(ctx, { firstname: "[Ada](https://evil.example)" });
  await sendCode(ctx, {
    code: normalizeCode(await insertCode(ctx)),
    emails: [email],
    subject: "Welcome, {{lastname|you}}!",
    body: "**Hi** {{firstname}}\n\n{{code}}",
  });
  await waitForStatus("sent", email);
  const message = await PostalMime.parse(sink.received[0]?.source ?? "");
  expect(message.subject).toBe("Welcome, you!");
  expect(message.html).toContain("<strong>Hi</strong> <bdi>[Ada](https://evil.example)</bdi>");
  expect(message.text).toContain("Hi [Ada](https://evil.example)");
  for (const part of [message.html, message.text]) expect(part).toContain("Acme, 1 Main Street");
  expect(message.html).toContain('src="cid:logo@gatehouse"');
  const [image, ...others] = message.attachments;
  expect(others).toEqual([]);
  expect(image).toMatchObject({ mimeType: "image/png", disposition: "inline", related: true, contentId: "<logo@gatehouse>" });
  expect(await sharp(image?.content as ArrayBuffer).metadata()).toMatchObject({ format: "png", width: 64, height: 64 });
  expect(message.headers.find(({ key }) => key === "list-unsubscribe")?.value).toMatch(/^<http/);
});

test("an announcement is delivered at its time, with an unsubscribe link and its own button", async () => {
  const [now, later] = [await insertLead(ctx, { firstname: "**Ada**" }), await insertLead(ctx)];
  const texts = { subject: "News for {{firstname|you}}", body: "- {{firstname}}\n\n{{button}}", button: "Read it" };
  const buttonUrl = "https://example.org/news?a=1&b=2";
  await sendAnnouncement(ctx, { ...texts, buttonUrl, emails: [later], scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
  await sendAnnouncement(ctx, { ...texts, buttonUrl, emails: [now] });
  await waitForStatus("sent", now);
  expect(await deliveryTo(later)).toMatchObject({ status: "queued" });
  const message = await PostalMime.parse(sink.received[0]?.source ?? "");
  expect(message.subject).toBe("News for **Ada**");
  expect(message.html).toContain("<li><bdi>**Ada**</bdi></li>");
  expect(message.html).toContain('href="https://example.org/news?a=1&amp;b=2"');
  expect(message.text).toContain(buttonUrl);
  const header = (name: string) => message.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe")).toMatch(/^<http.*unsubscribe/);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(header("list-id")).toMatch(/^<leads\.[\w.-]+>$/);
  expect(["auto-submitted", "x-auto-response-suppress"].map(header)).toEqual(["auto-generated", "All"]);
  expect(message.text).toMatch(/Unsubscribe\s+http/);
  await makeRetriesDue();
  await waitForStatus("sent", later);
});
