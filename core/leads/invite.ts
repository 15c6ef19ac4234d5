import type { z } from "zod";
import { defaultCodeType } from "@/contract/enums";
import type { inviteLeadsEndpoint } from "@/contract/leads";
import { maxImmediateRecipients } from "@/contract/limits";
import { ApiError } from "../api-error";
import { createGrowingBatch, generateBatch } from "../codes/generate";
import { reserveCodes } from "../codes/growing-batch";
import { lockCodeType } from "../codes/insert-codes";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { assertValidOverrides, type ContentOverrides } from "../email-templates/templates";
import { startLargeSend } from "../sends/queue-large-send";
import { queueSend } from "../sends/queue-send";
import { getSkippedGroups, partitionRecipients, type SkippedRecipient, summarizeLeads } from "../sends/recipients";
import type { InvitingWave } from "./invitations";
import { findSelectedEmails } from "./list";

type InviteLeadsInput = z.output<NonNullable<typeof inviteLeadsEndpoint.body>>;
type InviteLeadsReply = z.output<typeof inviteLeadsEndpoint.reply>;

/**
 * Creates a personal code for each lead, reserved for them, and queues emails with the codes, in one transaction. The worker does it in parts
 * if a filter matches more than `maxImmediate` leads. Throws `code_space_exhausted`, `code_expired` if `validUntil` is in the past, or
 * `invalid_input` for invalid texts.
 */
export function inviteLeads(ctx: Context, input: InviteLeadsInput, maxImmediate = maxImmediateRecipients): Promise<InviteLeadsReply> {
  return inTransaction(ctx, async (inner) => {
    await assertNotExpired(inner, input.validUntil);
    await assertValidOverrides(inner, "invitation", input);
    const selected = await findSelectedEmails(inner, input, maxImmediate);
    if (selected === null) return inviteInParts(inner, input);
    await lockCodeType(inner, input.type ?? defaultCodeType);
    const { recipients, skipped } = await partitionRecipients(inner, selected, { skip: getSkippedGroups(input) });
    return inviteRecipients(inner, recipients, input, { skipped, content: input });
  });
}

async function inviteInParts(ctx: Context, input: InviteLeadsInput): Promise<InviteLeadsReply> {
  const { filter = {}, type, allowedClaims, validFrom, validUntil, name } = input;
  const skip = getSkippedGroups(input);
  const { notified: amount } = await summarizeLeads(ctx, { filter }, { skip });
  const batch = await createGrowingBatch(ctx, { amount, type, allowedClaims, validFrom, validUntil, name });
  return { ...(await startLargeSend(ctx, { kind: "invitation", batchId: batch.id, content: input }, { filter, skip })), batch };
}

/** How the personal codes of an invitation are generated. */
type PersonalCodes = Omit<Parameters<typeof generateBatch>[1], "amount" | "reservedFor">;

type InvitationOptions = {
  skipped?: SkippedRecipient[];
  wave?: InvitingWave;
  /** Texts that replace those of the template. */
  content?: ContentOverrides;
};

/** Invites leads whom the caller's transaction has locked, each with a personal code. */
export async function inviteRecipients(
  ctx: Context,
  recipients: readonly string[],
  { type, allowedClaims, validFrom, validUntil, name }: PersonalCodes,
  { skipped = [], wave, content }: InvitationOptions = {},
): Promise<InviteLeadsReply> {
  if (recipients.length === 0)
    return { ...(await queueSend(ctx, { kind: "invitation", batchId: null, content }, [], skipped)), batch: null };
  const batch = await generateBatch(ctx, { amount: recipients.length, type, allowedClaims, validFrom, validUntil, name });
  const messages = await reserveCodes(ctx, { batchId: batch.id }, recipients);
  return { ...(await queueSend(ctx, { kind: "invitation", batchId: batch.id, wave, content }, messages, skipped)), batch };
}

/** Returns why personal codes that end at `validUntil` can't be sent at `now`, or `null`. Both are ISO 8601 in UTC. */
export const getInvitationError = (validUntil: string | null, now: string): ApiError | null =>
  validUntil !== null && validUntil <= now
    ? new ApiError("code_expired", { message: "These codes would expire before they are sent. Use a `validUntil` in the future." })
    : null;

/** Throws `code_expired` if personal codes that end at `validUntil` couldn't be claimed. */
export async function assertNotExpired(ctx: Context, validUntil: string | undefined): Promise<void> {
  if (validUntil === undefined) return;
  const error = getInvitationError(validUntil, await getDatabaseTime(ctx));
  if (error) throw error;
}
