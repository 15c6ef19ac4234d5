import { type SQL, sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { ApiError } from "../api-error";
import { sumChangesByBatch, updateBatchCounts } from "../batches/update-counts";
import { type BinDeletion, saveCodes } from "../bin/entries";
import { deleteClaims } from "../claims/revoke";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record-event";
import { updateInvitations } from "../leads/update-invitations";
import { cancelPendingDeliveries } from "../sends/cancel";
import { itemsIn } from "../sql";
import { type CodeRow, codeId, codeRecord, isLockedCode, lockCodes } from "./record";

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
  const codeKeys = codes.map(({ key }) => key);
  const keys = itemsIn(codeKeys);
  await lockLeadsOfCodes(ctx, keys);
  if (bin) await saveCodes(ctx, codeKeys, bin);
  await deleteClaims(ctx, sql`k.code_key in ${keys}`);
  await cancelPendingDeliveries(ctx, sql`d.code_key in ${keys}`);
  await updateBatchCounts(
    ctx,
    sumChangesByBatch(codes, (code) => ({ codeCount: -1, totalAllowedClaims: -code.allowed_claims })),
  );
  await ctx.db.execute(sql`delete from codes where ${isLockedCode(ctx, codes)}`);
  await updateInvitations(ctx, codeKeys);
  await recordEvents(
    ctx,
    codes.map((code) => ({ kind: "code.deleted", code, data: { id: codeId(code), claims: code.claims, ...(bin && { bin: true }) } })),
  );
}

/** Locks the leads who claimed the codes or were invited with them, all at once, so that two deletions can't deadlock. */
const lockLeadsOfCodes = ({ db, projectId }: Context, keys: SQL): Promise<unknown> =>
  db.execute(sql`
    select count(*) from (
      select from leads where project_id = ${projectId} and email in (
        select email from claims where project_id = ${projectId} and code_key in ${keys}
        union all select email from lead_invitations where project_id = ${projectId} and code_key in ${keys})
      order by email for no key update) as locked`);
