import { type SQL, sql } from "drizzle-orm";
import { claimByNewLead } from "@/db/schema";

// A claim by a new lead is two events. They are stored as one row, because rows and their index entries are most of what a claim writes.
// See docs/decisions/0076-stored-events-of-claims.md.

const literal = sql.raw(`'${claimByNewLead}'`);

/** The kind that the event of a claim is stored with. */
export const claimKind = (isNewLead: SQL): SQL => sql`case when ${isNewLead} then ${literal} else 'code.claimed' end`;

/** The condition that a stored event is a claim by a new lead. */
export const isClaimByNewLead = (kind: SQL): SQL => sql`${kind} = ${literal}`;

/** The ID of the event of the lead, from that of their stored claim. It sorts right before it. */
const leadEventId = (id: SQL): SQL => sql`overlay(${id}::text placing '8000' from 20 for 4)::uuid`;

/**
 * A query for the events that rows of the table of events, selected by `stored`, are read as, with the same columns. `columns`: others, of rows
 * `e` and their parts.
 */
export const readStoredEvents = (stored: SQL, columns = sql``): SQL => sql`
  select ${columns} e.project_id, case when part.is_lead then ${leadEventId(sql`e.id`)} else e.id end as id,
    case when part.is_lead then 'lead.created' when ${isClaimByNewLead(sql`e.kind`)} then 'code.claimed' else e.kind end as kind,
    e.at, e.actor_kind, e.actor_id, e.request_id, case when not part.is_lead then e.code_key end as code_key,
    case when not part.is_lead then e.code_text end as code_text, e.email, case when part.is_lead then '{}'::jsonb else e.data end as data
  from (${stored}) as e join (values (false), (true)) as part (is_lead) on not part.is_lead or ${isClaimByNewLead(sql`e.kind`)}`;

/** The highest ID that a row with an event can have: that of the same time. */
export const lastRowWithEvent = (id: string): string => `${id.slice(0, 19)}ffff-ffffffffffff`;

/** The condition that an event of a row `e` comes after the event with this ID. */
export function hasEventAfter(id: string, descending: boolean): SQL {
  if (!descending) return sql`e.id > ${id}::uuid`;
  // The rows of the same time, so that an index limits them.
  return sql`e.id <= ${lastRowWithEvent(id)}::uuid and (e.id < ${id}::uuid or (${isClaimByNewLead(sql`e.kind`)} and ${leadEventId(sql`e.id`)} < ${id}::uuid))`;
}
