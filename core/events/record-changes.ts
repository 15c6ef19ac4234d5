import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";
import { itemsIn } from "../sql";
import { newEventId, recordEvents } from "./record-event";

// Changes of records that no other event names, such as those of other leads and codes than the one that a request is about. Copies read the
// named records again. See docs/decisions/0072-events-for-copies.md.

/** How many leads or codes an event names. */
const chunkSize = 1000;

/**
 * A statement that records that the records of leads changed. `emails` is a query for one column. Each lead is looked up by their email:
 * PostgreSQL can't know how few there are. Leads are named by their IDs, so that no email stays.
 */
export const insertLeadChanges = ({ projectId, actor, requestId }: Context, emails: SQL): SQL => sql`
  insert into events (project_id, id, kind, actor_kind, actor_id, request_id, data)
  select ${projectId}::int, ${newEventId(sql`changed.part`)}, 'records.changed', ${actor.kind}::text, ${actor.id}::text, ${requestId}::text, jsonb_build_object('leads', changed.ids)
  from (
    select part, jsonb_agg(id) as ids
    from (select id, row_number() over () / ${chunkSize}::int as part from (
      select distinct lead.id from ${emails} as changed_lead (email),
        lateral (select l.id from leads l where l.project_id = ${projectId} and l.email = changed_lead.email offset 0) as lead) as leads) as numbered
    group by part
  ) as changed`;

/** Records that the records of leads changed, in the transaction of the change. Emails without a lead are left out. */
export async function recordLeadChanges(ctx: Context, emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await ctx.db.execute(insertLeadChanges(ctx, itemsIn(emails)));
}

/** Records that the records of codes changed, in the transaction of the change. Rows without a code are left out. */
export function recordCodeChanges(ctx: Context, codes: readonly { text: string | null }[]): Promise<void> {
  const texts = codes.flatMap(({ text }) => text ?? []);
  const parts = Array.from({ length: Math.ceil(texts.length / chunkSize) }, (_, index) =>
    texts.slice(index * chunkSize, (index + 1) * chunkSize),
  );
  return recordEvents(
    ctx,
    parts.map((part) => ({ kind: "records.changed", data: { codes: part } })),
  );
}
