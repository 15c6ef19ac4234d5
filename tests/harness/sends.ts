import { sql } from "drizzle-orm";
import type { DeliveryRecord, DeliveryStatus } from "@/contract/deliveries";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import type { Context } from "@/core/context";
import { listSendDeliveries } from "@/core/sends/deliveries";
import { type DeliveryResult, recordResults, takeDeliveries } from "@/core/sends/delivery-attempts";
import { queryRows } from "@/db/query";
import { type DeliveryPayload, deliveryQueue } from "@/db/queue";
import { insertCode } from "./factories";
import { collectAll } from "./lists";

/** Sends a code to emails. Creates a new code unless one is given. */
export async function createSend(ctx: Context, emails: readonly string[], code?: string): Promise<{ id: string; code: string }> {
  const text = code ?? (await insertCode(ctx, { allowedClaims: 100 }));
  const { sendId } = await sendCode(ctx, { code: normalizeCode(text), emails, skip: [] });
  return { id: sendId, code: text };
}

/** Returns the deliveries of a send by email. */
export const getDeliveriesByEmail = async (ctx: Context, id: string): Promise<Map<string, DeliveryRecord>> =>
  new Map((await collectAll(listSendDeliveries(ctx, id, {}))).map((delivery) => [delivery.email, delivery]));

/** Returns the statuses of a send's deliveries by email. */
export const getDeliveryStatuses = async (ctx: Context, id: string): Promise<Record<string, DeliveryStatus>> =>
  Object.fromEntries([...(await getDeliveriesByEmail(ctx, id))].map(([email, { status }]) => [email, status]));

/** Returns the events of a send. */
export const getSendEvents = ({ db }: Context, id: string, kind: string) =>
  queryRows<{ data: object; code_text: string | null }>(
    db,
    sql`select data, code_text from events where kind = ${kind} and data ->> 'send' = ${id}`,
  );

/** Sets the status of a send's deliveries, as a worker would leave them. */
export async function setDeliveryStatus(
  { db }: Context,
  id: string,
  status: DeliveryStatus,
  emails: readonly string[],
  attempts = 1,
): Promise<void> {
  await db.execute(sql`update deliveries set status = ${status}, attempts = ${attempts}::int, error = case when ${status} = 'failed' then '550 no' end
    where send_id = ${id} and email = any(array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb)))`);
}

/** Returns the queued jobs for a delivery. */
export async function getQueuedDeliveryJobs({ db }: Context, deliveryId: string | undefined): Promise<DeliveryPayload[]> {
  const jobs = await queryRows<{ data: DeliveryPayload }>(
    db,
    sql`select data from pgboss.job where name = ${deliveryQueue} and state = 'created' and data -> 'deliveryIds' ? ${deliveryId ?? ""} order by created_on, id`,
  );
  return jobs.map(({ data }) => data);
}

/** Does what the worker does: attempts waiting emails, of one lead or some of all, with this result. */
export async function deliverEmails(ctx: Context, status: DeliveryResult["status"], email: string | null = null): Promise<void> {
  const due = await queryRows<{ id: string; attempts: number }>(
    ctx.db,
    sql`select id, attempts from deliveries where project_id = ${ctx.projectId} and status in ('queued', 'retrying')
      and (${email}::text is null or email = ${email}) order by id limit 20`,
  );
  for (const [attempts, group] of Map.groupBy(due, (delivery) => delivery.attempts)) {
    const attempt = { attempt: attempts + 1 };
    const taken = await takeDeliveries(ctx, { projectId: ctx.projectId, ...attempt, deliveryIds: group.map(({ id }) => id) });
    await recordResults(
      ctx,
      attempt,
      taken.map(({ id }) => ({ id, status, error: "550 5.1.1 No such user" })),
    );
  }
}
