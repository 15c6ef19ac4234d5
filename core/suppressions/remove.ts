import { sql } from "drizzle-orm";
import type { SuppressionRecord } from "@/contract/suppressions";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { eventEmail, matchesSuppression, type SuppressionRow, suppressionColumns, suppressionRecord } from "./record";
import { recordSuppressionChanges } from "./record-changes";

/** Removes a suppression and returns it. Throws `suppression_not_found`. */
export function removeSuppression(ctx: Context, email: string): Promise<SuppressionRecord> {
  return inTransaction(ctx, async (inner) => {
    const [removed] = await queryRows<SuppressionRow>(
      inner.db,
      sql`with s as (delete from suppressions s where ${matchesSuppression(inner, email)} returning s.*) select ${suppressionColumns} from s`,
    );
    if (!removed) throw new ApiError("suppression_not_found");
    await recordSuppressionChanges(inner, [{ kind: "suppression.removed", ...eventEmail(removed), data: { reason: removed.reason } }]);
    return suppressionRecord(removed);
  });
}
