import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { inviteLeadsEndpoint } from "@/contract/leads";
import { queryRows, type RowOf } from "@/db/query";
import type { codes } from "@/db/schema";
import { ApiError } from "../api-error";
import { generateBatch } from "../codes/generate";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { assertValidOverrides, type ContentOverrides } from "../email-templates/templates";
import { queueSend, type SendMessage } from "../sends/queue-send";
import { partitionRecipients, type SkippedRecipient } from "../sends/recipients";
import type { InvitingWave } from "./invitations";
import { getSelectedEmails } from "./list";

type InviteLeadsInput = z.output<NonNullable<typeof inviteLeadsEndpoint.body>>;
type InviteLeadsReply = z.output<typeof inviteLeadsEndpoint.reply>;

/**
 * Creates a personal code for each lead, reserved for them, and queues emails with the codes, in one transaction.
 * Throws `code_space_exhausted`, `code_expired` if `validUntil` is in the past, or `invalid_input` for invalid texts or if the filter matches too many leads.
 */
export function inviteLeads(ctx: Context, input: InviteLeadsInput): Promise<InviteLeadsReply> {
  return inTransaction(ctx, (inner) => inviteInTransaction(inner, input));
}

async function inviteInTransaction(ctx: Context, input: InviteLeadsInput): Promise<InviteLeadsReply> {
  await assertNotExpired(ctx, input.validUntil);
  await assertValidOverrides(ctx, "invitation", input);
  const selected = await getSelectedEmails(ctx, input);
  const { recipients, skipped } = await partitionRecipients(ctx, selected, { skip: input.skip });
  return inviteRecipients(ctx, recipients, input, { skipped, content: input });
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
  const messages = await reserveCodes(ctx, batch.id, recipients);
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

/** Reserves a code of the batch for each lead, in order. Pairs them here, because PostgreSQL would compare every code with every lead. */
async function reserveCodes(ctx: Context, batchId: string, emails: readonly string[]): Promise<SendMessage[]> {
  const reserved = await queryRows<RowOf<typeof codes, "key" | "text">>(
    ctx.db,
    sql`select key, text from codes where project_id = ${ctx.projectId} and batch_id = ${batchId} order by project_id, batch_id, batch_index`,
  );
  const messages = reserved.map(({ key, text }, index): SendMessage => ({ email: emails[index] ?? "", codeKey: key, codeText: text }));
  await ctx.db.execute(
    sql`update codes c set reserved_for = message ->> 'email' from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as message
      where c.project_id = ${ctx.projectId} and c.key = message ->> 'codeKey'`,
  );
  return messages;
}
