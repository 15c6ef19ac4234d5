import { createSign, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { getSystem } from "@/core/system";
import { queryRows } from "@/db/query";
import { newId, sha256Hex } from "@/lib/ids";
import { apiClient } from "@/tests/harness/api";
import { deliveryStatus, textBounce } from "@/tests/harness/bounce-messages";
import { createCertificate } from "@/tests/harness/certificate";
import { getErrorName } from "@/tests/harness/errors";
import { fingerprintDatabase, insertLead, insertProject, uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { createSend, getDeliveriesByEmail } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { removeSuppression } from "../suppressions/remove";
import { getSuppressionReason } from "../suppressions/unsubscribe";
import { readBounceMessage } from "./dsn";
import { receiveReport, saveProviderWebhooks } from "./provider-webhooks";
import { recordReport } from "./record";

const app = await createTestApp();
const password = "a password for Postmark";
const signingSecret = `whsec_${Buffer.from("a secret for the tests of Resend").toString("base64")}`;
const topicArn = "arn:aws:sns:eu-central-1:123456789012:bounces";
const host = "https://sns.eu-central-1.amazonaws.com";

/** A project with all webhooks, and a lead who was sent an email. */
async function createProject() {
  const { ctx, publicKey, secretKey } = await insertProject(app.ctx);
  await saveProviderWebhooks(ctx, { ses: topicArn, postmark: password, resend: signingSecret });
  const email = await insertLead(ctx);
  const { id } = await createSend(ctx, [email]);
  await ctx.db.execute(sql`update deliveries set status = 'sent', attempts = 1 where project_id = ${ctx.projectId}`);
  const delivery = async () => (await getDeliveriesByEmail(ctx, id)).get(email);
  const messageId = `<${(await delivery())?.id}@codes.example.org>`;
  return { ctx, publicKey, secretKey, email, messageId, status: async () => (await delivery())?.status };
}

const asRequest = (body: string, headers: Record<string, string> = {}) => ({ bytes: Buffer.from(body), headers: new Headers(headers) });

const noFetch = async (url: string): Promise<string> => expect.fail(`requested ${url}`);

const postmark = (event: object, secret = password) =>
  asRequest(JSON.stringify(event), { authorization: `Basic ${btoa(`gatehouse:${secret}`)}` });

function resend(event: object, { at = new Date(), id = `msg_${uniqueId()}`, secret = signingSecret } = {}) {
  const body = JSON.stringify(event);
  return asRequest(body, {
    "svix-id": id,
    "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
    "svix-signature": new Webhook(secret).sign(id, at, body),
  });
}

const { cert, key } = createCertificate("sns.amazonaws.com");

type SnsFields = Record<string, string>;

/** A message of SNS, signed like Amazon does. `changes` are made after it was signed. */
function sns(fields: SnsFields, { changes = {} as SnsFields, version = "2" } = {}) {
  const message: SnsFields = {
    Type: "Notification",
    MessageId: uniqueId(),
    TopicArn: topicArn,
    Message: "{}",
    Timestamp: new Date().toISOString(),
    SignatureVersion: version,
    SigningCertURL: `${host}/SimpleNotificationService-${uniqueId()}.pem`,
    ...fields,
  };
  const names =
    message.Type === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
  const text = names.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join("");
  const Signature = createSign(version === "1" ? "RSA-SHA1" : "RSA-SHA256")
    .update(text)
    .sign(key, "base64");
  return asRequest(JSON.stringify({ ...message, Signature, ...changes }), { "content-type": "text/plain" });
}

const fetchCertificate = async (url: string): Promise<string> => (url.endsWith(".pem") ? cert : noFetch(url));

const sesBounce = (email: string, { type = "Permanent", messageId = "" } = {}) =>
  JSON.stringify({
    notificationType: "Bounce",
    bounce: {
      bounceType: type,
      bounceSubType: "General",
      bouncedRecipients: [{ emailAddress: email, diagnosticCode: "smtp; 550 5.1.1 unknown" }],
    },
    mail: { messageId: "000001378603177f", commonHeaders: { messageId } },
  });

const sesComplaint = (email: string) =>
  JSON.stringify({ eventType: "Complaint", complaint: { complainedRecipients: [{ emailAddress: email }] }, mail: {} });

describe("a report of Amazon SES", () => {
  test.each(["1", "2"])("suppresses the lead of the email with the Message-ID, with signature version %s", async (version) => {
    const { ctx, email, messageId, status } = await createProject();
    const Message = sesBounce("forwarded@example.net", { messageId });
    expect(await receiveReport(ctx, "ses", sns({ Message }, { version }), fetchCertificate)).toEqual({ bounced: 1, complained: 0 });
    expect(await getSuppressionReason(ctx, email)).toBe("bounced");
    expect(await status()).toBe("bounced");
  });

  test("suppresses people who complained, and ignores temporary bounces and deliveries", async () => {
    const { ctx, email, status } = await createProject();
    for (const Message of [sesBounce(email, { type: "Transient" }), JSON.stringify({ notificationType: "Delivery" })])
      expect(await receiveReport(ctx, "ses", sns({ Message }), fetchCertificate)).toEqual({ bounced: 0, complained: 0 });
    expect(await getSuppressionReason(ctx, email)).toBeNull();
    expect(await receiveReport(ctx, "ses", sns({ Message: sesComplaint(email) }), fetchCertificate)).toEqual({ bounced: 0, complained: 1 });
    expect(await getSuppressionReason(ctx, email)).toBe("complained");
    expect(await status()).toBe("sent");
  });

  test("changes nothing if it is forged, from another topic or old, and requests only certificates of SNS", async () => {
    const { ctx, email } = await createProject();
    const Message = sesBounce(email);
    const otherArn = topicArn.replace("123456789012", "999999999999");
    const other = createCertificate("sns.amazonaws.com");
    const forged: [string, ReturnType<typeof sns>, typeof noFetch][] = [
      ["another message", sns({ Message: sesBounce("ada@example.org") }, { changes: { Message } }), fetchCertificate],
      ["no signature", sns({ Message }, { changes: { Signature: "" } }), fetchCertificate],
      ["another certificate", sns({ Message }), async () => other.cert],
      ["no certificate", sns({ Message }), async () => "Not found"],
      ["another topic", sns({ Message, TopicArn: otherArn }), noFetch],
      ["an old message", sns({ Message, Timestamp: new Date(Date.now() - 25 * 3_600_000).toISOString() }), noFetch],
      ["not JSON", asRequest("Bounce"), noFetch],
      ...[
        "http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem",
        "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem",
        "https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem",
        "https://evil.example/SimpleNotificationService-1.pem",
        "https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-1.pem",
        "https://evil@sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem",
        "https://sns.eu-central-1.amazonaws.com/evil/../bucket/SimpleNotificationService-1.pem",
        "https://sns.eu-central-1.amazonaws.com/?SimpleNotificationService-1.pem",
        "https://s3.amazonaws.com/evil/SimpleNotificationService-1.pem",
        "file:///etc/passwd",
      ].map((SigningCertURL): [string, ReturnType<typeof sns>, typeof noFetch] => [
        SigningCertURL,
        sns({ Message, SigningCertURL }),
        noFetch,
      ]),
    ];
    const before = await fingerprintDatabase(ctx.db);
    for (const [description, request, fetchText] of forged)
      await expect(receiveReport(ctx, "ses", request, fetchText), description).rejects.toMatchObject({ errorName: "report_not_verified" });
    expect(await fingerprintDatabase(ctx.db)).toEqual(before);
  });

  test("strangers can't use up the certificates of others by naming new ones", async () => {
    const { ctx, email } = await createProject();
    const message = (name: string, forged = false) =>
      sns(
        { Message: sesBounce(email), SigningCertURL: `${host}/SimpleNotificationService-${name}.pem` },
        forged ? { changes: { Signature: randomBytes(256).toString("base64") } } : {},
      );
    const receive = (request: ReturnType<typeof sns>) => getErrorName(receiveReport(ctx, "ses", request, async () => cert));
    const short = sns({ Message: "x", SigningCertURL: `${host}/SimpleNotificationService-0.pem` }, { changes: { Signature: btoa("x") } });
    await expect(receiveReport(ctx, "ses", short, noFetch)).rejects.toMatchObject({ errorName: "report_not_verified" });
    for (let count = 0; count < 100; count++) expect(await receive(message(`made-up-${count}`, true))).toBe("report_not_verified");
    expect(await receive(message("made-up", true))).toBe("too_many_requests");
    const known = `${host}/SimpleNotificationService-known.pem`;
    // As after a restart: the certificate verified a message before.
    await ctx.db.execute(sql`insert into system_reports (name, data) values (${`sns_certificate_${sha256Hex(known).slice(0, 32)}`}, '{}')`);
    expect(await receiveReport(ctx, "ses", message("known"), async () => cert)).toEqual({ bounced: 1, complained: 0 });
  });

  test("confirms the subscription of its topic, and requests no URL that the message names", async () => {
    const { ctx } = await createProject();
    const requested: string[] = [];
    const fetchText = async (url: string) => {
      requested.push(url);
      return url.endsWith(".pem") ? cert : "<ConfirmSubscriptionResponse/>";
    };
    const confirmation = { Type: "SubscriptionConfirmation", Token: "a token & more", SubscribeURL: "https://evil.example/" };
    expect(await receiveReport(ctx, "ses", sns(confirmation), fetchText)).toEqual({ bounced: 0, complained: 0 });
    expect(requested).toHaveLength(2);
    expect(requested[1]).toBe(
      `${host}/?${new URLSearchParams({ Action: "ConfirmSubscription", TopicArn: topicArn, Token: "a token & more" })}`,
    );
    requested.length = 0;
    await expect(receiveReport(ctx, "ses", sns({ ...confirmation, TopicArn: `${topicArn}2` }), fetchText)).rejects.toMatchObject({
      errorName: "report_not_verified",
    });
    expect(requested).toEqual([]);
  });
});

describe("a report of Postmark", () => {
  const bounce = (email: string, type = "HardBounce") => ({
    RecordType: "Bounce",
    ID: Math.floor(Math.random() * 1e9),
    Type: type,
    Email: email,
    Details: "smtp;550 5.1.1 unknown",
  });

  test("suppresses the lead, and marks the last email to them", async () => {
    const { ctx, email, status } = await createProject();
    expect(await receiveReport(ctx, "postmark", postmark(bounce(email.toUpperCase())), noFetch)).toEqual({ bounced: 1, complained: 0 });
    expect(await getSuppressionReason(ctx, email)).toBe("bounced");
    expect(await status()).toBe("bounced");
  });

  test("suppresses people who complained, and ignores temporary bounces", async () => {
    const { ctx, email } = await createProject();
    for (const type of ["SoftBounce", "Transient", "Blocked", "AutoResponder"])
      await receiveReport(ctx, "postmark", postmark(bounce(email, type)), noFetch);
    expect(await getSuppressionReason(ctx, email)).toBeNull();
    await receiveReport(ctx, "postmark", postmark({ RecordType: "SpamComplaint", ID: 1, Type: "SpamComplaint", Email: email }), noFetch);
    expect(await getSuppressionReason(ctx, email)).toBe("complained");
  });

  test("changes nothing without the password of the webhook", async () => {
    const { ctx, email } = await createProject();
    const body = JSON.stringify(bounce(email));
    const before = await fingerprintDatabase(ctx.db);
    for (const request of [
      postmark(bounce(email), "another password here"),
      asRequest(body),
      asRequest(body, { authorization: `Bearer ${password}` }),
    ])
      await expect(receiveReport(ctx, "postmark", request, noFetch)).rejects.toMatchObject({ errorName: "report_not_verified" });
    await saveProviderWebhooks(ctx, { postmark: null });
    await expect(receiveReport(ctx, "postmark", postmark(bounce(email)), noFetch)).rejects.toMatchObject({
      errorName: "report_not_verified",
    });
    await saveProviderWebhooks(ctx, { postmark: password });
    expect({ ...(await fingerprintDatabase(ctx.db)), "public.email_webhooks": "" }).toEqual({ ...before, "public.email_webhooks": "" });
  });
});

describe("a report of Resend", () => {
  const bounce = (email: string, type = "Permanent") => ({
    type: "email.bounced",
    data: { to: [email], bounce: { type, message: "550 unknown" } },
  });

  test("suppresses the lead once, however often it is sent", async () => {
    const { ctx, email, status } = await createProject();
    const request = resend(bounce(email));
    const results = await Promise.all(Array.from({ length: 4 }, () => receiveReport(ctx, "resend", request, noFetch)));
    expect(results.map(({ bounced }) => bounced).toSorted()).toEqual([0, 0, 0, 1]);
    expect(await status()).toBe("bounced");
    const before = await fingerprintDatabase(ctx.db);
    expect(await receiveReport(ctx, "resend", request, noFetch)).toEqual({ bounced: 0, complained: 0 });
    expect(await fingerprintDatabase(ctx.db)).toEqual(before);
    await removeSuppression(ctx, email);
    await receiveReport(ctx, "resend", request, noFetch);
    expect(await getSuppressionReason(ctx, email), "after a replay").toBeNull();
  });

  test("suppresses people who complained, and ignores temporary bounces and people who aren't leads", async () => {
    const { ctx, email } = await createProject();
    for (const event of [bounce(email, "Transient"), bounce(uniqueEmail()), { type: "email.delivered", data: { to: [email] } }])
      expect(await receiveReport(ctx, "resend", resend(event), noFetch)).toEqual({ bounced: 0, complained: 0 });
    expect(await queryRows(ctx.db, sql`select from suppressions where project_id = ${ctx.projectId}`)).toEqual([]);
    await receiveReport(ctx, "resend", resend({ type: "email.complained", data: { to: [email] } }), noFetch);
    expect(await getSuppressionReason(ctx, email)).toBe("complained");
  });

  test("changes nothing if it is forged or old", async () => {
    const { ctx, email } = await createProject();
    const otherSecret = `whsec_${Buffer.from("another secret of 32 characters!").toString("base64")}`;
    const tampered = { ...resend(bounce(uniqueEmail())), bytes: Buffer.from(JSON.stringify(bounce(email))) };
    const before = await fingerprintDatabase(ctx.db);
    for (const request of [
      tampered,
      resend(bounce(email), { secret: otherSecret }),
      resend(bounce(email), { at: new Date(Date.now() - 3_600_000) }),
      asRequest(JSON.stringify(bounce(email))),
    ])
      await expect(receiveReport(ctx, "resend", request, noFetch)).rejects.toMatchObject({ errorName: "report_not_verified" });
    expect(await fingerprintDatabase(ctx.db)).toEqual(before);
  });
});

describe("a bounce message", () => {
  const message = ({
    status = "5.1.1",
    action = "failed",
    recipient = "ada@example.org",
    original = "",
    type = "message/rfc822",
    reason = "5.1.1",
  }) =>
    Buffer.from(
      [
        "From: MAILER-DAEMON@mail.example.org",
        "Subject: Undelivered Mail Returned to Sender",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary="b"',
        "",
        "--b",
        "Content-Type: text/plain; charset=us-ascii",
        "",
        "I'm sorry to have to inform you that your message could not be delivered.",
        "",
        "--b",
        "Content-Description: Delivery report",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mail.example.org",
        "X-Postfix-Queue-ID: 4F2D1",
        "Arrival-Date: Tue, 24 Nov 2026 08:00:00 +0000 (UTC)",
        "",
        `Final-Recipient: rfc822; ${recipient}`,
        `Original-Recipient: rfc822;${recipient}`,
        `Action: ${action}`,
        `Status: ${status}`,
        "Remote-MTA: dns; mx.example.org",
        `Diagnostic-Code: smtp; 550 ${reason} <ada@example.org>: Recipient address`,
        "    rejected: User unknown",
        "",
        "--b",
        "Content-Description: Undelivered Message",
        `Content-Type: ${type}`,
        "",
        `Message-ID: ${original}`,
        "Subject: =?utf-8?q?Your_code?=",
        "",
        "Your code",
        "",
        "--b--",
        "",
      ].join("\r\n"),
    );

  test.each([
    ["message/rfc822", "5.1.1"],
    ["text/rfc822-headers", "5.0.0"],
  ])("finds the lead by the Message-ID in its %s, with status %s", async (type, status) => {
    const { ctx, email, messageId, ...lead } = await createProject();
    const report = await readBounceMessage(message({ recipient: email, original: messageId, type, status }));
    expect(await recordReport(ctx, "dsn", report)).toEqual({ bounced: 1, complained: 0 });
    expect(await getSuppressionReason(ctx, email)).toBe("bounced");
    expect(await lead.status()).toBe("bounced");
    const [row] = await queryRows<{ error: string }>(ctx.db, sql`select error from deliveries where project_id = ${ctx.projectId}`);
    expect(row?.error).toBe("550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown");
    expect(await recordReport(ctx, "dsn", report)).toEqual({ bounced: 0, complained: 0 });
  });

  test.each([
    [["Final-Recipient: rfc822; forwarded@example.net"], null],
    [["Final-Recipient: rfc822; forwarded@example.net", "Original-Recipient: rfc822; other@example.net"], null],
    [["Final-Recipient: rfc822; forwarded@example.net", "Original-Recipient: rfc822; EMAIL"], "bounced"],
    [["Final-Recipient: rfc822; <EMAIL>"], "bounced"],
    [["Final-Recipient: rfc822; local-user"], "bounced"],
  ])("with %j suppresses only the lead who is named, and lists one about someone else", async (named, reason) => {
    const { ctx, email, messageId, ...lead } = await createProject();
    const fields = [[...named.map((line) => line.replace("EMAIL", email.toUpperCase())), "Action: failed", "Status: 5.1.1"]];
    const report = await readBounceMessage(deliveryStatus({ original: [`Message-ID: ${messageId}`, ""], fields }));
    for (let count = 0; count < 2; count++) await recordReport(ctx, "dsn", report);
    expect(await getSuppressionReason(ctx, email)).toBe(reason);
    expect(await lead.status()).toBe(reason ?? "sent");
    const problems = (await getSystem(ctx)).unreadableReports.map(({ problem }) => problem);
    expect(problems).toEqual(reason ? [] : ["It is about another email address than the one that the email was sent to."]);
  });

  test("as text about another email address suppresses no one", async () => {
    const { ctx, email, messageId } = await createProject();
    const text = [
      "<forwarded@example.net>:",
      "550 5.1.1 User unknown",
      "",
      "--- Below this line is a copy of the message.",
      `Message-ID: ${messageId}`,
    ];
    await recordReport(ctx, "dsn", await readBounceMessage(textBounce(["From: MAILER-DAEMON@example.net"], text)));
    expect(await getSuppressionReason(ctx, email)).toBeNull();
    expect((await getSystem(ctx)).unreadableReports).toHaveLength(1);
  });

  test("whose answer names the project's sender suppresses no one", async () => {
    const { ctx, secretKey, email, messageId } = await createProject();
    await ctx.db.execute(
      sql`update projects set email_from = 'Acme <hello@acme.example>', email_reply_to = 'help@acme.example' where id = ${ctx.projectId}`,
    );
    for (const sender of ["hello@acme.example", "help@acme.example"]) {
      const fields = [
        [
          `Final-Recipient: rfc822; ${email}`,
          "Action: failed",
          "Status: 5.1.1",
          `Diagnostic-Code: smtp; 550 5.1.1 ${sender}: no such user`,
        ],
      ];
      const bytes = deliveryStatus({ original: [`Message-ID: ${messageId}`, ""], fields });
      const { data } = await apiClient(secretKey).post("/inbound/dsn", bytes, { headers: { "content-type": "message/rfc822" } });
      expect(data).toEqual({ bounced: 0, complained: 0 });
    }
    expect(await getSuppressionReason(ctx, email)).toBeNull();
  });

  test("changes nothing without the Message-ID of an email to a lead, because anyone can write to the address for bounces", async () => {
    const { ctx, email } = await createProject();
    const other = await createProject();
    for (const original of ["", "<other@example.org>", `<${newId()}@codes.example.org>`, other.messageId])
      expect(await recordReport(ctx, "dsn", await readBounceMessage(message({ recipient: email, original })))).toEqual({
        bounced: 0,
        complained: 0,
      });
    expect(await getSuppressionReason(ctx, email)).toBeNull();
    expect(await getSuppressionReason(other.ctx, other.email)).toBeNull();
  });

  test("is ignored if the failure is temporary or about the message, a policy, the sender or a full mailbox", async () => {
    const { ctx, email, messageId: original } = await createProject();
    for (const status of ["4.4.7", "4.1.1", "5.7.1", "5.1.8", "5.1.7", "5.2.2", "5.3.4", "5.0.0"])
      await recordReport(ctx, "dsn", await readBounceMessage(message({ recipient: email, status, reason: "5.7.1", original })));
    for (const action of ["delayed", "delivered", "relayed"])
      await recordReport(ctx, "dsn", await readBounceMessage(message({ recipient: email, action, original })));
    expect(await getSuppressionReason(ctx, email)).toBeNull();
  });

  test("is accepted by the API with the secret key only, in any encoding", async () => {
    const { ctx, email, messageId, secretKey, publicKey } = await createProject();
    const body = Buffer.concat([message({ recipient: email, original: messageId }), Buffer.from("\xe4\xf6", "latin1")]);
    const post = (key: string | null) => apiClient(key).post("/inbound/dsn", body, { headers: { "content-type": "message/rfc822" } });
    expect(await post(null)).toMatchObject({ status: 401, error: "bad_key" });
    expect(await post(publicKey)).toMatchObject({ status: 403, error: "secret_key_required" });
    expect(await getSuppressionReason(ctx, email)).toBeNull();
    expect((await post(secretKey)).data).toEqual({ bounced: 1, complained: 0 });
    expect((await post(secretKey)).data).toEqual({ bounced: 0, complained: 0 });
    expect(await getSuppressionReason(ctx, email)).toBe("bounced");
    const tooLarge = { headers: { "content-length": String(1024 * 1024 + 1) } };
    expect(await apiClient(secretKey).post("/inbound/dsn", "x", tooLarge)).toMatchObject({ error: "body_too_large" });
  });

  test("is rejected if it is another message", async () => {
    for (const text of ["", "Hello", "From: ada@example.org\r\nSubject: Out of office\r\n\r\nI'm away.", "\u0000\u0001", "{}"])
      await expect(readBounceMessage(Buffer.from(text))).rejects.toMatchObject({ errorName: "report_not_readable" });
  });

  test("can be a complaint", async () => {
    const { ctx, email, messageId, status } = await createProject();
    const complaint = [
      'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
      "",
      "--b",
      "Content-Type: message/feedback-report",
      "",
      "Feedback-Type: abuse",
      "User-Agent: Example/1.0",
      "",
      "--b",
      "Content-Type: message/rfc822",
      "",
      `Message-ID: ${messageId}`,
      "",
      "--b--",
    ].join("\r\n");
    expect(await recordReport(ctx, "dsn", await readBounceMessage(Buffer.from(complaint)))).toEqual({ bounced: 0, complained: 1 });
    expect(await getSuppressionReason(ctx, email)).toBe("complained");
    expect(await status()).toBe("sent");
  });
});
