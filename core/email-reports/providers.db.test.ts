import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getSuppressionReason } from "@/core/suppressions/unsubscribe";
import { getSystem } from "@/core/system";
import { queryRows } from "@/db/query";
import { apiClient } from "@/tests/harness/api";
import { deliveryStatus } from "@/tests/harness/bounce-messages";
import { insertLead, insertProject, uniqueId } from "@/tests/harness/factories";
import { postmarkRequest, type ReportRequest, resendRequest, snsRequest } from "@/tests/harness/report-requests";
import { createSend, getDeliveriesByEmail } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { readBounceMessage } from "./dsn";
import { receiveReport, saveProviderWebhooks } from "./provider-webhooks";
import { recordReport } from "./record";

const app = await createTestApp();
const password = "a password for Postmark";
const signingSecret = `whsec_${Buffer.from("a secret for the tests of Resend").toString("base64")}`;
const topicArn = "arn:aws:sns:eu-central-1:123456789012:bounces";

/** A project with all webhooks, and a lead who was sent an email. */
async function createProject() {
  const { ctx, secretKey } = await insertProject(app.ctx);
  await saveProviderWebhooks(ctx, { ses: topicArn, postmark: password, resend: signingSecret });
  const email = await insertLead(ctx);
  const { id } = await createSend(ctx, [email]);
  await ctx.db.execute(sql`update deliveries set status = 'sent', attempts = 1 where project_id = ${ctx.projectId}`);
  const delivery = (await getDeliveriesByEmail(ctx, id)).get(email);
  return { ctx, secretKey, email, messageId: `<${delivery?.id}@codes.example.org>` };
}

const noFetch = async (url: string): Promise<string> => expect.fail(`requested ${url}`);

const postmark = (ctx: Context, event: object | string) => receiveReport(ctx, "postmark", postmarkRequest(event, password), noFetch);
const resend = (ctx: Context, event: object | string) =>
  receiveReport(ctx, "resend", resendRequest(event, { secret: signingSecret }), noFetch);
const ses = (ctx: Context, notification: object | string) => {
  const { request, certificate } = snsRequest(notification, topicArn);
  return receiveReport(ctx, "ses", request, async () => certificate);
};

const unknownUser = "smtp;550 5.1.1 <ada@example.org> User unknown";
const sesMail = { messageId: "000001378603177f", commonHeaders: { messageId: "<generated-by@example.org>" } };

type Case = [
  description: string,
  send: (ctx: Context, email: string) => Promise<unknown>,
  reason: "bounced" | "complained" | "unsubscribed" | "staff" | null,
];

