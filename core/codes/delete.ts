import { sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { ApiError } from "../api-error";
import { countInBatches, differencesOf } from "../batches/count";
import { removeClaims } from "../claims/remove";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record";
import { cancelWaiting } from "../sends/cancel";
import { anyOf } from "../sql";
import { areLocked, lockCodes } from "./lock";
import { type CodeRow, codeRecord } from "./wire";

/** Deletes a code for good: its claims and tokens go, its waiting mail is cancelled. Answers what it was. Refuses with `code_not_found`. */
export function remove(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const [row] = await lockCodes(inner, [key], "deletion");
    if (!row) throw new ApiError("code_not_found");
    await removeLocked(inner, [row]);
    return codeRecord(row);
  });
}

/** Deletes codes as `remove` does, which the caller's transaction has locked for deletion. */
export async function removeLocked(ctx: Context, codes: readonly CodeRow[]): Promise<void> {
  if (codes.length === 0) return;
  const among = anyOf(codes.map(({ key }) => key));
  await removeClaims(ctx, sql`k.code_key in ${among}`);
  await cancelWaiting(ctx, sql`d.code_key in ${among}`);
  await countInBatches(
    ctx,
    differencesOf(codes, (code) => ({ codes: -1, uses: -code.allowed_claims })),
  );
  await ctx.db.execute(sql`delete from codes where ${areLocked(ctx, codes)}`);
  await recordEvents(
    ctx,
    codes.map((code) => ({ kind: "code.deleted", code, data: { claims: code.claims } })),
  );
}
