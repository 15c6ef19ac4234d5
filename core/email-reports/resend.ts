import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { ApiError } from "../api-error";
import { type EmailReport, parseJson } from "./record";

// https://resend.com/docs/dashboard/webhooks/event-types

const ResendEvent = z.object({
  type: z.string(),
  data: z.object({
    to: z.array(z.string()).optional(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    bounce: z.object({ type: z.string().optional(), subType: z.string().optional(), message: z.string().optional() }).optional(),
  }),
});

type ResendInput = { body: string; headers: Headers; signingSecret: string };

/** Reads a request of Resend's webhook, which Svix signs as in Standard Webhooks. Throws `report_not_verified` or `report_not_readable`. */
export function readResendReport({ body, headers, signingSecret }: ResendInput): EmailReport {
  const id = headers.get("svix-id") ?? "";
  verify({ body, headers, signingSecret, id });
  const event = parseJson(ResendEvent, body);
  if (!event) throw new ApiError("report_not_readable");
  const { type, data } = event;
  const messageId = data.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value ?? null;
  const recipients = data.to ?? [];
  if (type === "email.bounced" && data.bounce?.type === "Permanent") {
    const detail = data.bounce.message ?? `Permanent bounce (${data.bounce.subType ?? "General"})`;
    return { id, recipients: recipients.map((email) => ({ reason: "bounced", email, messageId, detail })) };
  }
  if (type === "email.complained")
    return { id, recipients: recipients.map((email) => ({ reason: "complained", email, messageId, detail: "Complaint" })) };
  return { id, recipients: [] };
}

function verify({ body, headers, signingSecret, id }: ResendInput & { id: string }): void {
  try {
    new Webhook(signingSecret).verify(body, {
      "webhook-id": id,
      "webhook-timestamp": headers.get("svix-timestamp") ?? "",
      "webhook-signature": headers.get("svix-signature") ?? "",
    });
  } catch {
    throw new ApiError("report_not_verified");
  }
}
