import { type SQL, sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { unindexed } from "../sort-order";
import { joinAnd } from "../sql";
import { type LockedSend, lockSend } from "./list";
import { undeliveredStatuses, statusList } from "./record";

/** Somebody who still lacks what a send was to bring them, by their message of it. */
export type UndeliveredMessage = { id: string; email: string; codeKey: string; attempts: number };

/** Statuses of a message that never left and will not by itself: whoever it was for may be sent the code again. */
const resendableStatuses = ["failed", "canceled"] as const;

/** Another message `o` than `d` that is of the same code to the same lead. It is found by the lead, who has few: of one code there may be very many. */
const isSameCodeAndLead = joinAnd([
  sql`o.project_id = d.project_id and o.email = d.email and o.send_id <> d.send_id`,
  ...unindexed([sql`o.code_key = d.code_key`]),
]);

/**
 * As `lockSend`, together with the sends that have the same code for somebody who lacks this one: of two that would bring somebody one code
 * by different sends, the second finds what the first has queued. All are locked in one order, so that the two do not wait crosswise.
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

/** Who of the deliveries `d` that are `asked` for still lacks the code: neither has another send of it reached them, nor is one about to. By address. */
export function listUndelivered({ db }: Context, asked: readonly SQL[]): Promise<UndeliveredMessage[]> {
  return rows<UndeliveredMessage>(
    db,
    sql`select d.id, d.email, d.code_key as "codeKey", d.attempts from deliveries d
      where ${joinAnd(asked)} and d.status in (${statusList(resendableStatuses)})
        and not exists (select from deliveries o where ${isSameCodeAndLead} and o.status not in (${statusList(undeliveredStatuses)}))
      order by d.email`,
  );
}
