import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { queryRows } from "@/db/query";
import { deliveryQueue } from "@/db/queue";
import type { Random } from "./random";

/** How many deliveries of a send failed, are being retried or are still queued. The others were sent. */
export type DeliveryOutcomes = { failed?: number; retrying?: number; pending?: number };

const bounceErrors = [
  "550 5.1.1 The email account that you tried to reach does not exist",
  "550 5.1.1 Recipient address rejected: User unknown in virtual mailbox table",
  "552 5.2.2 Mailbox full, over quota",
  "554 5.7.1 Message rejected as spam by content filtering",
  "550 5.7.1 Our policy does not allow mail from this sender",
];

const temporaryErrors = [
  "451 4.7.1 Greylisting in action, please come back later",
  "421 4.7.0 Try again later, closing connection",
  "Connection timeout",
  "452 4.2.2 The recipient's inbox is out of storage space",
];

/** Sets the deliveries of a send to the results that an SMTP server would have returned. */
export async function setDeliveryOutcomes(
  { db, projectId }: Context,
  random: Random,
  sendId: string,
  { failed = 0, retrying = 0, pending = 0 }: DeliveryOutcomes,
): Promise<void> {
  const queued = await queryRows<{ id: string }>(
    db,
    sql`select id from deliveries where project_id = ${projectId} and send_id = ${sendId} and status = 'queued' order by email`,
  );
  const ids = random.sample(
    queued.map((delivery) => delivery.id),
    queued.length,
  );
  ids.splice(0, pending);
  const results = ids.map((id, index) => {
    if (index < failed) return { id, status: "failed", attempts: 1, error: random.pick(bounceErrors), wait: null };
    if (index < failed + retrying)
      return { id, status: "retrying", attempts: random.between(2, 5), error: random.pick(temporaryErrors), wait: random.between(20, 200) };
    return { id, status: "sent", attempts: random.chance(0.05) ? 2 : 1, error: null, wait: null };
  });
  await db.execute(sql`
    update deliveries d set status = t.status, attempts = t.attempts, error = t.error, next_attempt_at = now() + make_interval(mins => t.wait)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as t (id uuid, status text, attempts int, error text, wait int)
    where d.project_id = ${projectId} and d.id = t.id`);
}

/** Suppresses some deliveries of a send, as if the leads had unsubscribed before it. */
export async function suppressDeliveries({ db, projectId }: Context, sendId: string, amount: number): Promise<void> {
  await db.execute(sql`
    with suppressed as (
      update deliveries set status = 'suppressed', attempts = 0, error = null
      where project_id = ${projectId} and id in (
        select id from deliveries where project_id = ${projectId} and send_id = ${sendId} and status = 'sent' order by email limit ${amount})
      returning email
    )
    insert into suppressions (project_id, email, reason) select ${projectId}::int, email, 'unsubscribed' from suppressed`);
}

/** Replaces the queued jobs with jobs for the pending deliveries only. */
export async function requeuePendingDeliveries({ db, projectId, queue }: Context): Promise<void> {
  await db.execute(sql`delete from pgboss.job where name = ${deliveryQueue} and (data ->> 'projectId')::int = ${projectId}`);
  const pending = await queryRows<{ id: string; attempts: number; wait: number }>(
    db,
    sql`select d.id, d.attempts, coalesce(extract(epoch from coalesce(d.next_attempt_at, s.scheduled_at) - now())::int, 0) as wait
      from deliveries d left join sends s on s.project_id = d.project_id and s.id = d.send_id
      where d.project_id = ${projectId} and d.status in ('queued', 'retrying') order by d.id`,
  );
  const groups = Map.groupBy(pending, ({ attempts, wait }) => `${attempts} ${wait}`);
  for (const deliveries of groups.values()) {
    const [{ attempts, wait } = { attempts: 0, wait: 0 }] = deliveries;
    await queue.addDeliveries(
      db,
      projectId,
      deliveries.map((delivery) => delivery.id),
      { attempt: attempts + 1, startAfter: wait },
    );
  }
}
