import { type SQL, sql } from "drizzle-orm";
import type { DeliveryStatus } from "@/contract/deliveries";
import { pendingStatuses } from "@/contract/enums";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import type { sends } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { joinAnd } from "../sql";
import { deliveryCountsSql, statusList } from "./record";

// The last email of a send can get its result in several ways, and two at the same time. The worker records the end instead: it looks at the
// sends whose end wasn't recorded.

/** Whether a send `s` has emails that wait for their result, or will have. One condition per status is one index lookup each. */
const isUnfinished: SQL = sql.join(
  [
    sql`s.canceling is not null`,
    ...pendingStatuses.map(
      (status) =>
        sql`exists (select from deliveries d where d.project_id = s.project_id and d.status = ${statusList([status])} and d.send_id = s.id)`,
    ),
    sql`exists (select from background_jobs j where j.project_id = s.project_id and j.ended_at is null
      and (j.id = s.id or (j.kind = 'send.retry' and j.params ->> 'send' = s.id::text)))`,
  ],
  sql` or `,
);

/** Returns sends whose emails all have their result, if that wasn't recorded. */
export const listSendsToFinish = (db: Database): Promise<{ project_id: number; id: string }[]> =>
  queryRows(
    db,
    sql`select s.project_id, s.id from sends s where not s.is_finished and not (${isUnfinished}) order by s.project_id, s.id limit 1000`,
  );

type FinishedRow = RowOf<typeof sends, "code_key" | "code_text" | "notified"> & {
  delivery_counts: Partial<Record<DeliveryStatus, number>>;
};

/** Records that all emails of a send have their result, unless that was recorded, or some of them were queued again. */
export function finishSend(ctx: Context, id: string): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const isSend = sql`s.project_id = ${projectId} and s.id = ${id}`;
    // What queues emails again locks the send too. The next statement sees what was committed before.
    const locked = await queryRows(db, sql`select from sends s where ${isSend} and not s.is_finished for no key update skip locked`);
    if (locked.length === 0) return false;
    const [send] = await queryRows<FinishedRow>(
      db,
      sql`select s.code_key, s.code_text, s.notified, ${deliveryCountsSql} as delivery_counts from sends s where ${joinAnd([isSend, sql`not (${isUnfinished})`])}`,
    );
    if (!send) return false;
    await db.execute(sql`update sends s set is_finished = true where ${isSend}`);
    // What reaches no one isn't a send: see `reachesSomeone`.
    if (send.notified === 0) return true;
    const deliveries = Object.fromEntries(Object.entries(send.delivery_counts).filter(([, count]) => count > 0));
    const { code_key: key, code_text: text } = send;
    await recordEvent(inner, {
      kind: "send.finished",
      code: key === null || text === null ? undefined : { key, text },
      data: { send: id, deliveries },
    });
    return true;
  });
}
