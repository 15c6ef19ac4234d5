import type { SendReplyWarnings, SendResult } from "@/contract/sends";
import type { Context } from "../context";
import { describeLocalEmailLinks } from "../email-delivery/local-links";
import { getTransportStatus } from "../email-delivery/transport";
import { getEmailPause } from "../projects/pause";
import { listTransportWarnings } from "./warnings";

/** Adds the warnings to what a send queued. */
export async function withSendWarnings<Result extends SendResult>(
  ctx: Context,
  result: Result,
): Promise<Result & { warnings: SendReplyWarnings }> {
  const isToNoOne = result.notifiedLeads === 0 && result.job === null;
  return { ...result, warnings: isToNoOne ? [noRecipients] : await listEmailWarnings(ctx) };
}

const noRecipients: SendReplyWarnings[number] = { name: "no_recipients", message: "No one gets an email." };

/** Returns why emails that are queued now don't go out, not now, or with links that don't work. */
export async function listEmailWarnings(ctx: Context): Promise<SendReplyWarnings> {
  const [transport, pause] = await Promise.all([getTransportStatus(ctx), getEmailPause(ctx)]);
  return [
    ...listTransportWarnings(transport, describeLocalEmailLinks()).map(({ warning, message }) => ({ name: warning, message })),
    ...(pause === null ? [] : [{ name: "email_paused" as const, message: pauseMessages[pause] }]),
  ];
}

const pauseMessages = {
  staff: "Email is paused. Emails wait until it is resumed.",
  refusals: "Email is paused, because the mail server refused too many. Emails wait until it is resumed.",
} as const;