const cases: readonly Case[] = [
  [
    "Postmark: HardBounce",
    (ctx, Email) => postmark(ctx, { RecordType: "Bounce", ID: 1, Type: "HardBounce", Email, Details: unknownUser }),
    "bounced",
  ],
  ["Postmark: BadEmailAddress", (ctx, Email) => postmark(ctx, { RecordType: "Bounce", ID: 1, Type: "BadEmailAddress", Email }), "bounced"],
  [
    "Postmark: an ID as text and no details",
    (ctx, Email) =>
      postmark(ctx, { RecordType: "Bounce", ID: "4323372036854775201", Type: "HardBounce", Email, Details: null, Description: null }),
    "bounced",
  ],
  ["Postmark: no ID", (ctx, Email) => postmark(ctx, { RecordType: "Bounce", ID: null, Type: "HardBounce", Email }), "bounced"],
  [
    "Postmark: a display name",
    (ctx, email) => postmark(ctx, { RecordType: "Bounce", ID: 1, Type: "HardBounce", Email: `"Lovelace, Ada" <${email}>` }),
    "bounced",
  ],
  [
    "Postmark: a complaint in a bounce event",
    (ctx, Email) => postmark(ctx, { RecordType: "Bounce", ID: 1, Type: "SpamComplaint", TypeCode: 512, Email }),
    "complained",
  ],
  ["Postmark: a complaint", (ctx, Email) => postmark(ctx, { RecordType: "SpamComplaint", ID: 1, Type: null, Email }), "complained"],
  [
    "Postmark: a request to unsubscribe",
    (ctx, Email) => postmark(ctx, { RecordType: "Bounce", ID: 1, Type: "Unsubscribe", Email }),
    "unsubscribed",
  ],
  [
    "Postmark: a hard bounce whose answer blames the sender",
    (ctx, Email) =>
      postmark(ctx, { RecordType: "Bounce", ID: 1, Type: "HardBounce", Email, Details: "smtp;550 5.7.1 Sender rejected by policy" }),
    null,
  ],
  ...[
    "SoftBounce",
    "Transient",
    "Blocked",
    "ManuallyDeactivated",
    "AutoResponder",
    "AddressChange",
    "DnsError",
    "SpamNotification",
    "DMARCPolicy",
    "Unconfirmed",
    "Unknown",
  ].map(
    (Type): Case => [
      `Postmark: ${Type}`,
      (ctx, Email) => postmark(ctx, { RecordType: "Bounce", ID: 1, Type, Email, Details: unknownUser }),
      null,
    ],
  ),
  [
    "Postmark: the recipient unsubscribed",
    (ctx, Recipient) =>
      postmark(ctx, {
        RecordType: "SubscriptionChange",
        Recipient,
        Origin: "Recipient",
        SuppressSending: true,
        SuppressionReason: "ManualSuppression",
      }),
    "unsubscribed",
  ],
  [
    "Postmark: the account's people suppressed them",
    (ctx, Recipient) =>
      postmark(ctx, {
        RecordType: "SubscriptionChange",
        Recipient,
        Origin: "Customer",
        SuppressSending: true,
        SuppressionReason: "ManualSuppression",
      }),
    "staff",
  ],
  [
    "Postmark: suppressed after a complaint",
    (ctx, Recipient) =>
      postmark(ctx, {
        RecordType: "SubscriptionChange",
        Recipient,
        Origin: "Recipient",
        SuppressSending: true,
        SuppressionReason: "SpamComplaint",
      }),
    "complained",
  ],
  [
    "Postmark: reactivated",
    (ctx, Recipient) =>
      postmark(ctx, { RecordType: "SubscriptionChange", Recipient, Origin: "Customer", SuppressSending: false, SuppressionReason: null }),
    null,
  ],
  ["Postmark: delivered", (ctx, Recipient) => postmark(ctx, { RecordType: "Delivery", Recipient }), null],
  [
    "Resend: to as text",
    (ctx, to) => resend(ctx, { type: "email.bounced", data: { to, bounce: { type: "Permanent", message: "550 unknown" } } }),
    "bounced",
  ],
  [
    "Resend: a display name",
    (ctx, email) =>
      resend(ctx, {
        type: "email.bounced",
        data: { to: [`Ada Lovelace <${email}>`], bounce: { type: "Permanent", subType: "General", message: null } },
      }),
    "bounced",
  ],
  [
    "Resend: to as text with a display name",
    (ctx, email) => resend(ctx, { type: "email.complained", data: { to: `"Ada <3" <${email.toUpperCase()}>`, headers: null } }),
    "complained",
  ],
  [
    "Resend: no headers and a lower-case type",
    (ctx, email) =>
      resend(ctx, {
        type: "email.bounced",
        data: {
          to: [email],
          headers: {},
          bounce: { type: "permanent", subType: "NoEmail", diagnosticCode: ["smtp; 550 5.1.1 no such user"] },
        },
      }),
    "bounced",
  ],
  [
    "Resend: suppressed",
    (ctx, email) =>
      resend(ctx, {
        type: "email.suppressed",
        data: { to: [email], suppressed: { message: "On the account suppression list", type: "OnAccountSuppressionList" } },
      }),
    "bounced",
  ],
  [
    "Resend: transient",
    (ctx, email) => resend(ctx, { type: "email.bounced", data: { to: [email], bounce: { type: "Transient", subType: "MailboxFull" } } }),
    null,
  ],
  [
    "Resend: undetermined",
    (ctx, email) => resend(ctx, { type: "email.bounced", data: { to: [email], bounce: { type: "Undetermined", message: unknownUser } } }),
    null,
  ],
  [
    "Resend: a permanent bounce that blames the sender",
    (ctx, email) =>
      resend(ctx, {
        type: "email.bounced",
        data: { to: [email], bounce: { type: "Permanent", diagnosticCode: ["smtp; 550 5.7.26 DMARC"] } },
      }),
    null,
  ],
  [
    "Resend: failed",
    (ctx, email) => resend(ctx, { type: "email.failed", data: { to: [email], failed: { reason: "reached_daily_quota" } } }),
    null,
  ],
  ["Resend: an event without an email", (ctx) => resend(ctx, { type: "domain.created", data: { id: "1" } }), null],
  [
    "SES: a display name",
    (ctx, email) =>
      ses(ctx, {
        notificationType: "Bounce",
        mail: sesMail,
        bounce: {
          bounceType: "Permanent",
          bounceSubType: "General",
          bouncedRecipients: [{ emailAddress: `Ada <${email}>`, status: "5.1.1", diagnosticCode: "smtp; 550 5.1.1 user unknown" }],
        },
      }),
    "bounced",
  ],
  [
    "SES: one recipient without a list",
    (ctx, emailAddress) =>
      ses(ctx, { notificationType: "Bounce", bounce: { bounceType: "Permanent", bouncedRecipients: { emailAddress } } }),
    "bounced",
  ],
  [
    "SES: event publishing",
    (ctx, emailAddress) =>
      ses(ctx, {
        eventType: "Bounce",
        mail: { commonHeaders: null, headers: null },
        bounce: {
          bounceType: "Permanent",
          bounceSubType: "OnAccountSuppressionList",
          bouncedRecipients: [{ emailAddress, diagnosticCode: null }],
        },
      }),
    "bounced",
  ],
  [
    "SES: undetermined",
    (ctx, emailAddress) =>
      ses(ctx, {
        notificationType: "Bounce",
        bounce: { bounceType: "Undetermined", bounceSubType: "Undetermined", bouncedRecipients: [{ emailAddress }] },
      }),
    null,
  ],
  [
    "SES: a permanent bounce that blames the sender",
    (ctx, emailAddress) =>
      ses(ctx, {
        notificationType: "Bounce",
        bounce: {
          bounceType: "Permanent",
          bounceSubType: "General",
          bouncedRecipients: [{ emailAddress, diagnosticCode: "smtp; 550 5.7.1 sender rejected" }],
        },
      }),
    null,
  ],
  [
    "SES: a complaint",
    (ctx, emailAddress) =>
      ses(ctx, {
        eventType: "Complaint",
        mail: sesMail,
        complaint: { complainedRecipients: [{ emailAddress }], complaintSubType: null, complaintFeedbackType: "abuse" },
      }),
    "complained",
  ],
  [
    "SES: a complaint from before",
    (ctx, emailAddress) =>
      ses(ctx, {
        notificationType: "Complaint",
        complaint: { complainedRecipients: [{ emailAddress }], complaintSubType: "OnAccountSuppressionList" },
      }),
    "complained",
  ],
  [
    "SES: a complaint taken back",
    (ctx, emailAddress) =>
      ses(ctx, {
        notificationType: "Complaint",
        complaint: { complainedRecipients: [{ emailAddress }], complaintFeedbackType: "not-spam" },
      }),
    null,
  ],
  ["SES: a topic that was set up", (ctx) => ses(ctx, "Successfully validated SNS topic for Amazon SES event publishing."), null],
  [
    "SES: a subscription that was confirmed",
    (ctx) => ses(ctx, { notificationType: "AmazonSnsSubscriptionSucceeded", message: "You have successfully subscribed" }),
    null,
  ],
];

