import { sql } from "drizzle-orm";
import { pendingStatuses } from "@/contract/enums";
import { changeRows, queryRows } from "@/db/query";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { jsonItems } from "../sql";
import { statusList } from "./record";

/** Makes all emails that wait for their next attempt due now, such as after an outage of the mail server. Returns how many to leads there are. */
export function retryWaitingEmails(ctx: Context): Promise<{ retried: number }> {
  return inTransaction(ctx, async (inner) => {
    const ids = await inner.queue.retryEmailsNow(inner.db, inner.projectId);
    const retried = await changeRows(
      inner.db,
      sql`update deliveries d set next_attempt_at = now(), updated_at = now() from ${jsonItems(ids)}
        where d.project_id = ${inner.projectId} and d.id = item::uuid and d.status = 'retrying'`,
    );
    if (retried > 0) await recordEvent(inner, { kind: "deliveries.retried", data: { deliveries: retried } });
    return { retried };
  });
}

/** Where counting waiting emails stops. */
const maxCounted = 10_000;

/** Counts the emails to leads that are queued, being sent or waiting for their next attempt. */
export async function countWaitingEmails({ db, projectId }: Context): Promise<{ count: number; isCapped: boolean }> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
      select from deliveries d where d.project_id = ${projectId} and d.status in (${statusList(pendingStatuses)}) limit ${maxCounted + 1}) as waiting`,
  );
  const count = row?.count ?? 0;
  return { count: Math.min(count, maxCounted), isCapped: count > maxCounted };
}
