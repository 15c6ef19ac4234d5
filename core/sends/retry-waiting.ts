import { sql } from "drizzle-orm";
import { pendingStatuses } from "@/contract/enums";
import { countCap } from "@/contract/limits";
import { type Context, inTransaction } from "../context";
import { endServerLimit } from "../email-delivery/server-limit";
import { insertLeadChanges } from "../events/record-changes";
import { recordEvent } from "../events/record-event";
import { countRows, fetchTotal, jsonItems } from "../sql";
import { statusList } from "./record";

/** Makes all emails that wait for their next attempt due now, such as after an outage of the mail server. Returns how many to leads there are. */
export function retryWaitingEmails(ctx: Context): Promise<{ retried: number }> {
  return inTransaction(ctx, async (inner) => {
    await endServerLimit(inner);
    const ids = await inner.queue.retryEmailsNow(inner.db, inner.projectId);
    const retried = await fetchTotal(
      inner.db,
      sql`with retried as (
          update deliveries d set next_attempt_at = now(), updated_at = now() from ${jsonItems(ids)}
          where d.project_id = ${inner.projectId} and d.id = item::uuid and d.status = 'retrying' returning d.email
        ), recorded as (${insertLeadChanges(inner, sql`(select email from retried)`)})
        select count(*) as total from retried`,
    );
    if (retried > 0) await recordEvent(inner, { kind: "deliveries.retried", data: { deliveries: retried } });
    return { retried };
  });
}

/** Counts the emails to leads that are queued, being sent or waiting for their next attempt, up to `countCap + 1`. */
export const countWaitingEmails = ({ db, projectId }: Context): Promise<number> =>
  countRows(db, sql`deliveries d`, [sql`d.project_id = ${projectId} and d.status in (${statusList(pendingStatuses)})`], countCap + 1);
