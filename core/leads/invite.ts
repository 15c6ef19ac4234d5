import type { z } from "zod";
import { defaultCodeType } from "@/contract/enums";
import type { inviteLeadsEndpoint } from "@/contract/leads";
import { maxImmediateRecipients } from "@/contract/limits";
import { ApiError } from "../api-error";
import { type CodeBatch, getCodeBatch } from "../codes/batch-codes";
import { createGrowingBatch } from "../codes/generate";
import { lockCodeType } from "../codes/insert-codes";
import { type PersonalCodes, reservePersonalCodes } from "../codes/personal-codes";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { assertValidOverrides, type ContentOverrides, rejectUnusedButton } from "../email-templates/templates";
import { startLargeSend } from "../sends/queue-large-send";
import { queueSend } from "../sends/queue-send";
import { getSkippedGroups, partitionRecipients, type SkippedRecipient, summarizeLeads } from "../sends/recipients";
import type { InvitingWave } from "./invitations";
import { findSelectedEmails } from "./list";
import { lockInvitations } from "./lock-invitations";

type InviteLeadsInput = z.output<NonNullable<typeof inviteLeadsEndpoint.body>>;
type InviteLeadsReply = Omit<z.output<typeof inviteLeadsEndpoint.reply>, "warnings">;

/**
 * Gives each lead a personal code that is reserved for them, new or from an existing batch, and queues emails with the codes, in one
 * transaction. The worker does it in parts if a filter matches more than `maxImmediate` leads. Throws `batch_not_found`,
 * `code_space_exhausted`, `code_expired` if `validUntil` is in the past, or `invalid_input` for invalid texts.
 */
export function inviteLeads(ctx: Context, input: InviteLeadsInput, maxImmediate = maxImmediateRecipients): Promise<InviteLeadsReply> {
  return inTransaction(ctx, async (inner) => {
    await assertNotExpired(inner, input.validUntil);
    await assertValidOverrides(inner, "invitation", input);
    await rejectUnusedButton(inner, "invitation", input);
    const batch = input.batch === undefined ? null : await getCodeBatch(inner, input.batch);
    const selected = await findSelectedEmails(inner, input, maxImmediate);
    if (selected === null) return inviteInParts(inner, input, batch);
    await lockInvitations(inner);
    if (batch === null) await lockCodeType(inner, input.type ?? defaultCodeType);
    const { recipients, skipped } = await partitionRecipients(inner, selected, { batch: batch?.id, skip: getSkippedGroups(input) });
    return inviteRecipients(inner, recipients, batch ? { existing: batch } : input, { skipped, content: input });
  });
}

async function inviteInParts(ctx: Context, input: InviteLeadsInput, existing: CodeBatch | null): Promise<InviteLeadsReply> {
  const { filter = {} } = input;
  const skip = getSkippedGroups(input);
  const batch = existing ?? (await createBatchForParts(ctx, input));
  const subject = { kind: "invitation", batchId: batch.id, fromBatch: existing !== null, content: input } as const;
  return { ...(await startLargeSend(ctx, subject, { filter, skip })), batch: { id: batch.id, name: batch.name }, codes: [] };
}

async function createBatchForParts(ctx: Context, input: InviteLeadsInput): Promise<{ id: string; name: string }> {
  const { filter = {}, type, allowedClaims, validFrom, validUntil, name } = input;
  const { notified: amount } = await summarizeLeads(ctx, { filter }, { skip: getSkippedGroups(input) });
  return createGrowingBatch(ctx, { amount, type, allowedClaims, validFrom, validUntil, name });
}

type InvitationOptions = {
  skipped?: SkippedRecipient[];
  wave?: InvitingWave;
  /** Texts that replace those of the template. */
  content?: ContentOverrides;
};

/** Invites leads whom the caller's transaction has locked, each with a personal code. If a batch has too few codes, the last ones are skipped. */
export async function inviteRecipients(
  ctx: Context,
  recipients: readonly string[],
  codes: PersonalCodes,
  { skipped = [], wave, content }: InvitationOptions = {},
): Promise<InviteLeadsReply> {
  const { batch, fromBatch, messages } = await reservePersonalCodes(ctx, recipients, codes);
  const withoutCode = recipients.slice(messages.length).map((email) => ({ email, reason: "no_code_left" as const }));
  const subject = { kind: "invitation", batchId: batch?.id ?? null, fromBatch, wave, content } as const;
  return {
    ...(await queueSend(ctx, subject, messages, [...skipped, ...withoutCode])),
    batch: messages.length > 0 ? batch : null,
    codes: messages.map(({ email, codeText = "" }) => ({ email, code: codeText })),
  };
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
