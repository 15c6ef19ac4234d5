import type { z } from "zod";
import { maxImmediateRecipients } from "@/contract/limits";
import type { SendResult, sendAnnouncementEndpoint } from "@/contract/sends";
import { ApiError } from "../api-error";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { assertValidOverrides, rejectUnusedButton } from "../email-templates/templates";
import { findSelectedEmails } from "../leads/list";
import { startLargeSend } from "./queue-large-send";
import { queueSend } from "./queue-send";
import { announcementSkips, partitionRecipients } from "./recipients";

type AnnouncementInput = z.output<typeof sendAnnouncementEndpoint.body>;

/** How far ahead an announcement can be scheduled, in milliseconds. */
const maxDelay = 366 * 24 * 3_600_000;

/**
 * Queues an email without a code to each of the given leads, now or for `scheduledAt`, and returns who was skipped and why. The worker
 * queues them if a filter matches more than `maxImmediate` leads. Throws `invalid_input` for invalid texts or a time that is too far away.
 */
export function sendAnnouncement(ctx: Context, input: AnnouncementInput, maxImmediate = maxImmediateRecipients): Promise<SendResult> {
  const { subject, body, button, buttonUrl, scheduledAt } = input;
  return inTransaction(ctx, async (inner) => {
    const now = await getDatabaseTime(inner);
    if (scheduledAt !== undefined && Date.parse(scheduledAt) - Date.parse(now) > maxDelay)
      throw new ApiError("invalid_input", { fields: { scheduledAt: ["must be at most a year from now"] } });
    await assertValidOverrides(inner, "announcement", { subject, body, button });
    await rejectUnusedButton(inner, "announcement", { body, button, buttonUrl });
    const announcement = {
      kind: "announcement",
      content: { subject, body, button },
      buttonUrl,
      scheduledAt: scheduledAt !== undefined && scheduledAt > now ? scheduledAt : undefined,
    } as const;
    const skip = announcementSkips(input);
    const selected = await findSelectedEmails(inner, input, maxImmediate);
    if (selected === null) return startLargeSend(inner, announcement, { filter: input.filter ?? {}, skip });
    const { recipients, skipped } = await partitionRecipients(inner, selected, { skip });
    return queueSend(
      inner,
      announcement,
      recipients.map((email) => ({ email })),
      skipped,
    );
  });
}
