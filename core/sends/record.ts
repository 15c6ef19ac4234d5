import { type SQL, sql } from "drizzle-orm";
import type { CodeStatus } from "@/contract/codes";
import type { DeliveryRecord, DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses, pendingStatuses } from "@/contract/enums";
import type { QueueingProgress } from "@/contract/jobs";
import type { MessageRecord } from "@/contract/messages";
import { type SendRecord, skipReasons } from "@/contract/sends";
import type { RowOf } from "@/db/query";
import type { deliveries, sends } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { limitedUntil } from "../email-delivery/server-limit";
import { queueingProgress } from "../jobs/queueing-progress";
import { selectActorName } from "../sql";

export type SendRow = RowOf<
  typeof sends,
  | "id"
  | "kind"
  | "code_text"
  | "batch_id"
  | "received"
  | "notified"
  | "skipped"
  | "actor_kind"
  | "subject"
  | "body"
  | "button"
  | "button_url"
  | "scheduled_at"
  | "created_at"
> & {
  batch_name: string | null;
  actor_name: string | null;
  queueing: QueueingProgress | null;
  limited_until: string | null;
  delivery_counts: Partial<Record<DeliveryStatus, number>> | null;
};

/** The final statuses of deliveries that didn't reach the lead. */
export const undeliveredStatuses: readonly DeliveryStatus[] = ["failed", "bounced", "canceled", "suppressed"];

/** A list of statuses for SQL. As literals, because PostgreSQL chooses its plan by how common each status is. */
export const statusList = (statuses: readonly (DeliveryStatus | CodeStatus)[]): SQL =>
  sql.raw(statuses.map((status) => `'${status}'`).join(", "));

/** The number of deliveries of a send `s` in every status. */
export const deliveryCountsSql: SQL = sql`(select json_object_agg(statuses.status, (
      select count(*) from deliveries d where d.project_id = s.project_id and d.status = statuses.status and d.send_id = s.id))
    from unnest(array[${statusList(deliveryStatuses)}]) as statuses (status))`;

/** The columns of `SendRow`, selected from `sendsWithBatches`. */
export const sendColumns: SQL = sql`s.id, s.kind, s.code_text, s.batch_id, b.name as batch_name, s.received, s.notified, s.skipped, s.subject, s.body, s.button, s.button_url, s.scheduled_at, s.created_at, s.actor_kind, ${selectActorName(sql`s`)} as actor_name,
  ${queueingProgress(sql`s.project_id`, sql`s.id`)} as queueing,
  ${limitedUntil(sql`s.project_id`)} as limited_until,
  ${deliveryCountsSql} as delivery_counts`;
export const sendsWithBatches: SQL = sql`sends s left join batches b on b.project_id = s.project_id and b.id = s.batch_id`;

/**
 * Whether a send `n` was for no one: all recipients were skipped, or there were none. It is kept only to say who was skipped, and isn't listed
 * as a send.
 */
const isToNoOne: SQL = sql`(n.notified = 0 and n.skipped is not null
  and n.received <= (select coalesce(sum(skipped.value::int), 0) from jsonb_each_text(n.skipped) as skipped))`;

/** Whether a send `s` was for anyone. As a list of the few others, so that lists still read an index only. */
export const reachesSomeone = (projectId: number): SQL =>
  sql`s.id <> all(array(select n.id from sends n where n.project_id = ${projectId} and ${isToNoOne}))`;

/** Whether a code `c` was sent to anyone. */
export const wasCodeSent: SQL = sql`exists (select from sends n where n.project_id = c.project_id and n.code_key = c.key and not ${isToNoOne})`;

const isQueueing = (job: QueueingProgress | null): boolean => job?.status === "queued" || job?.status === "running";

/** Whether a send is scheduled for after the end of a limit. */
const isLater = (scheduledAt: string | null, limitedUntil: string | null): boolean =>
  scheduledAt !== null && limitedUntil !== null && Date.parse(isoTimestamp(scheduledAt)) > Date.parse(isoTimestamp(limitedUntil));

/** The number of deliveries in every status. */
export const deliveryCounts = (counts: Partial<Record<DeliveryStatus, number>> | null): SendRecord["deliveries"] =>
  Object.fromEntries(deliveryStatuses.map((status) => [status, counts?.[status] ?? 0])) as SendRecord["deliveries"];

export function sendRecord(row: SendRow): SendRecord {
  const { subject, body, button } = row;
  const deliveries = deliveryCounts(row.delivery_counts);
  const completed = pendingStatuses.every((status) => deliveries[status] === 0) && !isQueueing(row.queueing);
  return {
    id: row.id,
    kind: row.kind,
    code: row.code_text,
    batch: row.batch_id === null || row.batch_name === null ? null : { id: row.batch_id, name: row.batch_name },
    receivedLeads: row.received,
    notifiedLeads: row.notified,
    skippedLeads: row.skipped && skipReasons.flatMap((reason) => (row.skipped?.[reason] ? [{ reason, count: row.skipped[reason] }] : [])),
    queueing: row.queueing,
    deletedLeads: row.notified - Object.values(deliveries).reduce((sum, count) => sum + count, 0),
    actor: row.actor_kind && { kind: row.actor_kind, name: row.actor_name },
    deliveries,
    completed,
    content: subject === null && body === null && button === null ? null : { subject, body, button },
    buttonUrl: row.button_url,
    scheduledAt: isoTimestamp(row.scheduled_at),
    limitedUntil: completed || isLater(row.scheduled_at, row.limited_until) ? null : isoTimestamp(row.limited_until),
    createdAt: isoTimestamp(row.created_at),
  };
}

export type MessageRow = RowOf<
  typeof deliveries,
  "id" | "email" | "status" | "attempts" | "error" | "skip_reason" | "next_attempt_at" | "created_at" | "updated_at"
>;

export type DeliveryRow = MessageRow & { send_id: string; code_text: string | null };

/** An automatic email, which has no send. */
export type AutomaticMessageRow = MessageRow & { kind: MessageRecord["kind"]; send_id: null };

export const deliveryRecord = (row: DeliveryRow): DeliveryRecord => ({ ...messageFields(row), send: row.send_id, code: row.code_text });

export const messageRecord = (row: AutomaticMessageRow): MessageRecord => ({ ...messageFields(row), kind: row.kind });

export function messageFields(row: MessageRow): Omit<DeliveryRecord, "send" | "code"> {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    attempts: row.attempts,
    error: row.error,
    skipReason: row.skip_reason,
    nextAttemptAt: isoTimestamp(row.next_attempt_at),
    createdAt: isoTimestamp(row.created_at),
    updatedAt: isoTimestamp(row.updated_at),
  };
}
