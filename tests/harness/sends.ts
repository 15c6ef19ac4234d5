import { sql } from "drizzle-orm";
import type { DeliveryRecord, DeliveryStatus } from "@/contract/deliveries";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { listSendDeliveries } from "@/core/sends/deliveries";
import { type DeliverJob, deliverQueue } from "@/db/queue";
import { rows } from "@/db/rows";
import { aCode } from "./factories";
import { allOf } from "./listing";

/** A send of a code, of a new one unless told, and which. */
export async function aSendTo(ctx: Context, emails: readonly string[], code?: string): Promise<{ id: string; code: string }> {
  const text = code ?? (await aCode(ctx, { allowedClaims: 100 }));
  const { sendId } = await sendCode(ctx, { code: normalizeCode(text), emails });
  return { id: sendId, code: text };
}

/** The messages of a send by their addresses. */
export const ledgerOf = async (ctx: Context, id: string): Promise<Map<string, DeliveryRecord>> =>
  new Map((await allOf(listSendDeliveries(ctx, id, {}))).map((each) => [each.email, each]));

/** Where the messages of a send stand, by their addresses. */
export const standings = async (ctx: Context, id: string): Promise<Record<string, DeliveryStatus>> =>
  Object.fromEntries([...(await ledgerOf(ctx, id))].map(([email, { status }]) => [email, status]));

/** What was recorded of a send. */
export const happenedTo = ({ db }: Context, id: string, kind: string) =>
  rows<{ data: object; code_text: string | null }>(
    db,
    sql`select data, code_text from events where kind = ${kind} and data ->> 'send' = ${id}`,
  );

/** Has messages of a send stand somewhere, as a worker leaves them. */
export async function put({ db }: Context, id: string, status: DeliveryStatus, emails: readonly string[], attempts = 1): Promise<void> {
  await db.execute(sql`update deliveries set status = ${status}, attempts = ${attempts}::int, error = case when ${status} = 'failed' then '550 no' end
    where send_id = ${id} and email = any(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`);
}

/** The jobs that wait in the queue for a message. */
export async function jobsFor({ db }: Context, delivery: string | undefined): Promise<DeliverJob[]> {
  const found = await rows<{ data: DeliverJob }>(
    db,
    sql`select data from pgboss.job where name = ${deliverQueue} and state = 'created' and data -> 'deliveryIds' ? ${delivery ?? ""} order by created_on, id`,
  );
  return found.map(({ data }) => data);
}
