import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { ApiError } from "../api-error";
import { listOf, OptionalText, readJson } from "./json";
import { isProviderBounce } from "./recipient-failure";
import type { EmailReport, ReportedRecipient } from "./record";
import { mailboxEmail } from "./report-fields";

// https://resend.com/docs/dashboard/webhooks/event-types

const ResendEvent = z.object({ type: z.string() });

const HeaderFields = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .nullish()
  .catch(null);
const Recipients = z.object({ to: listOf(z.string()), headers: HeaderFields });
const Answers = listOf(z.string()).nullish().catch(null);
const Bounced = z.object({
  data: Recipients.extend({
    bounce: z.object({ type: z.string(), subType: OptionalText, message: OptionalText, diagnosticCode: Answers }),
  }),
});
const Complained = z.object({ data: Recipients });
const Suppressed = z.object({ data: Recipients.extend({ suppressed: z.object({ message: OptionalText }).nullish().catch(null) }) });

type ResendInput = { body: string; headers: Headers; signingSecret: string };

/** Reads a request of Resend's webhook, which Svix signs as in Standard Webhooks. Throws `report_not_verified` or `report_not_readable`. */
export function readResendReport({ body, headers, signingSecret }: ResendInput): EmailReport {
  const id = headers.get("svix-id") ?? "";
  verify({ body, headers, signingSecret, id });
  const { type } = readJson(ResendEvent, body);
  return { id, recipients: readers[type]?.(body) ?? [] };
}

/** The readers of events about recipients. The others, such as `email.delivered`, need no reading. */
const readers: Readonly<Record<string, (body: string) => ReportedRecipient[]>> = {
  "email.bounced": (body) => {
    const { data } = readJson(Bounced, body);
    const { type, subType, message, diagnosticCode } = data.bounce;
    const detail = diagnosticCode?.join(" ") || message || `Permanent bounce (${subType ?? "General"})`;
    return type.toLowerCase() === "permanent" && isProviderBounce(detail) ? reportedRecipients(data, "bounced", detail) : [];
  },
  "email.complained": (body) => reportedRecipients(readJson(Complained, body).data, "complained", "Complaint"),
  "email.suppressed": (body) => {
    const { data } = readJson(Suppressed, body);
    return reportedRecipients(data, "bounced", data.suppressed?.message ?? "On the suppression list of Resend");
  },
};

function reportedRecipients(
  { to, headers }: z.output<typeof Recipients>,
  reason: ReportedRecipient["reason"],
  detail: string,
): ReportedRecipient[] {
  const messageId = headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value ?? null;
  return to.map((recipient) => ({ reason, email: mailboxEmail(recipient), messageId, detail }));
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
