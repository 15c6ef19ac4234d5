import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { itemsIn } from "../sql";

// The line of those who wait: leads in the order of `waitlist_sort_key`, and of their addresses where two have the same. See docs/decisions/0018-the-waitlist.md.

/** The place at the end of the line, which whoever joins now gets. */
export const endOfWaitlist: SQL = sql`extract(epoch from clock_timestamp()) * 1000000`;

/** Notes that the leads of `from`, under their `waitlist_sort_key`, came to their places (1) or left them (-1); as a part of a statement. */
export const insertWaitlistChanges = (from: SQL, change: 1 | -1): SQL =>
  sql`insert into waitlist_changes (project_id, sort_key, delta) select project_id, waitlist_sort_key, ${sql.raw(String(change))} from ${from}`;

/**
 * Puts leads on the waitlist, at its end, or takes them off it: all of them locked by the caller's transaction, and the other way round as yet.
 * Whoever is put on it is accepted, and counts for whoever sent them.
 */
export async function setOnWaitlist({ db, projectId, jobs }: Context, emails: readonly string[], onWaitlist: boolean): Promise<void> {
  if (emails.length === 0) return;
  const uncounted = await rows<{ referral_code: string }>(
    db,
    sql`with moved as (
      update leads set on_waitlist = ${onWaitlist}::boolean, waitlist_sort_key = case when ${onWaitlist}::boolean then ${endOfWaitlist} else waitlist_sort_key end,
        status = case when ${onWaitlist}::boolean then 'active' else status end, held_reason = case when ${onWaitlist}::boolean then null else held_reason end,
        waitlist_changed_at = now(), updated_at = now()
      where project_id = ${projectId} and email in ${itemsIn(emails)}
      returning project_id, waitlist_sort_key, referral_code, on_waitlist and referred_by is not null and referral_bonus_applied is null as uncounted
    ), told as (
      ${insertWaitlistChanges(sql`moved`, onWaitlist ? 1 : -1)}
    )
    select referral_code from moved where uncounted`,
  );
  await jobs.welcome(
    db,
    uncounted.map(({ referral_code: lead }) => ({ projectId, lead, mail: false })),
  );
}

/** Whose place: the key of it and the address. */
type WaitlistKey = { waitlist_sort_key: string; email: string };

/**
 * Moves somebody who waits up by `places`, or down where it is negative, as far as the line goes: between the two that stand there now.
 * Whoever does not wait is left alone.
 */
export async function moveOnWaitlist(ctx: Context, email: string, places: number): Promise<void> {
  if (places === 0) return;
  await inTransaction(ctx, async ({ db, projectId }) => {
    // Two who move at once would see the same neighbours; mails go round, so nobody waits for this.
    await db.execute(sql`select pg_advisory_xact_lock(${waitlistLock}, ${projectId})`);
    const [mover] = await rows<WaitlistKey>(
      db,
      sql`select waitlist_sort_key, email from leads where project_id = ${projectId} and email = ${email} and on_waitlist for no key update`,
    );
    if (!mover) return;
    const key = keyBetween(await listPassedKeys(db, projectId, mover, places), places > 0);
    if (key === null) return;
    await db.execute(sql`
      with moved as (
        update leads set waitlist_sort_key = ${key}::numeric where project_id = ${projectId} and email = ${email} returning project_id, waitlist_sort_key
      ), left_place as (
        insert into waitlist_changes (project_id, sort_key, delta) values (${projectId}, ${mover.waitlist_sort_key}::numeric, -1)
      )
      ${insertWaitlistChanges(sql`moved`, 1)}`);
  });
}

/** Names the lock of those who move in a line. */
const waitlistLock = 0x6c696e65;

/** The last one that is passed, and the one beyond; only the last one where the line ends there, and nobody where there is nobody to pass. */
async function listPassedKeys(
  db: Database,
  projectId: number,
  { waitlist_sort_key, email }: WaitlistKey,
  places: number,
): Promise<string[]> {
  const [step, direction] = places > 0 ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const beside = await rows<{ waitlist_sort_key: string }>(
    db,
    sql`select waitlist_sort_key from leads where project_id = ${projectId} and on_waitlist and (waitlist_sort_key, email) ${step} (${waitlist_sort_key}::numeric, ${email})
      order by waitlist_sort_key ${direction}, email ${direction} limit ${Math.abs(places) + 1}`,
  );
  return beside.slice(beside.length > Math.abs(places) ? -2 : -1).map((lead) => lead.waitlist_sort_key);
}

