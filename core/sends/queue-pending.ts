import { sql } from "drizzle-orm";
import { pendingStatuses } from "@/contract/enums";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { statusList } from "./record";

/** How many emails are queued with one statement. */
const chunkSize = 10_000;

/** Queues the emails that have no job, because they were sent from another installation before. Returns how many there are. */
export async function queuePendingEmails({ db, projectId, queue }: Context): Promise<number> {
  let count = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const pending: { id: string; attempt: number; wait: number }[] = await queryRows(
      db,
      // Someone may have been sending the email when it was exported: the same attempt is made again.
      sql`select d.id, case when d.status = 'sending' then d.attempts else d.attempts + 1 end as attempt,
          greatest(0, ceil(extract(epoch from coalesce(d.next_attempt_at, s.scheduled_at, now()) - now())))::int as wait
        from deliveries d left join sends s on s.project_id = d.project_id and s.id = d.send_id
        where d.project_id = ${projectId} and d.status in (${statusList(pendingStatuses)}) and d.id > ${after}::uuid order by d.id limit ${chunkSize}`,
    );
    for (const group of Map.groupBy(pending, ({ attempt, wait }) => `${attempt} ${wait}`).values()) {
      const { attempt = 1, wait = 0 } = group[0] ?? {};
      const ids = group.map(({ id }) => id);
      await queue.addDeliveries(db, projectId, ids, { attempt, startAfter: wait });
    }
    count += pending.length;
    after = pending.at(-1)?.id ?? after;
    if (pending.length < chunkSize) return count;
  }
}
