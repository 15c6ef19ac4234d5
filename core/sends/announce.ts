import type { z } from "zod";
import type { sendAnnouncementEndpoint } from "@/contract/announcements";
import type { SendReply } from "@/contract/sends";
import { ApiError } from "../api-error";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { assertValidOverrides } from "../email-templates/templates";
import { getSelectedEmails } from "../leads/list";
import { queueSend } from "./queue-send";
import { announcementSkips, partitionRecipients } from "./recipients";

type AnnouncementInput = z.output<typeof sendAnnouncementEndpoint.body>;

/** How far ahead an announcement can be scheduled, in milliseconds. */
const maxDelay = 366 * 24 * 3_600_000;

/**
 * Queues an email without a code to each of the given leads, now or for `scheduledAt`, and returns who was skipped and why. Throws
 * `invalid_input` for invalid texts, a time that is too far away, or a filter that matches too many leads.
 */
export function sendAnnouncement(ctx: Context, input: AnnouncementInput): Promise<SendReply> {
  const { subject, body, button, buttonUrl, scheduledAt } = input;
  return inTransaction(ctx, async (inner) => {
    const now = await getDatabaseTime(inner);
    if (scheduledAt !== undefined && Date.parse(scheduledAt) - Date.parse(now) > maxDelay)
      throw new ApiError("invalid_input", { fields: { scheduledAt: ["must be at most a year from now"] } });
    await assertValidOverrides(inner, "announcement", { subject, body, button });
    const { recipients, skipped } = await partitionRecipients(inner, await getSelectedEmails(inner, input), {
      skip: announcementSkips(input),
    });
    return queueSend(
      inner,
      {
        kind: "announcement",
        content: { subject, body, button },
        buttonUrl,
        scheduledAt: scheduledAt !== undefined && scheduledAt > now ? scheduledAt : undefined,
      },
      recipients.map((email) => ({ email })),
      skipped,
    );
  });
}
