import * as z from "zod";
import { endpoint } from "./endpoint";
import type { EmailProvider } from "./enums";

const tag = "Suppressions";

const ReportReply = z.object({
  bounced: z.number().int().meta({ description: "The number of leads whose email bounced permanently." }),
  complained: z.number().int().meta({ description: "The number of leads who reported an email as spam." }),
});

const reportLimit = 1024 * 1024;

const reportDescription =
  "Leads whose email bounced permanently, or who reported it as spam, are suppressed with the reason `bounced` or `complained`. The email gets the status `bounced`, and an open invitation ends. Leads who unsubscribed at the provider are suppressed too, and not counted. Failures that aren't about the recipient, temporary ones and recipients who aren't leads are ignored. A repeated report changes nothing and returns zeros. So does a report that can't be read, which is listed under *Settings › System*.";

const bounceMessage = [
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
  "",
  "--b",
  "Content-Type: message/delivery-status",
  "",
  "Reporting-MTA: dns; mx.example.org",
  "",
  "Final-Recipient: rfc822; ada@example.org",
  "Action: failed",
  "Status: 5.1.1",
  "Diagnostic-Code: smtp; 550 5.1.1 No such user",
  "",
  "--b",
  "Content-Type: text/rfc822-headers",
  "",
  "Message-ID: <5f0c1d6e-3c39-4b8f-9a51-1f0a4c2d7e66@example.org>",
  "",
  "--b--",
  "",
].join("\r\n");

export const reportBounceMessageEndpoint = endpoint({
  method: "POST",
  path: "/inbound/dsn",
  tag,
  summary: "Report a bounce message",
  description: `Takes the raw message that a mail server sent back: a delivery status notification (RFC 3464 or 6533), a bounce message as text, or a complaint (RFC 5965). Other messages are refused. It must contain the Message-ID of the email, which bounce messages return: anyone can write to the address that receives them. ${reportDescription}`,
  access: ["secret_key"],
  rawBody: { contentType: "message/rfc822", limit: reportLimit, example: bounceMessage },
  reply: ReportReply,
  errors: ["report_not_readable"],
  example: { reply: { bounced: 1, complained: 0 } },
});

const providers = {
  ses: {
    name: "Amazon SES",
    verification:
      "Checks the signature of Amazon SNS and that it is from the topic in the settings. Confirms the subscription of that topic.",
    contentType: "text/plain",
    example: '{"Type": "Notification", "MessageId": "…", "TopicArn": "…", "Message": "…", "Signature": "…"}',
  },
  postmark: {
    name: "Postmark",
    verification: "Checks the username and password of the webhook (HTTP basic authentication).",
    contentType: "application/json",
    example: '{"RecordType": "Bounce", "ID": 42, "Type": "HardBounce", "Email": "ada@example.org"}',
  },
  resend: {
    name: "Resend",
    verification: "Checks the signature of Svix.",
    contentType: "application/json",
    example: '{"type": "email.bounced", "data": {"to": ["ada@example.org"], "bounce": {"type": "Permanent"}}}',
  },
} as const satisfies Record<EmailProvider, { name: string; verification: string; contentType: string; example: string }>;

const webhookEndpoint = <const Provider extends EmailProvider>(provider: Provider) => {
  const { name, verification, contentType, example } = providers[provider];
  return endpoint({
    method: "POST",
    path: `/inbound/${provider}`,
    tag,
    summary: `Receive reports from ${name}`,
    description: `The webhook that ${name} calls. ${verification} Set it up under *Settings › Email delivery*. ${reportDescription}`,
    access: [],
    rawBody: { contentType, limit: reportLimit, example },
    reply: ReportReply,
    errors: ["report_not_verified", "too_many_requests"],
    example: { reply: { bounced: 1, complained: 0 } },
  });
};

export const receiveSesReportEndpoint = webhookEndpoint("ses");
export const receivePostmarkReportEndpoint = webhookEndpoint("postmark");
export const receiveResendReportEndpoint = webhookEndpoint("resend");
