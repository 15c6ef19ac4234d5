import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { queryRows } from "@/db/query";
import { deliveryQueue } from "@/db/queue";
import type { Random } from "./random";

/** How many of a send's messages failed and were put off; the rest were sent, but for the last `waiting`. */
export type Outcome = { failed?: number; retrying?: number; waiting?: number };

const refusals = [
  "550 5.1.1 The email account that you tried to reach does not exist",
  "550 5.1.1 Recipient address rejected: User unknown in virtual mailbox table",
  "552 5.2.2 Mailbox full, over quota",
  "554 5.7.1 Message rejected as spam by content filtering",
  "550 5.7.1 Our policy does not allow mail from this sender",
];

const delays = [
  "451 4.7.1 Greylisting in action, please come back later",
  "421 4.7.0 Try again later, closing connection",
  "Connection timeout",
  "452 4.2.2 The recipient's inbox is out of storage space",
];

/** Writes into the ledger what a mail server would have answered. */
export async function settleAs(
  { db, projectId }: Context,
  random: Random,
  sendId: string,
  { failed = 0, retrying = 0, waiting = 0 }: Outcome,
): Promise<void> {
  const queued = await queryRows<{ id: string }>(
    db,
    sql`select id from deliveries where project_id = ${projectId} and send_id = ${sendId} and status = 'queued' order by email`,
  );
  const ids = random.some(
    queued.map((delivery) => delivery.id),
    queued.length,
  );
  ids.splice(0, waiting);
  const told = ids.map((id, place) => {
    if (place < failed) return { id, status: "failed", attempts: 1, error: random.pick(refusals), wait: null };
    if (place < failed + retrying)
      return { id, status: "retrying", attempts: random.between(2, 5), error: random.pick(delays), wait: random.between(20, 200) };
    return { id, status: "sent", attempts: random.chance(0.05) ? 2 : 1, error: null, wait: null };
  });
  await db.execute(sql`
    update deliveries d set status = t.status, attempts = t.attempts, error = t.error, next_attempt_at = now() + make_interval(mins => t.wait)
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (id uuid, status text, attempts int, error text, wait int)
    where d.project_id = ${projectId} and d.id = t.id`);
}

/** Somebody asked for no more mail before theirs was sent. */
export async function suppress({ db, projectId }: Context, sendId: string, amount: number): Promise<void> {
  await db.execute(sql`
    with asked as (
      update deliveries set status = 'suppressed', attempts = 0, error = null
      where project_id = ${projectId} and id in (
        select id from deliveries where project_id = ${projectId} and send_id = ${sendId} and status = 'sent' order by email limit ${amount})
      returning email
    )
    insert into suppressions (project_id, email, reason) select ${projectId}::int, email, 'unsubscribed' from asked`);
}

/** Leaves jobs for those messages alone that still wait. */
export async function requeue({ db, projectId, queue }: Context): Promise<void> {
  await db.execute(sql`delete from pgboss.job where name = ${deliveryQueue} and (data ->> 'projectId')::int = ${projectId}`);
  const waiting = await queryRows<{ id: string; attempts: number; wait: number }>(
    db,
    sql`select id, attempts, coalesce(extract(epoch from next_attempt_at - now())::int, 0) as wait
      from deliveries where project_id = ${projectId} and status in ('queued', 'retrying') order by id`,
  );
  const together = Map.groupBy(waiting, ({ attempts, wait }) => `${attempts} ${wait}`);
  for (const deliveries of together.values()) {
    const [{ attempts, wait } = { attempts: 0, wait: 0 }] = deliveries;
    await queue.addDeliveries(
      db,
      projectId,
      deliveries.map((delivery) => delivery.id),
      { attempt: attempts + 1, startAfter: wait },
    );
  }
}
