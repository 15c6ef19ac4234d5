import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DeliveryStatus } from "@/contract/deliveries";
import { pendingStatuses } from "@/contract/enums";
import type { listSendsEndpoint, SendRecord } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import type { Cancellation, sends } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import type { ContentOverrides } from "../email-templates/templates";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, idAfter, joinAnd, minIdSince } from "../sql";
import { reachesSomeone, type SendRow, sendColumns, sendRecord, sendsWithBatches, statusList } from "./record";

export type SendsQuery = z.output<NonNullable<typeof listSendsEndpoint.query>>;

/** The conditions of a filter on sends `s`. */
export function sendConditions({ projectId }: Context, query: SendsQuery): SQL[] {
  const conditions: SQL[] = [sql`s.project_id = ${projectId}`, reachesSomeone(projectId)];
  // As an array of ids, which is collected once and then read in the order of the primary key, however far down the page is.
  const hasId = (ids: SQL) => sql`s.id = any(array(${ids}))`;
  const hasDelivery = (condition: SQL) =>
    hasId(sql`select distinct d.send_id from deliveries d where d.project_id = ${projectId} and ${condition}`);
  const hasStatus = (expected: boolean, statuses: readonly DeliveryStatus[]) => {
    if (expected) return hasDelivery(sql`d.status in (${statusList(statuses)})`);
    // One condition per status is one index lookup each, however many deliveries a send has.
    return joinAnd(
      statuses.map(
        (status) =>
          sql`not exists (select from deliveries d where d.project_id = s.project_id and d.status = ${statusList([status])} and d.send_id = s.id)`,
      ),
    );
  };
  // The code of a send may have no deliveries, and the codes of an invitation are only in its deliveries.
  if (query.code)
    conditions.push(
      hasId(sql`select id from sends where project_id = ${projectId} and code_key = ${query.code}
        union select send_id from deliveries where project_id = ${projectId} and code_key = ${query.code}`),
    );
  if (query.email) conditions.push(hasDelivery(sql`d.email = ${query.email}`));
  if (query.batch) conditions.push(sql`s.batch_id = ${query.batch}`);
  if (query.kind) conditions.push(sql`s.kind = ${query.kind}`);
  // The job that queues a large send has the same ID.
  const openJobs = sql`select j.id from background_jobs j where j.project_id = ${projectId} and j.ended_at is null`;
  if (query.completed === true) conditions.push(hasStatus(false, pendingStatuses), sql`s.id <> all(array(${openJobs}))`);
  if (query.completed === false)
    conditions.push(
      hasId(sql`select d.send_id from deliveries d where d.project_id = ${projectId} and d.status in (${statusList(pendingStatuses)})
        union ${openJobs}`),
    );
  if (query.failed !== undefined) conditions.push(hasStatus(query.failed, ["failed"]));
  if (query.since) conditions.push(sql`s.id >= ${minIdSince(query.since)}`, sql`s.created_at >= ${query.since}::timestamptz`);
  if (query.until) conditions.push(sql`s.id < ${idAfter(query.until)}`, sql`s.created_at < ${query.until}::timestamptz`);
  return conditions;
}

/** By creation time: send ids start with it. */
export const sendOrder = (descending: boolean): ListOrder => ({ columns: [{ expression: sql`s.id`, type: "uuid" }], descending });

export const selectSends = (conditions: readonly SQL[], order: ListOrder, limit: number): SQL =>
  sql`select ${sendColumns} from ${sendsWithBatches} where ${joinAnd(conditions)} order by ${orderBy(order)} limit ${limit}`;

/** Lists sends, newest first unless `order` says otherwise. */
export function listSends(ctx: Context, query: SendsQuery): Promise<ListResult<SendRecord>> {
  const conditions = sendConditions(ctx, query);
  const order = sendOrder(query.order !== "asc");
  return paginate<SendRow, SendRecord>(ctx, query, {
    order: `sends ${query.order ?? "desc"}`,
    rows: (after, limit) => selectSends([...conditions, ...afterCursor(order, after)], order, limit),
    cursor: (row) => [row.id],
    toRecord: sendRecord,
    count: (maxCount) => countQuery(sql`sends s`, conditions, maxCount),
  });
}

/** Returns a send. Throws `send_not_found`. */
export async function getSend(ctx: Context, id: string): Promise<SendRecord> {
  const [row] = await queryRows<SendRow>(
    ctx.db,
    sql`select ${sendColumns} from ${sendsWithBatches} where s.project_id = ${ctx.projectId} and s.id = ${id}`,
  );
  if (!row) throw new ApiError("send_not_found");
  return sendRecord(row);
}

export type LockedSend = {
  kind: SendRecord["kind"];
  code?: { key: string; text: string };
  batchId: string | null;
  fromBatch: boolean;
  content: ContentOverrides;
  canceling: Cancellation | null;
};

/** Locks a send until the transaction ends, and returns its code or batch, and its texts. Throws `send_not_found`. */
export async function lockSend(ctx: Context, id: string): Promise<LockedSend> {
  const [row] = await queryRows<
    RowOf<typeof sends, "kind" | "code_key" | "code_text" | "batch_id" | "from_batch" | "subject" | "body" | "button" | "canceling">
  >(
    ctx.db,
    sql`select kind, code_key, code_text, batch_id, from_batch, subject, body, button, canceling from sends where project_id = ${ctx.projectId} and id = ${id} for no key update`,
  );
  if (!row) throw new ApiError("send_not_found");
  const { kind, code_key: key, code_text: text, batch_id: batchId, from_batch: fromBatch, subject, body, button, canceling } = row;
  return {
    kind,
    batchId,
    fromBatch,
    canceling,
    content: { subject, body, button },
    ...(key !== null && text !== null ? { code: { key, text } } : {}),
  };
}
