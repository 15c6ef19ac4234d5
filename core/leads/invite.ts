import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { inviteLeadsEndpoint } from "@/contract/leads";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { nowOf } from "../clock";
import { makeBatch } from "../codes/generate";
import { type Context, inTransaction } from "../context";
import { type Message, queueSend } from "../sends/queue";
import { sortOut } from "../sends/recipients";
import { named } from "./named";

type Ask = z.output<NonNullable<typeof inviteLeadsEndpoint.body>>;
type Reply = z.output<typeof inviteLeadsEndpoint.reply>;

/**
 * Makes one personal code for each lead, reserved for them, and queues mail with it, in one transaction.
 * Refuses with `code_space_exhausted`, `code_expired` for an end in the past, and `invalid_input` where a filter matches too many.
 */
export function invite(ctx: Context, ask: Ask): Promise<Reply> {
  return inTransaction(ctx, (inner) => inviteIn(inner, ask));
}

async function inviteIn(ctx: Context, ask: Ask): Promise<Reply> {
  await refuseIfOver(ctx, ask.validUntil);
  const whom = await named(ctx, ask);
  const { recipients, skipped } = await sortOut(ctx, whom);
  if (recipients.length === 0) return { ...(await queueSend(ctx, { kind: "invitation", batchId: null }, [], skipped)), batch: null };
  const { type, allowedClaims, validFrom, validUntil, name } = ask;
  const batch = await makeBatch(ctx, { amount: recipients.length, type, allowedClaims, validFrom, validUntil, name });
  const messages = await reserve(ctx, batch.id, recipients);
  return { ...(await queueSend(ctx, { kind: "invitation", batchId: batch.id }, messages, skipped)), batch };
}

/** Why personal codes that end at `validUntil` cannot be sent at `now`, both ISO 8601 in UTC; null where they can. */
export const whyNotInvitable = (validUntil: string | null, now: string): ApiError | null =>
  validUntil !== null && validUntil <= now
    ? new ApiError("code_expired", { message: "These codes would be expired before they arrive: validUntil is in the past." })
    : null;

async function refuseIfOver(ctx: Context, validUntil: string | undefined): Promise<void> {
  if (validUntil === undefined) return;
  const refusal = whyNotInvitable(validUntil, await nowOf(ctx));
  if (refusal) throw refusal;
}

/** Gives each lead a code of the batch, in order. They are paired here: the database, knowing neither list's length, would compare all with all. */
async function reserve(ctx: Context, batchId: string, emails: readonly string[]): Promise<Message[]> {
  const made = await rows<{ key: string; text: string }>(
    ctx.db,
    sql`select key, text from codes where project_id = ${ctx.projectId} and batch_id = ${batchId} order by project_id, batch_id, position`,
  );
  const messages = made.map(({ key, text }, i): Message => ({ email: emails[i] ?? "", codeKey: key, codeText: text }));
  await ctx.db.execute(
    sql`update codes c set reserved_for = pair ->> 'email' from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as pair
      where c.project_id = ${ctx.projectId} and c.key = pair ->> 'codeKey'`,
  );
  return messages;
}
