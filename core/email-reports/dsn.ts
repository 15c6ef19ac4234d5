import type { Attachment, Email } from "postal-mime";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { findMessageIds } from "./message-ids";
import { quotedReply, readParagraphs } from "./plain-bounce";
import { answerText, isRecipientFailure, isSenderRefused } from "./recipient-failure";
import type { EmailReport, ReportedRecipient } from "./record";
import { type Fields, readAddress, readGroups, readHeader } from "./report-fields";

/** The types of parts, also those with UTF-8 (RFC 6533). */
const partTypes = {
  status: /^message\/(?:global-)?delivery-status$/,
  feedback: /^message\/feedback-report$/,
  original: /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822(?:-headers)?)$/,
};

/**
 * Reads a bounce message (delivery status notification, RFC 3464 and 6533, or as text) or a complaint (feedback report, RFC 5965). Only
 * failures that are about the recipient count as bounces. Anyone can write to the address that receives bounces, so the recipient is the one
 * of the email whose Message-ID it contains, which only they know, and not the one that it names. `senders` are our own: a failure whose answer names one isn't about the
 * recipient. Throws `report_not_readable` if it is another kind of message.
 */
export async function readBounceMessage(bytes: Uint8Array, senders: readonly string[] = []): Promise<EmailReport> {
  const { default: PostalMime } = await import("postal-mime");
  const message = await PostalMime.parse(firstLines(bytes), { forceRfc822Attachments: true, attachmentEncoding: "utf8" }).catch(() => null);
  if (!message) throw new ApiError("report_not_readable");
  const { recipients, problem } = readParts(message, senders);
  return { id: sha256Hex(Buffer.from(bytes).toString("latin1")), recipients, problem };
}

/** Many more lines than a bounce message has. The parser takes long for each, however short it is. */
const maxLines = 20_000;

function firstLines(bytes: Uint8Array): Uint8Array {
  let end = 0;
  for (let line = 0; line < maxLines; line++) {
    end = bytes.indexOf(10, end) + 1;
    if (end === 0) return bytes;
  }
  return bytes.subarray(0, end);
}

function readParts(message: Email, senders: readonly string[]): Pick<EmailReport, "recipients" | "problem"> {
  const header: Fields = new Map(message.headers.toReversed().map(({ key, value }) => [key, value]));
  const part = (type: RegExp) => contentOf(message.attachments.find(({ mimeType }) => type.test(mimeType)));
  const [status, feedback, original] = [part(partTypes.status), part(partTypes.feedback), part(partTypes.original)];
  const text = message.text ?? "";
  const groups = readGroups(status ?? "");
  const attachedTexts = message.attachments.filter(({ mimeType }) => mimeType === "text/plain").map(contentOf);
  const messageIds = findMessageIds({ header, original, status: groups[0] ?? new Map(), text: [text, ...attachedTexts].join("\n") });
  if (feedback !== null) return withMessageIds(readComplaint(feedback, messageIds), messageIds);
  const failures = status === null ? readTextFailures(header, text, senders) : readStatusFailures(groups, text, senders);
  if (failures.length === 0) return { recipients: [], problem: "It doesn't say which recipients failed, or why." };
  return withMessageIds(bouncedRecipients(failures, messageIds), messageIds);
}

const contentOf = (attachment: Attachment | undefined): string | null =>
  attachment ? (typeof attachment.content === "string" ? attachment.content : "") : null;

/** Without a Message-ID, it is unknown which email a report is about. */
const withMessageIds = (recipients: ReportedRecipient[], messageIds: readonly string[]): Pick<EmailReport, "recipients" | "problem"> =>
  recipients.length > 0 && messageIds.length === 0
    ? { recipients: [], problem: "It doesn't contain the Message-ID of the email." }
    : { recipients };

const asMessageId = ([messageId, ...otherMessageIds]: readonly string[]): Pick<ReportedRecipient, "messageId" | "otherMessageIds"> => ({
  messageId: messageId ?? null,
  otherMessageIds,
});

/** What a report says about one recipient. */
type Failure = { addresses: (string | null)[]; isRecipientFailure: boolean; detail: string };

function bouncedRecipients(failures: readonly Failure[], messageIds: readonly string[]): ReportedRecipient[] {
  const others = failures.filter((failure) => !failure.isRecipientFailure).flatMap(({ addresses }) => addresses);
  const notAbout = others.filter((address) => address !== null);
  return failures
    .filter((failure) => failure.isRecipientFailure)
    .map(({ detail, addresses }) => {
      const named = addresses.filter((address) => address !== null);
      return { reason: "bounced", email: null, ...asMessageId(messageIds), detail, notAbout, addresses: named };
    });
}

/** Reads the groups of a delivery status that are about recipients. */
function readStatusFailures(groups: readonly Fields[], text: string, senders: readonly string[]): Failure[] {
  const recipients = groups.filter((fields) => fields.has("final-recipient") || fields.has("action"));
  return recipients.map((fields) => {
    const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "")?.[0] ?? "";
    const [, action = status.startsWith("5") ? "failed" : ""] = /^[^a-z(]*([a-z]+)/i.exec(fields.get("action") ?? "") ?? [];
    // The text may be about several recipients.
    const quoted = recipients.length === 1 && status.endsWith(".0") ? quotedReply(text) : null;
    const answers = [answerText(fields.get("diagnostic-code") ?? ""), quoted ?? ""].filter((answer) => answer !== "");
    const isFailed = action.toLowerCase() === "failed";
    return {
      addresses: [readAddress(fields.get("final-recipient")), readAddress(fields.get("original-recipient"))],
      isRecipientFailure: isFailed && isRecipientFailure(status, answers.join(" "), senders),
      detail: answers[0] ?? status,
    };
  });
}

/** Senders of bounce messages. Automatic replies are from the recipient, and may say anything. */
const bounceSender = /\b(?:mailer-?daemon|mail-?daemon|mdaemon|post_?master)\b|\bmail delivery (?:sub)?system\b/i;

/** Reads a bounce message without a delivery status. Throws `report_not_readable` if it is another kind of message. */
function readTextFailures(header: Fields, text: string, senders: readonly string[]): Failure[] {
  if (!header.has("x-failed-recipients") && !bounceSender.test(header.get("from") ?? "")) throw new ApiError("report_not_readable");
  const paragraphs = readParagraphs(text);
  if (paragraphs.length > 0)
    return paragraphs.map(({ address, text: said }) => {
      const detail = quotedReply(said) ?? said.replace(/\s+/g, " ");
      return {
        addresses: [readAddress(address)],
        isRecipientFailure: !isSenderRefused(said) && isRecipientFailure("", detail, senders),
        detail,
      };
    });
  const reply = quotedReply(text);
  return reply === null ? [] : [{ addresses: [], isRecipientFailure: isRecipientFailure("", reply, senders), detail: reply }];
}

/** The kinds of feedback of people who don't want the email (RFC 5965). The others are about viruses or authentication, or take one back. */
const complaintTypes: Readonly<Record<string, ReportedRecipient["reason"]>> = {
  abuse: "complained",
  fraud: "complained",
  "opt-out": "unsubscribed",
  "opt-out-list": "unsubscribed",
};

/** Returns the recipient of a feedback report. */
function readComplaint(text: string, messageIds: readonly string[]): ReportedRecipient[] {
  const reason = complaintTypes[(readHeader(text).get("feedback-type") ?? "").toLowerCase()];
  return reason ? [{ reason, email: null, ...asMessageId(messageIds), detail: "Complaint" }] : [];
}
