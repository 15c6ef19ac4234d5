import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { SuppressionRecord, updateSuppressionEndpoint } from "@/contract/suppressions";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { isOutdated } from "../expected-values";
import { eventEmail, matchesSuppression, type SuppressionRow, suppressionColumns, suppressionRecord } from "./record";
import { recordSuppressionChanges } from "./record-changes";

type UpdateSuppressionInput = z.output<NonNullable<typeof updateSuppressionEndpoint.body>>;

/**
 * Updates the reason or the note of a suppression. Records no event if nothing changes. Throws `suppression_not_found`, and
 * `suppression_changed` if a field to update no longer has its `expected` value.
 */
export function updateSuppression(ctx: Context, email: string, input: UpdateSuppressionInput): Promise<SuppressionRecord> {
  return inTransaction(ctx, async (inner) => {
    const [current] = await queryRows<SuppressionRow>(
      inner.db,
      sql`select ${suppressionColumns} from suppressions s where ${matchesSuppression(inner, email)} for update of s`,
    );
    if (!current) throw new ApiError("suppression_not_found");
    const { reason, note } = current;
    if (isOutdated({ reason, note }, input, input.expected ?? {})) throw new ApiError("suppression_changed");
    return updateLockedSuppression(inner, current, input);
  });
}

/** Updates a suppression that the caller's transaction has locked. */
export async function updateLockedSuppression(
  ctx: Context,
  current: SuppressionRow,
  input: Pick<UpdateSuppressionInput, "reason" | "note">,
): Promise<SuppressionRecord> {
  const updated = { ...current, reason: input.reason ?? current.reason, note: input.note ?? current.note };
  const fields = (["reason", "note"] as const).filter((field) => updated[field] !== current[field]);
  if (fields.length > 0) {
    await ctx.db.execute(
      sql`update suppressions s set reason = ${updated.reason}, note = ${updated.note}, version = s.version + 1,
        previous_reason = case when s.reason = ${updated.reason} then s.previous_reason end where ${matchesSuppression(ctx, current.email)}`,
    );
    await recordSuppressionChanges(ctx, [
      { kind: "suppression.updated", ...eventEmail(current), data: { fields, reason: updated.reason } },
    ]);
  }
  return suppressionRecord(updated);
}
