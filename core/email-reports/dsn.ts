import type { Attachment } from "postal-mime";
import { sha256Hex } from "@/lib/ids";
import { isBadMailbox } from "@/lib/smtp-rejections";
import { ApiError } from "../api-error";
import type { EmailReport, ReportedRecipient } from "./record";

/**
 * Reads a bounce message (delivery status notification, RFC 3464) or a complaint (feedback report, RFC 5965). Only failures that are about
 * the recipient count as bounces. Anyone can write to the address that receives bounces, so the recipient is the one of the email whose
 * Message-ID it contains, which only they know, and not the one that it names. Throws `report_not_readable`.
 */
export async function readBounceMessage(bytes: Uint8Array): Promise<EmailReport> {
  const { default: PostalMime } = await import("postal-mime");
  const parsed = await PostalMime.parse(bytes, { forceRfc822Attachments: true, attachmentEncoding: "utf8" }).catch(() => null);
  const attachments = parsed?.attachments ?? [];
  const status = attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  const feedback = attachments.find(({ mimeType }) => mimeType === "message/feedback-report");
  if (!status && !feedback) throw new ApiError("report_not_readable");
  const original = attachments.find(({ mimeType }) => mimeType === "message/rfc822" || mimeType === "text/rfc822-headers");
  const messageId = readFields(contentOf(original)).get("message-id") ?? null;
  const recipients = status ? readFailures(contentOf(status), messageId) : readComplaint(contentOf(feedback), messageId);
  return { id: sha256Hex(Buffer.from(bytes).toString("latin1")), recipients };
}

const contentOf = (attachment: Attachment | undefined): string => (typeof attachment?.content === "string" ? attachment.content : "");

/** Reads the header fields of a text up to its first empty line, by name in lower case. The first of several with a name applies. */
function readFields(text: string): Map<string, string> {
  const [head = ""] = text.trimStart().split(/\r?\n[ \t]*\r?\n/, 1);
  const fields = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const [, name = "", value = ""] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? [];
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** Returns the recipients that the groups of a delivery status name. The first group is about the message. */
function readFailures(text: string, messageId: string | null): ReportedRecipient[] {
  const groups = text
    .trim()
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map(readFields);
  return groups.flatMap((fields) => {
    const status = fields.get("status") ?? "";
    const detail = (fields.get("diagnostic-code") ?? status).replace(/^smtp;\s*/i, "");
    if (fields.get("action")?.toLowerCase() !== "failed" || !isBadMailbox(detail, status)) return [];
    return [{ reason: "bounced" as const, email: null, messageId, detail }];
  });
}

/** Returns the recipient of a feedback report about spam. */
function readComplaint(text: string, messageId: string | null): ReportedRecipient[] {
  const fields = readFields(text);
  if (fields.get("feedback-type")?.toLowerCase() !== "abuse") return [];
  return [{ reason: "complained", email: null, messageId, detail: "Complaint" }];
}
