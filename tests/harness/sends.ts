import { sql } from "drizzle-orm";
import type { DeliveryRecord, DeliveryStatus } from "@/contract/deliveries";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { listSendDeliveries } from "@/core/sends/deliveries";
import { type DeliveryPayload, deliveryQueue } from "@/db/queue";
import { queryRows } from "@/db/query";
import { insertCode } from "./factories";
import { collectAll } from "./lists";

/** A send of a code, of a new one unless told, and which. */
export async function createSend(ctx: Context, emails: readonly string[], code?: string): Promise<{ id: string; code: string }> {
  const text = code ?? (await insertCode(ctx, { allowedClaims: 100 }));
  const { sendId } = await sendCode(ctx, { code: normalizeCode(text), emails });
  return { id: sendId, code: text };
}

/** The messages of a send by their addresses. */
export const getDeliveriesByEmail = async (ctx: Context, id: string): Promise<Map<string, DeliveryRecord>> =>
  new Map((await collectAll(listSendDeliveries(ctx, id, {}))).map((delivery) => [delivery.email, delivery]));

/** Where the messages of a send stand, by their addresses. */
export const getDeliveryStatuses = async (ctx: Context, id: string): Promise<Record<string, DeliveryStatus>> =>
  Object.fromEntries([...(await getDeliveriesByEmail(ctx, id))].map(([email, { status }]) => [email, status]));

/** What was recorded of a send. */
export const getSendEvents = ({ db }: Context, id: string, kind: string) =>
  queryRows<{ data: object; code_text: string | null }>(
    db,
    sql`select data, code_text from events where kind = ${kind} and data ->> 'send' = ${id}`,
  );

/** Has messages of a send stand somewhere, as a worker leaves them. */
export async function setDeliveryStatus({ db }: Context, id: string, status: DeliveryStatus, emails: readonly string[], attempts = 1): Promise<void> {
  await db.execute(sql`update deliveries set status = ${status}, attempts = ${attempts}::int, error = case when ${status} = 'failed' then '550 no' end
    where send_id = ${id} and email = any(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`);
}

/** The jobs that wait in the queue for a message. */
export async function getQueuedDeliveryJobs({ db }: Context, delivery: string | undefined): Promise<DeliveryPayload[]> {
  const found = await queryRows<{ data: DeliveryPayload }>(
    db,
    sql`select data from pgboss.job where name = ${deliveryQueue} and state = 'created' and data -> 'deliveryIds' ? ${delivery ?? ""} order by created_on, id`,
  );
  return found.map(({ data }) => data);
}