/** A key between two, or a second beyond the last. */
function keyBetween([last, beyond]: readonly string[], up: boolean): SQL | null {
  if (last === undefined) return null;
  if (beyond === undefined) return sql`(${last}::numeric ${up ? sql`-` : sql`+`} 1000000)`;
  return sql`((${last}::numeric + ${beyond}::numeric) / 2)`;
}

/** Where somebody stands in line, from 1, and how many wait in all. */
export type WaitlistPosition = { position: number; waiting: number };

/**
 * Where a lead stands in line; null where they do not wait. Counts from the last mark before them, so that it takes as long at the end of a
 * million as at the beginning.
 */
export async function getWaitlistPosition(
  { db, projectId }: Pick<Context, "db" | "projectId">,
  email: string,
): Promise<WaitlistPosition | null> {
  const [row] = await rows<{ ahead: string; waiting: string }>(db, waitlistPositionQuery(projectId, email));
  return row ? { position: Number(row.ahead) + 1, waiting: Number(row.waiting) } : null;
}

/** How many wait in line. */
export async function countWaiting({ db, projectId }: Pick<Context, "db" | "projectId">): Promise<number> {
  const [row] = await rows<{ waiting: string }>(db, sql`select ${countBefore(projectId, sql`'infinity'::numeric`, sql`true`)} as waiting`);
  return Number(row?.waiting ?? 0);
}

/** Reads how many stand before a lead who waits, and how many wait in all. */
export const waitlistPositionQuery = (projectId: number, email: string): SQL => sql`
  select ${countBefore(projectId, sql`l.waitlist_sort_key`, sql`(w.waitlist_sort_key, w.email) < (l.waitlist_sort_key, l.email)`)} as ahead,
    ${countBefore(projectId, sql`'infinity'::numeric`, sql`true`)} as waiting
  from leads l where l.project_id = ${projectId} and l.email = ${email} and l.on_waitlist`;

/** How many wait up to a key: as counted at the last mark before it, what changed before that mark since, and those after it that are `before`. */
const countBefore = (projectId: number, key: SQL, before: SQL): SQL => sql`(
  select m.leads_ahead
    + (select coalesce(sum(delta), 0) from waitlist_changes c where c.project_id = ${projectId} and c.sort_key < m.sort_key)
    + (select count(*) from leads w where w.project_id = ${projectId} and w.on_waitlist and w.waitlist_sort_key >= m.sort_key and ${before})
  from (
    (select sort_key, leads_ahead from waitlist_checkpoints where project_id = ${projectId} and sort_key <= ${key} order by sort_key desc limit 1)
    union all (select '-infinity'::numeric, 0) limit 1
  ) as m)`;

/** How many stand between two marks. */
const checkpointInterval = 1000;

/** How many changes make the line worth counting again at once. */
const recountThreshold = 2000;

/**
 * Counts the line anew where much has changed in it, or a little a while ago (`anyway`). Answers whether it did.
 * In one snapshot: a change is forgotten exactly where its effect was counted.
 */
export async function recountWaitlist(db: Database, projectId: number, { anyway = false } = {}): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      // One at a time: the other one's snapshot would be older than what this one wrote.
      const [free] = await rows<{ free: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${waitlistLock + 1}, ${projectId}) as free`);
      if (!free?.free) return false;
      const [changes] = await rows<{ some: number }>(
        tx,
        sql`select count(*)::int as some from (select from waitlist_changes where project_id = ${projectId} limit ${recountThreshold}) as c`,
      );
      if (!changes || changes.some < (anyway ? 1 : recountThreshold)) return false;
      await tx.execute(sql`delete from waitlist_changes where project_id = ${projectId}`);
      await tx.execute(sql`delete from waitlist_checkpoints where project_id = ${projectId}`);
      await tx.execute(sql`
        insert into waitlist_checkpoints (project_id, sort_key, leads_ahead)
        select distinct ${projectId}::int, waitlist_sort_key, ahead from (
          select waitlist_sort_key, rank() over (order by waitlist_sort_key) - 1 as ahead, row_number() over (order by waitlist_sort_key) as place
          from leads where project_id = ${projectId} and on_waitlist
        ) as l where place % ${checkpointInterval} = 0`);
      return true;
    },
    { isolationLevel: "repeatable read" },
  );
}
