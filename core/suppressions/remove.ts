import { sql } from "drizzle-orm";
import type { SuppressionRecord } from "@/contract/suppressions";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { eventEmail, isSuppressionOf, type SuppressionRow, suppressionColumns, suppressionRecord } from "./record";

/** Lets an address get mail again; answers what the suppression was. Refuses with `suppression_not_found`. */
export function removeSuppression(ctx: Context, email: string): Promise<SuppressionRecord> {
  return inTransaction(ctx, async (inner) => {
    const [gone] = await rows<SuppressionRow>(
      inner.db,
      sql`with s as (delete from suppressions s where ${isSuppressionOf(inner, email)} returning s.*) select ${suppressionColumns} from s`,
    );
    if (!gone) throw new ApiError("suppression_not_found");
    await recordEvent(inner, { kind: "suppression.removed", ...eventEmail(gone), data: { reason: gone.reason } });
    return suppressionRecord(gone);
  });
}
