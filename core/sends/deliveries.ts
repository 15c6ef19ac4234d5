import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DeliveryRecord, listDeliveriesEndpoint, listSendDeliveriesEndpoint } from "@/contract/deliveries";
import type { Database } from "@/db/client";
import { deliveries, projects, sends } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, emailContains, joinAnd } from "../sql";
import { type DeliveryRow, deliveryRecord } from "./record";

type SendDeliveriesQuery = z.output<NonNullable<typeof listSendDeliveriesEndpoint.query>>;
export type DeliveriesQuery = z.output<NonNullable<typeof listDeliveriesEndpoint.query>>;

/** The conditions of a filter on deliveries `d`. `q` is only for those of one send. */
export function deliveryConditions({ projectId }: Context, { send, status, code, email, q }: DeliveriesQuery): SQL[] {
  const conditions: SQL[] = [sql`d.project_id = ${projectId}`, send ? sql`d.send_id = ${send}` : sql`d.send_id is not null`];
  if (status) conditions.push(sql`d.status = ${status}`);
  if (code) conditions.push(sql`d.code_key = ${code}`);
  if (email) conditions.push(sql`d.email = ${email}`);
  // The subquery makes PostgreSQL search in an index only, however few emails match.
  if (send && q)
    conditions.push(sql`d.email = any(array(select k.email from deliveries k
      where k.project_id = ${projectId} and k.send_id = ${send} and ${emailContains(sql`k.email`, q)}))`);
  return conditions;
}

/** The order of the deliveries of one send. */
export const byEmail: ListOrder = { columns: [{ expression: sql`d.email`, type: "text" }], descending: false };

/** The order of deliveries across sends. */
export const newestFirst: ListOrder = {
  columns: [
    { expression: sql`d.send_id`, type: "uuid" },
    { expression: sql`d.email`, type: "text" },
  ],
  descending: true,
};

export const selectDeliveries = (conditions: readonly SQL[], order: ListOrder, limit: number): SQL =>
  sql`select d.* from deliveries d where ${joinAnd(conditions)} order by ${orderBy(order)} limit ${limit}`;

/** Lists the deliveries of a send by email. Throws `send_not_found`. */
export async function listSendDeliveries(ctx: Context, id: string, query: SendDeliveriesQuery): Promise<ListResult<DeliveryRecord>> {
  const [send] = await ctx.db
    .select({ id: sends.id })
    .from(sends)
    .where(and(eq(sends.projectId, ctx.projectId), eq(sends.id, id)));
  if (!send) throw new ApiError("send_not_found");
  const conditions = deliveryConditions(ctx, { ...query, send: id });
  return paginate<DeliveryRow, DeliveryRecord>(
    ctx,
    { ...query, send: id },
    {
      order: "deliveries of a send",
      rows: (after, limit) => selectDeliveries([...conditions, ...afterCursor(byEmail, after)], byEmail, limit),
      cursor: (row) => [row.email],
      toRecord: deliveryRecord,
      count: (maxCount) => countQuery(sql`deliveries d`, conditions, maxCount),
    },
  );
}

/** Lists deliveries across sends, newest first. */
export function listDeliveries(ctx: Context, query: DeliveriesQuery): Promise<ListResult<DeliveryRecord>> {
  const conditions = deliveryConditions(ctx, query);
  return paginate<DeliveryRow, DeliveryRecord>(ctx, query, {
    order: "deliveries",
    rows: (after, limit) => selectDeliveries([...conditions, ...afterCursor(newestFirst, after)], newestFirst, limit),
    cursor: (row) => [row.send_id, row.email],
    toRecord: deliveryRecord,
    count: (maxCount) => countQuery(sql`deliveries d`, conditions, maxCount),
  });
}

/** Returns which of the deliveries exist, in all projects. */
export async function findDeliveryIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  // Joined with the projects, because the index starts with them.
  const existing = await db
    .select({ id: deliveries.id })
    .from(projects)
    .innerJoin(deliveries, eq(deliveries.projectId, projects.id))
    .where(inArray(deliveries.id, [...ids]));
  return new Set(existing.map(({ id }) => id));
}
