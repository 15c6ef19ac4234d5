import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { addSuppressionEndpoint, SuppressionRecord } from "@/contract/suppressions";
import { queryRows } from "@/db/query";
import { type Context, inTransaction } from "../context";
import { eventEmail, type SuppressionRow, suppressionColumns, suppressionRecord } from "./record";
import { recordSuppressionChanges } from "./record-changes";
import { updateLockedSuppression } from "./update";

type AddSuppressionInput = z.output<NonNullable<typeof addSuppressionEndpoint.body>>;

/** Stops all email to a person. Updates the given reason and note if they are suppressed already. */
export function addSuppression(ctx: Context, { email, reason, note }: AddSuppressionInput): Promise<SuppressionRecord> {
  return inTransaction(ctx, async (inner) => {
    // The update also locks an existing suppression, so that it can't be removed before its fields are updated.
    const [row] = await queryRows<SuppressionRow & { is_new: boolean }>(
      inner.db,
      sql`with s as (
          insert into suppressions as s (project_id, email, reason, note)
          values (${inner.projectId}, ${email}, ${reason ?? "staff"}, ${note ?? ""})
          on conflict (project_id, email) do update set version = s.version + 1
          returning s.*, (xmax = 0) as is_new
        )
        select ${suppressionColumns}, s.is_new from s`,
    );
    if (!row) throw new Error("The suppression was neither inserted nor found");
    if (!row.is_new) return updateLockedSuppression(inner, row, { reason, note });
    await recordSuppressionChanges(inner, [{ kind: "suppression.added", ...eventEmail(row), data: { reason: row.reason } }]);
    return suppressionRecord(row);
  });
}
