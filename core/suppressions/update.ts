import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { changeSuppressionEndpoint, SuppressionRecord } from "@/contract/suppressions";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { named, ofAddress, type SuppressionRow, suppressionColumns, suppressionRecord } from "./wire";

type Ask = z.output<NonNullable<typeof changeSuppressionEndpoint.body>>;

/** Changes why an address gets no mail, or the note on it. Where nothing changes, nothing is recorded. Refuses with `suppression_not_found`. */
export function change(ctx: Context, { email, ...changes }: Ask): Promise<SuppressionRecord> {
  return inTransaction(ctx, async (inner) => {
    const [known] = await rows<SuppressionRow>(
      inner.db,
      sql`select ${suppressionColumns} from suppressions s where ${ofAddress(inner, email)} for update of s`,
    );
    if (!known) throw new ApiError("suppression_not_found");
    return changeLocked(inner, known, changes);
  });
}

/** As `change`, of a suppression that the caller's transaction holds. */
export async function changeLocked(ctx: Context, known: SuppressionRow, asked: Omit<Ask, "email">): Promise<SuppressionRecord> {
  const changed = { ...known, reason: asked.reason ?? known.reason, note: asked.note ?? known.note };
  const fields = (["reason", "note"] as const).filter((field) => changed[field] !== known[field]);
  if (fields.length > 0) {
    await ctx.db.execute(
      sql`update suppressions s set reason = ${changed.reason}, note = ${changed.note} where ${ofAddress(ctx, known.email)}`,
    );
    await recordEvent(ctx, { kind: "suppression.changed", ...named(known), data: { fields, reason: changed.reason } });
  }
  return suppressionRecord(changed);
}
