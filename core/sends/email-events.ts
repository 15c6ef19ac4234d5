import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../context";
import { newEventId } from "../events/record-event";

/** The statuses of emails that have an event, and those of reports about them. */
const kinds = sql`(values ('sent', 'email.delivered'), ('failed', 'email.failed'), ('bounced', 'email.bounced'), ('complained', 'email.complained'))`;

/** The codes of a mail server's response, such as `550 5.1.1`. Its words can contain the email. */
const responseCodes = (error: SQL): SQL =>
  sql`nullif(concat_ws(' ', substring(${error} from '^[45][0-9]{2}'), substring(${error} from '\\m[45]\\.[0-9]{1,3}\\.[0-9]{1,3}\\M')), '')`;

/**
 * A statement that records what became of emails. `emails` is a query for deliveries with the column `result`: their status, or `complained`.
 * Other results have no event.
 */
export const insertEmailEvents = ({ projectId, actor, requestId }: Context, emails: SQL): SQL => sql`
  insert into events (project_id, id, kind, actor_kind, actor_id, request_id, email, data)
  select ${projectId}::int, ${newEventId(sql`e.position`)}, e.event_kind, ${actor.kind}::text, ${actor.id}::text, ${requestId}::text, e.email,
    jsonb_strip_nulls(jsonb_build_object('delivery', e.id, 'send', e.send_id, 'kind', e.kind, 'reason', ${responseCodes(sql`e.error`)}))
  from (select email.*, kinds.kind as event_kind, row_number() over () as position
    from (${emails}) as email join ${kinds} as kinds (result, kind) using (result)) as e`;
