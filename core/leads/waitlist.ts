import { type SQL, sql } from "drizzle-orm";
import type { WaitlistPositionReply } from "@/contract/leads";
import type { Database } from "@/db/client";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { lock, tryLock } from "../locks";
import { itemsIn } from "../sql";
import { leadExists } from "./lead-exists";

// The waitlist is sorted by `waitlist_sort_key`, then by email. See docs/decisions/0018-waitlist.md.

/** The sort key of the end of the waitlist: microseconds since 1970. */
const endOfWaitlist: SQL = sql`extract(epoch from clock_timestamp()) * 1000000`;

/**
 * Whether a sign-up can add a lead `l` to the waitlist. Leads with an open invitation have their turn already, and those from the waitlist who
 * claimed a code have had it.
 */
export const canJoinWaitlist: SQL = sql`(
  not l.on_waitlist
  and (
    (l.invited_at is null and l.waitlist_changed_at is null)
    or (not l.has_claimed and (l.invited_at is null or l.invitation_outcome is not null))
  )
)`;

/** Part of a statement that records that the leads in `from` joined the waitlist (1) or left it (-1) at their sort keys. */
export const insertWaitlistChanges = (from: SQL, delta: 1 | -1): SQL =>
  sql`insert into waitlist_changes (project_id, sort_key, delta) select project_id, waitlist_sort_key, ${sql.raw(String(delta))} from ${from}`;

/**
 * Adds leads to the end of the waitlist, or to their position if they kept it, or removes them. The caller's transaction must have locked
 * them, and they must not be in that state already. Leads who are added become active, and their referrers are credited.
 */
export async function setOnWaitlist({ db, projectId, queue }: Context, emails: readonly string[], onWaitlist: boolean): Promise<void> {
  if (emails.length === 0) return;
  const joins = sql`${onWaitlist}::boolean`;
  const keptPosition = sql`(invitation_outcome is not distinct from 'expired' and keeps_position)`;
  const uncreditedReferrals = await queryRows<RowOf<typeof leads, "referral_code">>(
    db,
    sql`with updated as (
      update leads set
        on_waitlist = ${joins},
        waitlist_sort_key = case when ${joins} and not ${keptPosition} then ${endOfWaitlist} else waitlist_sort_key end,
        status = case when ${joins} then 'active' else status end,
        held_reason = case when ${joins} then null else held_reason end,
        invitation_outcome = case
          when invitation_outcome = 'bounced' then null
          when ${joins} or invited_at is null then invitation_outcome
          else 'left'
        end,
        waitlist_changed_at = now(),
        updated_at = now()
      where project_id = ${projectId} and email in ${itemsIn(emails)}
      returning project_id, waitlist_sort_key, referral_code,
        on_waitlist and referred_by is not null and referral_bonus_applied is null as is_uncredited
    ), waitlist_change as (
      ${insertWaitlistChanges(sql`updated`, onWaitlist ? 1 : -1)}
    )
    select referral_code from updated where is_uncredited`,
  );
  await queue.addSignUps(
    db,
    uncreditedReferrals.map((lead) => ({ projectId, referralCode: lead.referral_code, sendEmail: false })),
  );
}

type WaitlistKey = { waitlist_sort_key: string; email: string };

/** Moves a lead up by `positions`, or down if negative, but not beyond the ends of the waitlist. Does nothing if they aren't on it. */
export async function moveOnWaitlist(ctx: Context, email: string, positions: number): Promise<void> {
  if (positions === 0) return;
  await inTransaction(ctx, async ({ db, projectId }) => {
    // Two leads moving at once would choose the same neighbors. Only jobs and deletions move leads, so no sign-up waits for this lock.
    await lock(db, "waitlist moves", projectId);
    const [lead] = await queryRows<WaitlistKey>(
      db,
      sql`select waitlist_sort_key, email from leads where project_id = ${projectId} and email = ${email} and on_waitlist for no key update`,
    );
    if (!lead) return;
    const key = keyBetween(await listPassedKeys(db, projectId, lead, positions), positions > 0);
    if (key === null) return;
    await db.execute(sql`
      with moved as (
        update leads set waitlist_sort_key = ${key}::numeric where project_id = ${projectId} and email = ${email} returning project_id, waitlist_sort_key
      ), left_position as (
        insert into waitlist_changes (project_id, sort_key, delta) values (${projectId}, ${lead.waitlist_sort_key}::numeric, -1)
      )
      ${insertWaitlistChanges(sql`moved`, 1)}`);
  });
}

