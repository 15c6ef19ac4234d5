import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { updateSuppressionEndpoint, SuppressionRecord } from "@/contract/suppressions";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { eventEmail, isSuppressionOf, type SuppressionRow, suppressionColumns, suppressionRecord } from "./record";

type UpdateSuppressionInput = z.output<NonNullable<typeof updateSuppressionEndpoint.body>>;

/** Changes why an address gets no mail, or the note on it. Where nothing changes, nothing is recorded. Refuses with `suppression_not_found`. */
export function updateSuppression(ctx: Context, email: string, changes: UpdateSuppressionInput): Promise<SuppressionRecord> {
  return inTransaction(ctx, async (inner) => {
    const [known] = await rows<SuppressionRow>(
      inner.db,
      sql`select ${suppressionColumns} from suppressions s where ${isSuppressionOf(inner, email)} for update of s`,
    );
    if (!known) throw new ApiError("suppression_not_found");
    return updateLockedSuppression(inner, known, changes);
  });
}

/** As `change`, of a suppression that the caller's transaction holds. */
export async function updateLockedSuppression(ctx: Context, known: SuppressionRow, asked: UpdateSuppressionInput): Promise<SuppressionRecord> {
  const changed = { ...known, reason: asked.reason ?? known.reason, note: asked.note ?? known.note };
  const fields = (["reason", "note"] as const).filter((field) => changed[field] !== known[field]);
  if (fields.length > 0) {
    await ctx.db.execute(
      sql`update suppressions s set reason = ${changed.reason}, note = ${changed.note} where ${isSuppressionOf(ctx, known.email)}`,
    );
    await recordEvent(ctx, { kind: "suppression.updated", ...eventEmail(known), data: { fields, reason: changed.reason } });
  }
  return suppressionRecord(changed);
}
