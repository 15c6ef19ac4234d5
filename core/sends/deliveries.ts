import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DeliveryRecord, listAllDeliveriesEndpoint, listDeliveriesEndpoint } from "@/contract/deliveries";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { inOrder, type Order, past } from "../order";
import { containing, everyOne, totalOf } from "../sql";
import { get } from "./list";
import { type DeliveryRow, deliveryRecord } from "./wire";

type OfSend = z.output<NonNullable<typeof listDeliveriesEndpoint.query>>;
export type Query = z.output<NonNullable<typeof listAllDeliveriesEndpoint.query>>;

/** What a filter asks of the deliveries `d` of a send. */
export function conditionsOfSend(ctx: Context, id: string, query: OfSend): SQL[] {
  const conditions: SQL[] = [sql`d.project_id = ${ctx.projectId}`, sql`d.send_id = ${id}`];
  if (query.status) conditions.push(sql`d.status = ${query.status}`);
  // Looked for in an index alone, however few of the send's addresses match.
  if (query.q)
    conditions.push(sql`d.email = any(array(select k.email from deliveries k
      where k.project_id = ${ctx.projectId} and k.send_id = ${id} and k.email like ${containing(query.q.toLowerCase())}))`);
  return conditions;
}

/** The order of the deliveries of one send: by address. */
export const byAddress: Order = { columns: [{ of: sql`d.email`, type: "text" }], down: false };

/** The order of deliveries across sends: those of the newest first. */
export const newestFirst: Order = {
  columns: [
    { of: sql`d.send_id`, type: "uuid" },
    { of: sql`d.email`, type: "text" },
  ],
  down: true,
};

/** Reads deliveries that meet `conditions`. */
export const deliveriesInOrder = (conditions: readonly SQL[], order: Order, limit: number): SQL =>
  sql`select d.* from deliveries d where ${everyOne(conditions)} order by ${inOrder(order)} limit ${limit}`;

/** Lists the messages of a send by address. Refuses with `send_not_found`. */
export async function deliveriesOf(ctx: Context, id: string, query: OfSend): Promise<Listing<DeliveryRecord>> {
  await get(ctx, id);
  const filters = conditionsOfSend(ctx, id, query);
  return listing(query, {
    order: "deliveries of a send",
    rows: (after, limit) => rows<DeliveryRow>(ctx.db, deliveriesInOrder([...filters, ...past(byAddress, after)], byAddress, limit)),
    cursor: (row) => [row.email],
    item: deliveryRecord,
    total: (most) => totalOf(ctx.db, sql`deliveries d`, filters, most),
  });
}

/** What a filter asks of deliveries `d` across sends. */
export function conditionsAcross(ctx: Context, query: Query): SQL[] {
  const conditions: SQL[] = [sql`d.project_id = ${ctx.projectId}`, sql`d.send_id is not null`];
  if (query.status) conditions.push(sql`d.status = ${query.status}`);
  if (query.code) conditions.push(sql`d.code_key = ${query.code}`);
  if (query.email) conditions.push(sql`d.email = ${query.email}`);
  return conditions;
}

/** Lists messages across sends, newest first. */
export function list(ctx: Context, query: Query): Promise<Listing<DeliveryRecord>> {
  const filters = conditionsAcross(ctx, query);
  return listing(query, {
    order: "deliveries",
    rows: (after, limit) => rows<DeliveryRow>(ctx.db, deliveriesInOrder([...filters, ...past(newestFirst, after)], newestFirst, limit)),
    cursor: (row) => [row.send_id, row.email],
    item: deliveryRecord,
    total: (most) => totalOf(ctx.db, sql`deliveries d`, filters, most),
  });
}
