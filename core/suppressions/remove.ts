import { sql } from "drizzle-orm";
import type { SuppressionRecord } from "@/contract/suppressions";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { named, ofAddress, type SuppressionRow, suppressionColumns, suppressionRecord } from "./wire";

/** Lets an address get mail again; answers what the suppression was. Refuses with `suppression_not_found`. */
export function remove(ctx: Context, email: string): Promise<SuppressionRecord> {
  return inTransaction(ctx, async (inner) => {
    const [gone] = await rows<SuppressionRow>(
      inner.db,
      sql`with s as (delete from suppressions s where ${ofAddress(inner, email)} returning s.*) select ${suppressionColumns} from s`,
    );
    if (!gone) throw new ApiError("suppression_not_found");
    await recordEvent(inner, { kind: "suppression.removed", ...named(gone), data: { reason: gone.reason } });
    return suppressionRecord(gone);
  });
}
