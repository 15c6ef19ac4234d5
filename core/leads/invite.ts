import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { inviteLeadsEndpoint } from "@/contract/leads";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { getDatabaseTime } from "../clock";
import { generateBatch } from "../codes/generate";
import { type Context, inTransaction } from "../context";
import { queueSend, type SendMessage } from "../sends/queue";
import { partitionRecipients } from "../sends/recipients";
import { getSelectedEmails } from "./selection";

type InviteLeadsInput = z.output<NonNullable<typeof inviteLeadsEndpoint.body>>;
type InviteLeadsReply = z.output<typeof inviteLeadsEndpoint.reply>;

/**
 * Makes one personal code for each lead, reserved for them, and queues mail with it, in one transaction.
 * Refuses with `code_space_exhausted`, `code_expired` for an end in the past, and `invalid_input` where a filter matches too many.
 */
export function inviteLeads(ctx: Context, ask: InviteLeadsInput): Promise<InviteLeadsReply> {
  return inTransaction(ctx, (inner) => inviteInTransaction(inner, ask));
}

async function inviteInTransaction(ctx: Context, ask: InviteLeadsInput): Promise<InviteLeadsReply> {
  await assertNotExpired(ctx, ask.validUntil);
  const whom = await getSelectedEmails(ctx, ask);
  const { recipients, skipped } = await partitionRecipients(ctx, whom);
  if (recipients.length === 0) return { ...(await queueSend(ctx, { kind: "invitation", batchId: null }, [], skipped)), batch: null };
  const { type, allowedClaims, validFrom, validUntil, name } = ask;
  const batch = await generateBatch(ctx, { amount: recipients.length, type, allowedClaims, validFrom, validUntil, name });
  const messages = await reserveCodes(ctx, batch.id, recipients);
  return { ...(await queueSend(ctx, { kind: "invitation", batchId: batch.id }, messages, skipped)), batch };
}

/** Why personal codes that end at `validUntil` cannot be sent at `now`, both ISO 8601 in UTC; null where they can. */
export const getInvitationError = (validUntil: string | null, now: string): ApiError | null =>
  validUntil !== null && validUntil <= now
    ? new ApiError("code_expired", { message: "These codes would be expired before they arrive: validUntil is in the past." })
    : null;

async function assertNotExpired(ctx: Context, validUntil: string | undefined): Promise<void> {
  if (validUntil === undefined) return;
  const refusal = getInvitationError(validUntil, await getDatabaseTime(ctx));
  if (refusal) throw refusal;
}

/** Gives each lead a code of the batch, in order. They are paired here: the database, knowing neither list's length, would compare all with all. */
async function reserveCodes(ctx: Context, batchId: string, emails: readonly string[]): Promise<SendMessage[]> {
  const made = await rows<{ key: string; text: string }>(
    ctx.db,
    sql`select key, text from codes where project_id = ${ctx.projectId} and batch_id = ${batchId} order by project_id, batch_id, batch_index`,
  );
  const messages = made.map(({ key, text }, i): SendMessage => ({ email: emails[i] ?? "", codeKey: key, codeText: text }));
  await ctx.db.execute(
    sql`update codes c set reserved_for = pair ->> 'email' from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as pair
      where c.project_id = ${ctx.projectId} and c.key = pair ->> 'codeKey'`,
  );
  return messages;
}
