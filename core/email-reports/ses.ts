import { createVerify, X509Certificate } from "node:crypto";
import * as z from "zod";
import { topicArnPattern } from "@/contract/email-delivery";
import { currentTime } from "@/lib/clock";
import { ApiError } from "../api-error";
import { listOf, OptionalText, readJson } from "./json";
import { isProviderBounce } from "./recipient-failure";
import type { EmailReport, ReportedRecipient } from "./record";
import { mailboxEmail } from "./report-fields";

// Amazon SES publishes reports to an SNS topic, which posts them.
// https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
// https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html

const SnsMessage = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.base64(),
  SigningCertURL: z.string(),
  SubscribeURL: z.string().optional(),
  Token: z.string().max(2000).optional(),
});
type SnsMessage = z.output<typeof SnsMessage>;

/** SNS retries for an hour at most. An older message is a replay. */
const maxAgeMs = 24 * 3_600_000;

/** Returns the text at a URL, without following redirects. */
export type FetchText = (url: string) => Promise<string>;

type SesInput = {
  body: string;
  topicArn: string;
  fetchText: FetchText;
  /** Called with each certificate that a message was signed with. */
  onCertificate?: (url: string, pem: string) => Promise<void>;
  now?: number;
};

/**
 * Reads a message of the SNS topic. Anyone can create a topic that Amazon signs for, so it must be the given one. Confirms the subscription
 * of the topic, and returns a report without recipients then. Throws `report_not_verified` or `report_not_readable`.
 */
export async function readSesReport({ body, topicArn, fetchText, onCertificate, now = currentTime() }: SesInput): Promise<EmailReport> {
  const message = readEnvelope(body);
  if (message.TopicArn !== topicArn || Math.abs(now - Date.parse(message.Timestamp)) > maxAgeMs) throw new ApiError("report_not_verified");
  const host = snsHost(topicArn);
  if (!isCertificateUrl(message.SigningCertURL, host)) throw new ApiError("report_not_verified");
  // Nothing is fetched for what can't be a signature.
  if (Buffer.from(message.Signature, "base64").length < 64) throw new ApiError("report_not_verified");
  const certificate = await fetchText(message.SigningCertURL);
  if (!isSigned(message, certificate, now)) throw new ApiError("report_not_verified");
  await onCertificate?.(message.SigningCertURL, certificate);
  const { Type: type, MessageId: id, Token: token = "" } = message;
  if (type === "Notification") return { id, recipients: readNotification(message.Message) };
  // The URL is built from the topic, so that a message can't make us request another one.
  if (type === "SubscriptionConfirmation")
    await fetchText(`https://${host}/?${new URLSearchParams({ Action: "ConfirmSubscription", TopicArn: topicArn, Token: token })}`);
  return { id, recipients: [] };
}

/** Reads a message of SNS. Without one, there is no signature. */
function readEnvelope(body: string): SnsMessage {
  try {
    return readJson(SnsMessage, body);
  } catch {
    throw new ApiError("report_not_verified");
  }
}

/** The host of SNS in the region of a topic. */
function snsHost(topicArn: string): string {
  const [, region = ""] = topicArnPattern.exec(topicArn) ?? [];
  return `sns.${region}.amazonaws.com${topicArn.startsWith("arn:aws-cn:") ? ".cn" : ""}`;
}

/** Whether a URL is that of a signing certificate of SNS. */
const isCertificateUrl = (url: string, host: string): boolean =>
  url.startsWith(`https://${host}/`) && /^\/SimpleNotificationService-[\w-]+\.pem$/.test(url.slice(`https://${host}`.length));

/** The fields that are signed, in this order. */
const signedFields = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
} as const satisfies Record<SnsMessage["Type"], readonly (keyof SnsMessage)[]>;

function isSigned(message: SnsMessage, pem: string, now: number): boolean {
  const text = signedFields[message.Type].map((field) => (message[field] === undefined ? "" : `${field}\n${message[field]}\n`)).join("");
  try {
    const certificate = new X509Certificate(pem);
    if (Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now) return false;
    const verify = createVerify(message.SignatureVersion === "2" ? "RSA-SHA256" : "RSA-SHA1");
    return verify.update(text, "utf8").verify(certificate.publicKey, message.Signature, "base64");
  } catch {
    return false;
  }
}

const SesNotification = z.object({
  /** Of notifications of an identity, and of event publishing. */
  notificationType: OptionalText,
  eventType: OptionalText,
});

const Recipients = listOf(z.object({ emailAddress: z.string(), diagnosticCode: OptionalText }));
const Mail = z
  .object({
    commonHeaders: z.object({ messageId: OptionalText }).nullish().catch(null),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);
const Bounce = z.object({
  mail: Mail,
  bounce: z.object({ bounceType: z.string(), bounceSubType: OptionalText, bouncedRecipients: Recipients }),
});
const Complaint = z.object({
  mail: Mail,
  complaint: z.object({ complainedRecipients: Recipients, complaintFeedbackType: OptionalText, complaintSubType: OptionalText }),
});

/** The kinds of feedback that aren't complaints: they take one back, or are about authentication or a virus. */
const otherFeedback: readonly string[] = ["not-spam", "auth-failure", "virus"];

/** SES publishes texts when a topic is set up. */
const setUpText = /^Successfully validated SNS topic/;

/** Returns the recipients of permanent bounces and of complaints. Other notifications, such as deliveries, have none. */
function readNotification(text: string): ReportedRecipient[] {
  if (setUpText.test(text)) return [];
  const { notificationType, eventType } = readJson(SesNotification, text);
  const kind = (notificationType ?? eventType)?.toLowerCase();
  if (kind === "bounce") return readBounce(readJson(Bounce, text));
  if (kind === "complaint") return readComplaint(readJson(Complaint, text));
  return [];
}

function readBounce({ mail, bounce }: z.output<typeof Bounce>): ReportedRecipient[] {
  if (bounce.bounceType.toLowerCase() !== "permanent") return [];
  return bounce.bouncedRecipients
    .map(({ emailAddress, diagnosticCode }) => ({
      reason: "bounced" as const,
      email: mailboxEmail(emailAddress),
      messageId: readMessageId(mail),
      detail: diagnosticCode ?? `Permanent bounce (${bounce.bounceSubType ?? "General"})`,
    }))
    .filter(({ detail }) => isProviderBounce(detail));
}

// An email to several recipients can't be mapped by its Message-ID, but ours have only one.
function readComplaint({ mail, complaint }: z.output<typeof Complaint>): ReportedRecipient[] {
  const { complainedRecipients, complaintFeedbackType: type, complaintSubType: subType } = complaint;
  if (otherFeedback.includes(type?.toLowerCase() ?? "")) return [];
  return complainedRecipients.map(({ emailAddress }) => ({
    reason: "complained",
    email: mailboxEmail(emailAddress),
    messageId: readMessageId(mail),
    detail: type ?? subType ?? "Complaint",
  }));
}

/** The Message-ID that the email had when it was sent. */
const readMessageId = (mail: z.output<typeof Mail>): string | null =>
  mail?.commonHeaders?.messageId ?? mail?.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value ?? null;