/** Moves a lead on the waitlist back to where they were. Returns false, changing nothing, if they were moved since. */
export function moveBackOnWaitlist(
  { db, projectId }: Context,
  email: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lock(tx, "waitlist moves", projectId);
    const moved = await changeRows(
      tx,
      sql`with moved as (
          update leads set waitlist_sort_key = ${to}::numeric
          where project_id = ${projectId} and email = ${email} and on_waitlist and waitlist_sort_key = ${from}::numeric returning project_id, waitlist_sort_key
        ), left_position as (
          insert into waitlist_changes (project_id, sort_key, delta) select project_id, ${from}::numeric, -1 from moved
        )
        ${insertWaitlistChanges(sql`moved`, 1)}`,
    );
    return moved > 0;
  });
}

/** Returns the sort keys of the last lead that is passed and of the one after. The second is missing at the end, both if there is no one to pass. */
async function listPassedKeys(
  db: Database,
  projectId: number,
  { waitlist_sort_key, email }: WaitlistKey,
  positions: number,
): Promise<string[]> {
  const [comparison, nearest, farthest] = positions > 0 ? [sql`<`, sql`desc`, sql`asc`] : [sql`>`, sql`asc`, sql`desc`];
  const select = (direction: SQL, range: SQL) =>
    queryRows<RowOf<typeof leads, "waitlist_sort_key">>(
      db,
      sql`select waitlist_sort_key from leads
        where project_id = ${projectId}
          and on_waitlist
          and (waitlist_sort_key, email) ${comparison} (${waitlist_sort_key}::numeric, ${email})
        order by waitlist_sort_key ${direction}, email ${direction} ${range}`,
    );
  const neighbors = await select(nearest, sql`offset ${Math.abs(positions) - 1} limit 2`);
  // With fewer leads to pass, they move to the end.
  return (neighbors.length > 0 ? neighbors : await select(farthest, sql`limit 1`)).map((lead) => lead.waitlist_sort_key);
}

/** A sort key between two leads, or one second beyond the last lead. */
function keyBetween([passed, next]: readonly string[], isUp: boolean): SQL | null {
  if (passed === undefined) return null;
  if (next === undefined) return sql`(${passed}::numeric ${isUp ? sql`-` : sql`+`} 1000000)`;
  return sql`((${passed}::numeric + ${next}::numeric) / 2)`;
}

/** Lists the projects whose waitlist has changed since it was recounted. */
export const listProjectsWithWaitlistChanges = (db: Database): Promise<{ project_id: number }[]> =>
  queryRows(db, sql`select id as project_id from projects p where exists (select from waitlist_changes c where c.project_id = p.id)`);

/** A checkpoint is stored every so many leads. */
const checkpointInterval = 1000;

/** The number of changes after which the waitlist is recounted. */
const recountThreshold = 2000;

/**
 * Recounts the checkpoints of a waitlist if there were many changes, or always with `force`. Returns whether it did. Runs in one
 * snapshot, so that it deletes exactly the changes that it counted.
 */
export async function recountWaitlist(db: Database, projectId: number, { force = false } = {}): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      // One at a time: the snapshot of a second one would be older than the checkpoints of the first.
      if (!(await tryLock(tx, "waitlist recount", projectId))) return false;
      const [changes] = await queryRows<{ count: number }>(
        tx,
        sql`select count(*)::int as count from (select from waitlist_changes where project_id = ${projectId} limit ${recountThreshold}) as changes`,
      );
      if (!force && (changes?.count ?? 0) < recountThreshold) return false;
      await tx.execute(sql`delete from waitlist_changes where project_id = ${projectId}`);
      await tx.execute(sql`delete from waitlist_checkpoints where project_id = ${projectId}`);
      await tx.execute(sql`
        insert into waitlist_checkpoints (project_id, sort_key, leads_ahead)
        select distinct ${projectId}::int, waitlist_sort_key, ahead from (
          select waitlist_sort_key, rank() over (order by waitlist_sort_key) - 1 as ahead, row_number() over (order by waitlist_sort_key) as position
          from leads where project_id = ${projectId} and on_waitlist
        ) as l where position % ${checkpointInterval} = 0`);
      return true;
    },
    { isolationLevel: "repeatable read" },
  );
}

/** Returns the waitlist position of a lead and how many leads they referred. Throws `lead_not_found`. */
export async function getLeadPosition(ctx: Context, email: string): Promise<WaitlistPositionReply> {
  if (!(await leadExists(ctx, email))) throw new ApiError("lead_not_found");
  const [waitlist, referrals] = await Promise.all([getWaitlistPosition(ctx, email), countReferrals(ctx, email)]);
  return { position: waitlist?.position ?? null, waiting: waitlist?.waiting ?? (await countWaiting(ctx)), referrals };
}

/** How many leads a lead `l` referred that became active. */
export const activeReferrals: SQL = sql`(select count(*)::int from leads referral
  where referral.project_id = l.project_id and referral.referred_by = l.email and referral.referral_bonus_applied is not null)`;

