import { sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { ApiError } from "../api-error";
import { sumChangesByBatch, updateBatchCounts } from "../batches/update-counts";
import { type BinDeletion, saveCodes } from "../bin/entries";
import { deleteClaims } from "../claims/revoke";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record-event";
import { cancelPendingDeliveries } from "../sends/cancel";
import { itemsIn } from "../sql";
import { type CodeRow, codeRecord, isLockedCode, lockCodes } from "./record";

/** Deletes a code with its claims and tokens and cancels its queued emails. Returns the deleted code. Throws `code_not_found`. */
export function deleteCode(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const [row] = await lockCodes(inner, [key], "deletion");
    if (!row) throw new ApiError("code_not_found");
    await deleteLockedCodes(inner, [row]);
    return codeRecord(row);
  });
}

/** Deletes codes that the caller's transaction has locked for deletion: permanently, or with `bin` so that they can be restored. */
export async function deleteLockedCodes(ctx: Context, codes: readonly CodeRow[], bin: BinDeletion | null = null): Promise<void> {
  if (codes.length === 0) return;
  const keys = itemsIn(codes.map(({ key }) => key));
  if (bin)
    await saveCodes(
      ctx,
      codes.map(({ key }) => key),
      bin,
    );
  await deleteClaims(ctx, sql`k.code_key in ${keys}`);
  await cancelPendingDeliveries(ctx, sql`d.code_key in ${keys}`);
  await updateBatchCounts(
    ctx,
    sumChangesByBatch(codes, (code) => ({ codeCount: -1, totalAllowedClaims: -code.allowed_claims })),
  );
  await ctx.db.execute(sql`delete from codes where ${isLockedCode(ctx, codes)}`);
  await recordEvents(
    ctx,
    codes.map((code) => ({ kind: "code.deleted", code, data: { claims: code.claims, ...(bin && { bin: true }) } })),
  );
}
