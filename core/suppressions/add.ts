import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { addSuppressionEndpoint, SuppressionRecord } from "@/contract/suppressions";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { updateLockedSuppression } from "./update";
import { eventEmail, type SuppressionRow, suppressionColumns, suppressionRecord } from "./record";

type AddSuppressionInput = z.output<NonNullable<typeof addSuppressionEndpoint.body>>;

/** Has an address get no more mail. Where it gets none already, what is given of reason and note is changed. */
export function addSuppression(ctx: Context, { email, reason, note }: AddSuppressionInput): Promise<SuppressionRecord> {
  return inTransaction(ctx, async (inner) => {
    // One that is there stays as it is for now, and is held: who adds it twice at once must not be told that it is not there.
    const [row] = await rows<SuppressionRow & { is_new: boolean }>(
      inner.db,
      sql`with s as (
          insert into suppressions as s (project_id, email, reason, note)
          values (${inner.projectId}, ${email}, ${reason ?? "staff"}, ${note ?? ""})
          on conflict (project_id, email) do update set email = excluded.email
          returning s.*, (xmax = 0) as is_new
        )
        select ${suppressionColumns}, s.is_new from s`,
    );
    if (!row) throw new Error("A suppression was neither made nor found");
    if (!row.is_new) return updateLockedSuppression(inner, row, { reason, note });
    await recordEvent(inner, { kind: "suppression.added", ...eventEmail(row), data: { reason: row.reason } });
    return suppressionRecord(row);
  });
}