/** A list of the emails of leads who referred at least `count` active leads, for `in`. */
export const listReferrers = (projectId: number, count: number): SQL => sql`(select referral.referred_by from leads referral
  where referral.project_id = ${projectId} and referral.referred_by is not null and referral.referral_bonus_applied is not null
  group by referral.referred_by having count(*) >= ${count}::int)`;

/** Counts the leads that a lead referred and that became active. */
export async function countReferrals({ db, projectId }: Context, email: string): Promise<number> {
  const [row] = await queryRows<{ referrals: number }>(
    db,
    sql`select count(*)::int as referrals from leads
      where project_id = ${projectId} and referred_by = ${email} and referral_bonus_applied is not null`,
  );
  return row?.referrals ?? 0;
}

/** A lead's position, from 1, and the number of leads on the waitlist. */
export type WaitlistPosition = { position: number; waiting: number };

/**
 * Returns the position of a lead, or `null` if they aren't on the waitlist. Counts from the nearest checkpoint, so that it takes as long at
 * the end of a million leads as at the beginning.
 */
export async function getWaitlistPosition(
  { db, projectId }: Pick<Context, "db" | "projectId">,
  email: string,
): Promise<WaitlistPosition | null> {
  const [row] = await queryRows<{ ahead: string; waiting: string }>(db, waitlistPositionQuery(projectId, email));
  return row ? { position: Number(row.ahead) + 1, waiting: Number(row.waiting) } : null;
}

/** Returns the number of leads on the waitlist. */
export async function countWaiting({ db, projectId }: Pick<Context, "db" | "projectId">): Promise<number> {
  const [row] = await queryRows<{ waiting: string }>(
    db,
    sql`select ${countBefore(projectId, sql`'infinity'::numeric`, sql`true`)} as waiting`,
  );
  return Number(row?.waiting ?? 0);
}

/** How many leads are ahead of a waiting lead `l`. */
export const countAhead = (projectId: number): SQL =>
  countBefore(projectId, sql`l.waitlist_sort_key`, sql`(w.waitlist_sort_key, w.email) < (l.waitlist_sort_key, l.email)`);

/** How many leads of the line are read at once for the positions of a page. */
const maxLineRows = 10_000;

/**
 * How many leads are ahead of each waiting lead `l` of a CTE `page`, for a list in another order than the line: the CTE `line`, which must be
 * joined by its `email`, and the expression. Reads the part of the line from the first to the last lead of the page once, or counts for each
 * lead if that part is long.
 */
export function countAheadInPage(projectId: number): { line: SQL; ahead: SQL } {
  const isLongPart = sql`(select count(*) from line) > ${maxLineRows}`;
  const aheadOfFirst = sql`(select ${countAhead(projectId)} from line as l where l.distance = 0)`;
  return {
    // Materialized, because PostgreSQL may find out the part for each lead in the line. Not joined, because it then reads the line from its start.
    line: sql`part as materialized (
      select min(waitlist_sort_key) as first, max(waitlist_sort_key) as last from page where on_waitlist
    ), line as materialized (
      select w.email, w.waitlist_sort_key, row_number() over (order by w.waitlist_sort_key, w.email) - 1 as distance
      from leads w
      where w.project_id = ${projectId} and w.on_waitlist
        and w.waitlist_sort_key between (select first from part) and (select last from part)
      order by w.waitlist_sort_key, w.email limit ${maxLineRows + 1}
    )`,
    ahead: sql`case
      when not l.on_waitlist then null
      when ${isLongPart} then ${countAhead(projectId)}
      else ${aheadOfFirst} + line.distance
    end`,
  };
}

/** A query for how many leads are ahead of a lead on the waitlist, and how many there are. */
export const waitlistPositionQuery = (projectId: number, email: string): SQL => sql`
  select ${countAhead(projectId)} as ahead,
    ${waitlistSize(projectId)} as waiting
  from leads l where l.project_id = ${projectId} and l.email = ${email} and l.on_waitlist`;

/** A query for how many leads are on the waitlist. */
export const waitlistSize = (projectId: number): SQL => countBefore(projectId, sql`'infinity'::numeric`, sql`true`);

/**
 * Counts the leads before a sort key: those before the nearest checkpoint, plus the changes before it since it was counted, plus the leads
 * after it that meet `isBefore`.
 */
const countBefore = (projectId: number, sortKey: SQL, isBefore: SQL): SQL => sql`(
  select checkpoint.leads_ahead
    + (select coalesce(sum(delta), 0) from waitlist_changes c where c.project_id = ${projectId} and c.sort_key < checkpoint.sort_key)
    + (select count(*) from leads w where w.project_id = ${projectId} and w.on_waitlist and w.waitlist_sort_key >= checkpoint.sort_key and ${isBefore})
  from (
    (select sort_key, leads_ahead from waitlist_checkpoints where project_id = ${projectId} and sort_key <= ${sortKey} order by sort_key desc limit 1)
    union all (select '-infinity'::numeric, 0) limit 1
  ) as checkpoint)`;
