import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DeliveryStatus } from "@/contract/deliveries";
import type { listSendsEndpoint, SendRecord } from "@/contract/sends";
import { rows } from "@/db/rows";
import { minIdAt } from "@/lib/ids";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { orderBy, type SortOrder, afterCursor } from "../sort-order";
import { joinAnd, countRows } from "../sql";
import { type SendRow, sendColumns, sendRecord, sendsWithBatches, statusList, pendingStatuses } from "./record";

export type SendsQuery = z.output<NonNullable<typeof listSendsEndpoint.query>>;

/** How far the moment in a send's id, by the clock of its process, and the one it was made at, by the database's, may lie apart, in milliseconds. */
const clockTolerance = 10 * 60_000;

/** What a filter asks of sends `s`. */
export function sendConditions({ projectId }: Context, query: SendsQuery): SQL[] {
  const conditions: SQL[] = [sql`s.project_id = ${projectId}`];
  // As a list of ids, which is gathered once and then met in the order of the primary key, however far down it lies.
  const amongThese = (ids: SQL) => sql`s.id = any(array(${ids}))`;
  const having = (which: SQL) =>
    amongThese(sql`select distinct d.send_id from deliveries d where d.project_id = ${projectId} and ${which}`);
  const inStatus = (is: boolean, found: readonly DeliveryStatus[]) => {
    if (is) return having(sql`d.status in (${statusList(found)})`);
    // One by one, so that each is one look into an index, however many deliveries the send has.
    return joinAnd(
      found.map(
        (status) =>
          sql`not exists (select from deliveries d where d.project_id = s.project_id and d.status = ${statusList([status])} and d.send_id = s.id)`,
      ),
    );
  };
  // A code that was sent may have reached nobody, and one of an invitation stands in its deliveries alone.
  if (query.code)
    conditions.push(
      amongThese(sql`select id from sends where project_id = ${projectId} and code_key = ${query.code}
        union select send_id from deliveries where project_id = ${projectId} and code_key = ${query.code}`),
    );
  if (query.email) conditions.push(having(sql`d.email = ${query.email}`));
  if (query.batch) conditions.push(sql`s.batch_id = ${query.batch}`);
  if (query.kind) conditions.push(sql`s.kind = ${query.kind}`);
  if (query.completed !== undefined) conditions.push(inStatus(!query.completed, pendingStatuses));
  if (query.failed !== undefined) conditions.push(inStatus(query.failed, ["failed"]));
  if (query.since)
    conditions.push(sql`s.id >= ${minIdAt(Date.parse(query.since) - clockTolerance)}::uuid`, sql`s.created_at >= ${query.since}::timestamptz`);
  if (query.until)
    conditions.push(sql`s.id < ${minIdAt(Date.parse(query.until) + clockTolerance)}::uuid`, sql`s.created_at < ${query.until}::timestamptz`);
  return conditions;
}

/** The order of sends by when they were made. */
export const sendOrder = (down: boolean): SortOrder => ({ columns: [{ expression: sql`s.id`, type: "uuid" }], descending: down });

/** Reads sends that meet `conditions`, with how far they are. */
export const selectSends = (conditions: readonly SQL[], order: SortOrder, limit: number): SQL =>
  sql`select ${sendColumns} from ${sendsWithBatches} where ${joinAnd(conditions)} order by ${orderBy(order)} limit ${limit}`;

/** Lists sends, newest first unless asked otherwise. */
export function listSends(ctx: Context, query: SendsQuery): Promise<ListResult<SendRecord>> {
  const filters = sendConditions(ctx, query);
  const order = sendOrder(query.order !== "asc");
  return paginate(query, {
    order: `sends ${query.order ?? "desc"}`,
    rows: (after, limit) => rows<SendRow>(ctx.db, selectSends([...filters, ...afterCursor(order, after)], order, limit)),
    cursor: (row) => [row.id],
    toRecord: sendRecord,
    total: (most) => countRows(ctx.db, sql`sends s`, filters, most),
  });
}

/** Looks up a send and how far it is. Refuses with `send_not_found`. */
export async function getSend(ctx: Context, id: string): Promise<SendRecord> {
  const [row] = await rows<SendRow>(
    ctx.db,
    sql`select ${sendColumns} from ${sendsWithBatches} where s.project_id = ${ctx.projectId} and s.id = ${id}`,
  );
  if (!row) throw new ApiError("send_not_found");
  return sendRecord(row);
}

/** What a send is of. */
export type LockedSend = { code?: { key: string; text: string }; batchId: string | null };

/** What a send is of, locked against others who change what comes of it, until the transaction ends. Refuses with `send_not_found`. */
export async function lockSend(ctx: Context, id: string): Promise<LockedSend> {
  const [row] = await rows<{ code_key: string | null; code_text: string | null; batch_id: string | null }>(
    ctx.db,
    sql`select code_key, code_text, batch_id from sends where project_id = ${ctx.projectId} and id = ${id} for no key update`,
  );
  if (!row) throw new ApiError("send_not_found");
  const { code_key: key, code_text: text, batch_id: batchId } = row;
  return { batchId, ...(key !== null && text !== null ? { code: { key, text } } : {}) };
}
