import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { unindexed } from "../sort-order";
import { joinAnd } from "../sql";
import { type LockedSend, lockSend } from "./list";
import { statusList, undeliveredStatuses } from "./record";

/** A delivery of a code that its lead hasn't received. */
export type UndeliveredMessage = { id: string; email: string; codeKey: string; attempts: number };

/** The final statuses after which a code can be sent again. */
const resendableStatuses = ["failed", "canceled"] as const;

/** Whether `o` is another delivery of the same code to the same lead as `d`. Found by the lead, who has few deliveries; a code can have many. */
const isSameCodeAndLead = joinAnd([
  sql`o.project_id = d.project_id and o.email = d.email and o.send_id <> d.send_id`,
  ...unindexed([sql`o.code_key = d.code_key`]),
]);

/**
 * Locks a send like `lockSend`, together with the sends that have the same code for a lead who hasn't received it. If two calls resend the
 * same code, the second one then sees what the first one queued. Locks in id order to prevent deadlocks.
 */
export async function lockRelatedSends(ctx: Context, id: string): Promise<LockedSend> {
  const { db, projectId } = ctx;
  await db.execute(
    sql`select count(*) from (
      select from sends where project_id = ${projectId} and (id = ${id} or id = any(array(
        select o.send_id from deliveries d join deliveries o on ${isSameCodeAndLead}
        where d.project_id = ${projectId} and d.send_id = ${id} and d.status in (${statusList(resendableStatuses)}))))
      order by id for no key update) as locked`,
  );
  return lockSend(ctx, id);
}

/**
 * Returns the deliveries `d` that meet `conditions` and whose leads haven't received the code: it failed or was canceled, and no other send
 * delivered it or is about to. Sorted by email.
 */
export function listUndelivered({ db }: Context, conditions: readonly SQL[]): Promise<UndeliveredMessage[]> {
  return queryRows<UndeliveredMessage>(
    db,
    sql`select d.id, d.email, d.code_key as "codeKey", d.attempts from deliveries d
      where ${joinAnd(conditions)} and d.status in (${statusList(resendableStatuses)})
        and not exists (select from deliveries o where ${isSameCodeAndLead} and o.status not in (${statusList(undeliveredStatuses)}))
      order by d.email`,
  );
}