test.each(cases)("%s", async (_, send, reason) => {
  const { ctx, email } = await createProject();
  await send(ctx, email);
  expect(await getSuppressionReason(ctx, email)).toBe(reason);
  expect((await getSystem(ctx)).unreadableReports).toEqual([]);
});

test("reports of Postmark whose IDs differ only beyond 2^53 are different reports", async () => {
  const { ctx, email } = await createProject();
  const otherEmail = await insertLead(ctx);
  const report = (id: string, Email: string) =>
    postmark(ctx, JSON.stringify({ RecordType: "Bounce", ID: "?", Type: "HardBounce", Email }).replace('"?"', id));
  expect(await report("4323372036854775201", email)).toEqual({ bounced: 1, complained: 0 });
  expect(await report("4323372036854775202", otherEmail)).toEqual({ bounced: 1, complained: 0 });
  expect(await report("4323372036854775201", otherEmail), "repeated").toEqual({ bounced: 0, complained: 0 });
  expect(await queryRows(ctx.db, sql`select id from email_reports where project_id = ${ctx.projectId} order by id`)).toEqual([
    { id: "Bounce 4323372036854775201" },
    { id: "Bounce 4323372036854775202" },
  ]);
});

test("verified reports that can't be read return zeros, and are listed with the reason and without content", async () => {
  const { ctx, email } = await createProject();
  const unreadable: [source: string, Promise<unknown>, problem: RegExp][] = [
    ["postmark", postmark(ctx, `{ "Email": "${email}"`), /isn't JSON/],
    [
      "postmark",
      postmark(ctx, { RecordType: "Bounce", ID: 1, Type: "HardBounce", Email: { address: email } }),
      /^The field Email can't be read: .+$/,
    ],
    ["postmark", postmark(ctx, `"${email}"`), /^The field at the top can't be read/],
    [
      "resend",
      resend(ctx, { type: "email.bounced", data: { to: [{ email }], bounce: { type: "Permanent" } } }),
      /^The field data\.to\.0 can't be read/,
    ],
    ["resend", resend(ctx, { type: "email.bounced", data: { to: [email] } }), /^The field data\.bounce can't be read/],
    ["ses", ses(ctx, `A message about ${email}`), /isn't JSON/],
    ["ses", ses(ctx, { notificationType: "Bounce", bounce: { bounceType: "Permanent" } }), /bouncedRecipients/],
    [
      "dsn",
      readBounceMessage(deliveryStatus({ fields: [] })).then((report) => recordReport(ctx, "dsn", report)),
      /doesn't say which recipients/,
    ],
  ];
  for (const [source, report, problem] of unreadable) {
    expect(await report).toEqual({ bounced: 0, complained: 0 });
    const { unreadableReports } = await getSystem(ctx);
    expect(unreadableReports.some((each) => each.source === source && problem.test(each.problem))).toBe(true);
    expect(JSON.stringify(unreadableReports)).not.toContain(email);
  }
  expect((await getSystem(ctx)).unreadableReports).toHaveLength(unreadable.length);
  expect(await getSuppressionReason(ctx, email)).toBeNull();
});

test("the last 100 reports that can't be read are listed, and each once", async () => {
  const { ctx } = await createProject();
  await ctx.db.execute(sql`insert into email_reports (project_id, source, id, problem, created_at)
    select ${ctx.projectId}, 'ses', 'old-' || n, 'Old', now() - interval '1 day' - make_interval(mins => n) from generate_series(1, 100) n`);
  for (const _ of [1, 2]) await postmark(ctx, "{");
  const { unreadableReports } = await getSystem(ctx);
  expect(unreadableReports).toHaveLength(100);
  expect(unreadableReports.slice(0, 2).map(({ source }) => source)).toEqual(["postmark", "ses"]);
});

test("a report is recorded when it is sent again after it couldn't be read", async () => {
  const { ctx, email, messageId } = await createProject();
  const recipients = [{ reason: "bounced", email, messageId, detail: "550 5.1.1 unknown" }] as const;
  const id = uniqueId();
  await recordReport(ctx, "dsn", { id, recipients: [], problem: "It can't be read." });
  expect(await recordReport(ctx, "dsn", { id, recipients })).toEqual({ bounced: 1, complained: 0 });
  expect((await getSystem(ctx)).unreadableReports).toEqual([]);
});

test("a bounce message about another copy of the email doesn't suppress the lead", async () => {
  const { ctx, email, messageId, secretKey } = await createProject();
  const message = deliveryStatus({
    original: [`Message-ID: ${messageId}`, ""],
    fields: [
      [`Final-Recipient: rfc822; ${email}`, "Action: delivered", "Status: 2.0.0"],
      ["Final-Recipient: rfc822; copy@example.org", "Action: failed", "Status: 5.1.1"],
    ],
  });
  const { data } = await apiClient(secretKey).post("/inbound/dsn", message, { headers: { "content-type": "message/rfc822" } });
  expect(data).toEqual({ bounced: 0, complained: 0 });
  expect(await getSuppressionReason(ctx, email)).toBeNull();
});

test("a report finds the lead by any of its Message-IDs, the most likely first", async () => {
  const { ctx, email, messageId } = await createProject();
  const report = (references: string) =>
    readBounceMessage(
      deliveryStatus({
        header: ["From: postmaster@example.net", `References: ${references}`],
        original: null,
        fields: [[`Final-Recipient: rfc822; ${email}`, "Action: failed", "Status: 5.1.1"]],
      }),
    );
  const unknown = "<99999999-3c39-4b8f-9a51-1f0a4c2d7e66@example.org>";
  expect(await recordReport(ctx, "dsn", await report(unknown))).toEqual({ bounced: 0, complained: 0 });
  expect(await recordReport(ctx, "dsn", await report(`${messageId} ${unknown}`))).toEqual({ bounced: 1, complained: 0 });
  expect(await getSuppressionReason(ctx, email)).toBe("bounced");
});

const requests: readonly [provider: "postmark" | "resend" | "ses", request: ReportRequest][] = [
  ["postmark", postmarkRequest("{", "another password here")],
  ["resend", resendRequest("{", { secret: `whsec_${Buffer.from("another secret of 32 characters!").toString("base64")}` })],
  ["ses", { bytes: Buffer.from("{"), headers: new Headers() }],
];

test.each(requests)("an unreadable report that isn't from %s is refused and not listed", async (provider, request) => {
  const { ctx } = await createProject();
  await expect(receiveReport(ctx, provider, request, noFetch)).rejects.toMatchObject({ errorName: "report_not_verified" });
  expect((await getSystem(ctx)).unreadableReports).toEqual([]);
});
