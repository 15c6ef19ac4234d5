import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DeliveryRecord, listDeliveries, listSends, SendRecord } from "@/contract/sends";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { Refusal } from "../refusal";
import { containing, everyOne, totalOf } from "../sql";
import { type DeliveryRow, deliveryRecord, type SendRow, sendColumns, sendRecord, sendsWithBatches } from "./wire";

/** Lists sends, newest first. */
export function list(ctx: Context, query: z.output<NonNullable<typeof listSends.query>>): Promise<Listing<SendRecord>> {
  const filters: SQL[] = [sql`s.project_id = ${ctx.projectId}`];
  if (query.code) {
    filters.push(
      sql`(s.code_key = ${query.code} or s.id in (select send_id from deliveries where project_id = ${ctx.projectId} and code_key = ${query.code}))`,
    );
  }
  if (query.email)
    filters.push(sql`s.id in (select send_id from deliveries where project_id = ${ctx.projectId} and email = ${query.email})`);
  return listing(query, {
    rows: (after, limit) =>
      rows<SendRow>(
        ctx.db,
        sql`select ${sendColumns} from ${sendsWithBatches} where ${everyOne(after ? [...filters, sql`s.id < ${after[0]}::uuid`] : filters)} order by s.id desc limit ${limit}`,
      ),
    cursor: (row) => [row.id],
    item: sendRecord,
    total: (most) => totalOf(ctx.db, sql`sends s`, filters, most),
  });
}

/** Looks up a send and how far it is. Refuses with `send_not_found`. */
export async function get(ctx: Context, id: string): Promise<SendRecord> {
  const [row] = await rows<SendRow>(
    ctx.db,
    sql`select ${sendColumns} from ${sendsWithBatches} where s.project_id = ${ctx.projectId} and s.id = ${id}`,
  );
  if (!row) throw new Refusal("send_not_found");
  return sendRecord(row);
}

/** Lists the messages of a send by address. Refuses with `send_not_found`. */
export async function deliveriesOf(
  ctx: Context,
  id: string,
  query: z.output<NonNullable<typeof listDeliveries.query>>,
): Promise<Listing<DeliveryRecord>> {
  await get(ctx, id);
  const filters: SQL[] = [sql`d.project_id = ${ctx.projectId}`, sql`d.send_id = ${id}`];
  if (query.status) filters.push(sql`d.status = ${query.status}`);
  if (query.q) filters.push(sql`d.email like ${containing(query.q.toLowerCase())}`);
  return listing(query, {
    rows: (after, limit) =>
      rows<DeliveryRow>(
        ctx.db,
        sql`select d.* from deliveries d where ${everyOne(after ? [...filters, sql`d.email > ${after[0]}`] : filters)} order by d.email limit ${limit}`,
      ),
    cursor: (row) => [row.email],
    item: deliveryRecord,
    total: (most) => totalOf(ctx.db, sql`deliveries d`, filters, most),
  });
}
