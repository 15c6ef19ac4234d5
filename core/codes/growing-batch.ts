import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { batches, codes } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { updateBatchCounts } from "../batches/update-counts";
import type { Context } from "../context";
import type { SendMessage } from "../sends/queue-send";
import { formats } from "./draw-code";
import { insertCodes, lockCodeType } from "./insert-codes";

export type BatchRow = RowOf<typeof batches, "id" | "type" | "pattern" | "amount" | "allowed_claims" | "valid_from" | "valid_until">;

/**
 * Waits until no one else generates codes of the type of a batch that grows, and returns the batch. Called before leads are locked, because
 * it can take a while. Throws `batch_not_found` if it was deleted, or `code_expired`.
 */
export async function lockGrowingBatch(ctx: Context, id: string): Promise<BatchRow> {
  const select = () =>
    queryRows<BatchRow & { is_expired: boolean }>(
      ctx.db,
      sql`select id, type, pattern, amount, allowed_claims, valid_from, valid_until, coalesce(valid_until <= now(), false) as is_expired
        from batches where project_id = ${ctx.projectId} and id = ${id}`,
    );
  const [found] = await select();
  if (found) await lockCodeType(ctx, found.type);
  const [batch] = await select();
  if (!batch) throw new ApiError("batch_not_found", { message: "The batch of the personal codes was deleted." });
  if (batch.is_expired) throw new ApiError("code_expired", { message: "The personal codes have expired." });
  return batch;
}

/**
 * Adds a code for each lead to a batch that the caller's transaction has locked, and reserves it for them. Throws `code_space_exhausted`.
 */
export async function addReservedCodes(ctx: Context, row: BatchRow, emails: readonly string[]): Promise<SendMessage[]> {
  if (emails.length === 0) return [];
  return reserveCodes(ctx, await growBatch(ctx, row, emails.length), emails);
}

/** Adds codes to a batch that the caller's transaction has locked, and returns them. Throws `code_space_exhausted`. */
export async function addCodes(ctx: Context, row: BatchRow, amount: number): Promise<NewCode[]> {
  return assignCodes(ctx, await growBatch(ctx, row, amount), null);
}

/** Adds codes to a batch, and returns where they are and which indexes they get. */
async function growBatch(ctx: Context, row: BatchRow, amount: number): Promise<CodeRange> {
  if (row.type === "custom") throw new Error("Personal codes have a format");
  const { db, projectId } = ctx;
  // Counts deleted codes too: no code gets the index, and with it the ID, of another. Older batches can have gaps.
  const [{ next } = { next: row.amount }] = await queryRows<{ next: number }>(
    db,
    sql`select greatest(coalesce(max(batch_index) + 1, 0), ${row.amount}::int) as next from codes where project_id = ${projectId} and batch_id = ${row.id}`,
  );
  const batch = {
    id: row.id,
    type: row.type,
    pattern: row.pattern,
    amount,
    allowedClaims: row.allowed_claims,
    validFrom: isoTimestamp(row.valid_from),
    validUntil: isoTimestamp(row.valid_until),
    reservedFor: null,
    tags: [],
    metadata: null,
    externalId: null,
  };
  // New codes leave gaps, so they start after the indexes that they get when they are assigned.
  await insertCodes(ctx, batch, formats[row.type], { startIndex: next + amount });
  await db.execute(
    sql`update batches set amount = amount + ${amount}::int, updated_at = now() where project_id = ${projectId} and id = ${row.id}`,
  );
  await updateBatchCounts(ctx, new Map([[row.id, { codeCount: amount, totalAllowedClaims: amount * row.allowed_claims }]]));
  return { batchId: row.id, insertedAt: next + amount, startIndex: next };
}

type CodeRange = { batchId: string; insertedAt?: number; startIndex?: number };
type NewCode = RowOf<typeof codes, "key" | "text">;

/**
 * Reserves a code of the batch for each lead, in order: those from the index `insertedAt`, which are moved to `startIndex`, or all of them.
 */
export async function reserveCodes(ctx: Context, range: CodeRange, emails: readonly string[]): Promise<SendMessage[]> {
  const reserved = await assignCodes(ctx, range, emails);
  return reserved.map(({ key, text }, index): SendMessage => ({ email: emails[index] ?? "", codeKey: key, codeText: text }));
}

/**
 * Gives codes of a range their index, reserves them for these leads, if any, in order, and returns them. Pairs them here, because PostgreSQL
 * would compare every code with every lead.
 */
async function assignCodes(
  ctx: Context,
  { batchId, insertedAt = 0, startIndex }: CodeRange,
  emails: readonly string[] | null,
): Promise<NewCode[]> {
  const assigned = await queryRows<NewCode>(
    ctx.db,
    sql`select key, text from codes where project_id = ${ctx.projectId} and batch_id = ${batchId} and batch_index >= ${insertedAt}::int
      order by project_id, batch_id, batch_index`,
  );
  const items = assigned.map(({ key }, index) => ({ key, email: emails?.[index] ?? null }));
  await ctx.db.execute(
    sql`update codes c set reserved_for = item ->> 'email', updated_at = now(), batch_index = coalesce(${startIndex ?? null}::int + (position - 1)::int, batch_index)
      from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as items (item, position)
      where c.project_id = ${ctx.projectId} and c.key = item ->> 'key'`,
  );
  return assigned;
}
