import * as z from "zod";
import { postmarkUsername } from "@/contract/email-delivery";
import { constantTimeEqual } from "@/lib/encryption";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { OptionalText, readJson } from "./json";
import { isProviderBounce } from "./recipient-failure";
import type { EmailReport, ReportedRecipient } from "./record";
import { mailboxEmail } from "./report-fields";

// https://postmarkapp.com/developer/webhooks/bounce-webhook
// https://postmarkapp.com/developer/webhooks/spam-complaint-webhook
// https://postmarkapp.com/developer/webhooks/subscription-change-webhook

const PostmarkEvent = z.object({ RecordType: z.string() });

const Bounce = z.object({
  ID: z.union([z.number(), z.string()]).nullish(),
  Type: z.string(),
  Email: z.string(),
  Description: OptionalText,
  Details: OptionalText,
});
const SpamComplaint = Bounce.extend({ Type: OptionalText });

const SubscriptionChange = z.object({
  Recipient: z.string(),
  Origin: OptionalText,
  SuppressSending: z.boolean(),
  SuppressionReason: OptionalText,
});

/** What the types of bounces mean for the recipient. The others, such as `SoftBounce` or `Blocked`, may be temporary or about the sender. */
const bounceTypes: Readonly<Record<string, ReportedRecipient["reason"]>> = {
  HardBounce: "bounced",
  BadEmailAddress: "bounced",
  SpamComplaint: "complained",
  Unsubscribe: "unsubscribed",
};

type PostmarkInput = { body: string; headers: Headers; password: string };

/** Reads a request of Postmark's webhook. Throws `report_not_verified` or `report_not_readable`. */
export function readPostmarkReport({ body, headers, password }: PostmarkInput): EmailReport {
  const [, credentials = ""] = /^Basic +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (!constantTimeEqual(Buffer.from(credentials, "base64").toString("utf8"), `${postmarkUsername}:${password}`))
    throw new ApiError("report_not_verified");
  const { RecordType: recordType } = readJson(PostmarkEvent, body);
  if (recordType === "Bounce" || recordType === "SpamComplaint") return readBounce(recordType, body);
  const id = sha256Hex(body);
  return { id, recipients: recordType === "SubscriptionChange" ? readSubscriptionChange(body) : [] };
}

function readBounce(recordType: "Bounce" | "SpamComplaint", body: string): EmailReport {
  const isComplaint = recordType === "SpamComplaint";
  const {
    ID: number,
    Type: type,
    Email: email,
    Description: description,
    Details: details,
  } = readJson(isComplaint ? SpamComplaint : Bounce, body);
  const id = /^[\w-]{1,50}$/.test(`${number ?? ""}`) ? `${recordType} ${number}` : sha256Hex(body);
  const reason = isComplaint ? "complained" : bounceTypes[type ?? ""];
  const detail = details || description || type || recordType;
  if (!reason || (reason === "bounced" && !isProviderBounce(detail))) return { id, recipients: [] };
  return { id, recipients: [{ reason, email: mailboxEmail(email), messageId: null, detail }] };
}

/** Who adds a suppression by hand: the account's own people, who may have been asked to, or the recipient. */
const manualReasons: Readonly<Record<string, ReportedRecipient["reason"]>> = { customer: "staff", admin: "staff" };

/** Reads that an email was added to Postmark's suppressions. The reasons are those that an import of its list has (core/imports/suppression-presets.ts). */
function readSubscriptionChange(body: string): ReportedRecipient[] {
  const {
    Recipient: recipient,
    Origin: origin,
    SuppressSending: isSuppressed,
    SuppressionReason: type,
  } = readJson(SubscriptionChange, body);
  const isManual = type === "ManualSuppression";
  const reason = isManual ? (manualReasons[origin?.toLowerCase() ?? ""] ?? "unsubscribed") : bounceTypes[type ?? ""];
  if (!isSuppressed || !reason) return [];
  return [{ reason, email: mailboxEmail(recipient), messageId: null, detail: type ?? "" }];
}
