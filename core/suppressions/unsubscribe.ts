import { sql } from "drizzle-orm";
import type { SuppressionRecord } from "@/contract/suppressions";
import { queryRows, type RowOf } from "@/db/query";
import type { suppressions } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { endsByResubscribing, eventEmail, matchesSuppression, type SuppressionRow, suppressionColumns } from "./record";
import { recordSuppressionChanges } from "./record-changes";
import { suppress } from "./suppress";

/** Unsubscribes a person from all email. */
export const unsubscribe = (ctx: Context, email: string): Promise<void> =>
  inTransaction(ctx, (inner) => suppress(inner, sql`select ${email}::text as email`, "unsubscribed"));

/** Undoes an unsubscription. Suppressions with other reasons stay, also one that the unsubscription replaced. */
export function resubscribe(ctx: Context, email: string): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const isTheirs = matchesSuppression(inner, email);
    const restored = await queryRows<SuppressionRow>(
      inner.db,
      sql`with s as (
          update suppressions s set reason = s.previous_reason, previous_reason = null, version = s.version + 1
          where ${isTheirs} and s.reason = 'unsubscribed' and s.previous_reason is not null returning s.*
        )
        select ${suppressionColumns} from s`,
    );
    const removed = await queryRows<SuppressionRow>(
      inner.db,
      sql`with s as (delete from suppressions s where ${isTheirs} and ${endsByResubscribing} returning s.*) select ${suppressionColumns} from s`,
    );
    await recordSuppressionChanges(inner, [
      ...restored.map((row) => ({
        kind: "suppression.updated" as const,
        ...eventEmail(row),
        data: { fields: ["reason"], reason: row.reason },
      })),
      ...removed.map((row) => ({ kind: "suppression.removed" as const, ...eventEmail(row), data: { reason: row.reason } })),
    ]);
  });
}

/** Returns why a person gets no email, or `null` if they do. */
export async function getSuppressionReason(ctx: Context, email: string): Promise<SuppressionRecord["reason"] | null> {
  const [suppression] = await queryRows<RowOf<typeof suppressions, "reason">>(
    ctx.db,
    sql`select s.reason from suppressions s where ${matchesSuppression(ctx, email)}`,
  );
  return suppression?.reason ?? null;
}
