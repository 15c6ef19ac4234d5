import { sql } from "drizzle-orm";
import { pendingStatuses } from "@/contract/enums";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";
import type { Context } from "../context";
import { statusList } from "../sends/record";
import { jsonItems } from "../sql";

/** The columns of a project with its sending rate. */
export type SendingRateRow = RowOf<typeof projects, "emails_per_second" | "emails_per_hour">;

/** Returns how many milliseconds are between two emails to leads, so that neither limit is exceeded. 0 without a limit. */
export const sendingInterval = ({ emails_per_second: perSecond, emails_per_hour: perHour }: SendingRateRow): number =>
  Math.max(perSecond === null ? 0 : 1000 / perSecond, perHour === null ? 0 : 3_600_000 / perHour);

/** Milliseconds until the first of the reserved slots, or until it is worth trying again. */
type Reservation = { isReserved: true; startsIn: number } | { isReserved: false; retryIn: number };

/**
 * Reserves `amount` slots to send emails, `interval` milliseconds apart, after those that any worker has reserved. Reserves none if the first
 * one is more than `maxWait` milliseconds away.
 */
export async function reserveSlots(
  { db, projectId }: Pick<Context, "db" | "projectId">,
  { amount, interval, maxWait }: { amount: number; interval: number; maxWait: number },
): Promise<Reservation> {
  const duration = sql`make_interval(secs => ${(amount * interval) / 1000}::float8)`;
  const [slot] = await queryRows<{ starts_in: number }>(
    db,
    sql`insert into email_slots as s (project_id, next_at) values (${projectId}, clock_timestamp() + ${duration})
      on conflict (project_id) do update set next_at = greatest(s.next_at, clock_timestamp()) + ${duration}
        where s.next_at <= clock_timestamp() + make_interval(secs => ${maxWait / 1000}::float8)
      returning (extract(epoch from next_at - ${duration} - clock_timestamp()) * 1000)::float8 as starts_in`,
  );
  if (slot) return { isReserved: true, startsIn: Math.max(0, slot.starts_in) };
  const [next] = await queryRows<{ wait: number }>(
    db,
    sql`select (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as wait from email_slots where project_id = ${projectId}`,
  );
  return { isReserved: false, retryIn: Math.max(0, (next?.wait ?? 0) - maxWait) };
}

/** Forgets the reserved slots, because the sending rate has changed. */
export const releaseSlots = ({ db, projectId }: Context): Promise<unknown> =>
  db.execute(sql`delete from email_slots where project_id = ${projectId}`);

/** Returns those of the deliveries that aren't finished, in the order given. */
export async function listUnfinished({ db, projectId }: Context, deliveryIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select d.id from ${jsonItems(deliveryIds)} join deliveries d on d.project_id = ${projectId} and d.id = items.item::uuid
      where d.status in (${statusList(pendingStatuses)}) order by items.position`,
  );
  return rows.map(({ id }) => id);
}
