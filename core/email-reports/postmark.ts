import * as z from "zod";
import { postmarkUsername } from "@/contract/email-delivery";
import { constantTimeEqual } from "@/lib/encryption";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type EmailReport, parseJson } from "./record";

// https://postmarkapp.com/developer/webhooks/bounce-webhook
// https://postmarkapp.com/developer/webhooks/spam-complaint-webhook

const PostmarkEvent = z.object({
  /** Part of the ID of the report. */
  RecordType: z.string().regex(/^\w{1,50}$/),
  ID: z.number().optional(),
  Type: z.string().optional(),
  Email: z.string().optional(),
  Description: z.string().optional(),
  Details: z.string().optional(),
});

/** The types of bounces after which the address accepts no email. The others, such as `SoftBounce` or `Blocked`, may be temporary. */
const permanentTypes: readonly (string | undefined)[] = ["HardBounce", "BadEmailAddress"];

type PostmarkInput = { body: string; headers: Headers; password: string };

/** Reads a request of Postmark's webhook. Throws `report_not_verified` or `report_not_readable`. */
export function readPostmarkReport({ body, headers, password }: PostmarkInput): EmailReport {
  const [, credentials = ""] = /^Basic +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (!constantTimeEqual(Buffer.from(credentials, "base64").toString("utf8"), `${postmarkUsername}:${password}`))
    throw new ApiError("report_not_verified");
  const event = parseJson(PostmarkEvent, body);
  if (!event) throw new ApiError("report_not_readable");
  const { RecordType: recordType, ID: number, Type: type, Email: email = null, Description: description, Details: details } = event;
  const id = number === undefined ? sha256Hex(body) : `${recordType} ${number}`;
  const detail = details || description || type || recordType;
  if (recordType === "Bounce" && permanentTypes.includes(type))
    return { id, recipients: [{ reason: "bounced", email, messageId: null, detail }] };
  if (recordType === "SpamComplaint") return { id, recipients: [{ reason: "complained", email, messageId: null, detail }] };
  return { id, recipients: [] };
}
