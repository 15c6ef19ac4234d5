import { sql } from "drizzle-orm";
import type { AutomaticMessageKind } from "@/contract/enums";
import { queryRows, type RowOf } from "@/db/query";
import type { deliveries } from "@/db/schema";
import type { Context } from "../context";
import { insertLeadChanges } from "../events/record-changes";

/** How often a lead gets the same kind of automatic email, about one code per hour and about any per day, however often someone enters their email in a form. */
const frequencyLimit = { hours: 1, perDay: 3 };

/**
 * Queues an automatic email to a lead in the caller's transaction. Does nothing if the lead got the same kind of email recently, except for
 * claims and without `isLimited`, and if the lead was deleted or changed their email address since. `code` is the code that the email is about.
 * Returns the IDs of the queued deliveries.
 */
export async function queueAutomaticEmail(
  ctx: Context,
  email: string,
  kind: AutomaticMessageKind,
  code?: { key: string; text: string },
  { isLimited = true } = {},
): Promise<string[]> {
  const { db, projectId, queue } = ctx;
  const isSimilar = sql`d.project_id = ${projectId} and d.email = ${email} and d.kind = ${kind} and d.status not in ('canceled', 'suppressed')`;
  const inserted = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`with inserted as (
      insert into deliveries (project_id, id, kind, email, code_key, code_text)
      select l.project_id, gen_random_uuid(), ${kind}, l.email, ${code?.key ?? null}, ${code?.text ?? null}
      from leads l where l.project_id = ${projectId} and l.email = ${email} and (${kind} = 'claimed' or not ${isLimited}::boolean or (
        not exists (select from deliveries d where ${isSimilar} and d.code_key is not distinct from ${code?.key ?? null}
          and d.created_at > now() - make_interval(hours => ${frequencyLimit.hours}))
        and (select count(*) from deliveries d where ${isSimilar} and d.created_at > now() - interval '1 day') < ${frequencyLimit.perDay}
      ))
      -- A lead who is deleted or renamed at the same time gets none.
      for key share of l
      returning id, email
    ), recorded as (${insertLeadChanges(ctx, sql`(select email from inserted)`)})
    select id from inserted`,
  );
  const ids = inserted.map(({ id }) => id);
  await queue.addDeliveries(db, projectId, ids, { isUrgent: true });
  return ids;
}
