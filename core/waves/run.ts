import { type SQL, sql } from "drizzle-orm";
import { type LeadFilter, leadFilters } from "@/contract/lead-filters";
import type { WaveRepeat } from "@/contract/waves";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import type { waves } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { log } from "@/lib/log";
import { ApiError } from "../api-error";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { filterConditions } from "../leads/filter";
import { getInvitationError, inviteRecipients } from "../leads/invite";
import { lineOrder } from "../leads/waitlist-list";
import { lock } from "../locks";
import { getProject } from "../projects/record";
import { orderBy } from "../sort-order";
import { countRows, joinAnd } from "../sql";
import { nextTime } from "./repeat";

export type LockedWave = RowOf<typeof waves> & { is_due: boolean };

/** Locks a wave until the transaction ends. Throws `wave_not_found`. */
export async function lockWave(ctx: Context, id: string): Promise<LockedWave> {
  const [wave] = await lockWaves(ctx, id, sql``);
  if (!wave) throw new ApiError("wave_not_found");
  return wave;
}

const lockWaves = ({ db, projectId }: Context, id: string, ifLocked: SQL): Promise<LockedWave[]> =>
  queryRows<LockedWave>(
    db,
    sql`select *, coalesce(scheduled_at <= now(), false) as is_due from waves where project_id = ${projectId} and id = ${id} for no key update ${ifLocked}`,
  );

const isSuppressed = sql`exists (select from suppressions s where s.project_id = l.project_id and s.email = l.email)`;

/** The conditions that a wave invites a lead `l`. */
export const canBeInvited = (projectId: number, filter: LeadFilter): SQL =>
  joinAnd([
    sql`l.project_id = ${projectId}`,
    sql`l.on_waitlist`,
    ...filterConditions({ projectId }, filter, { indexed: true }),
    sql`not ${isSuppressed}`,
  ]);

/** Whether a lead `l` is invited before others. */
export const isPreferred = (projectId: number, priority: LeadFilter | null): SQL => {
  const conditions = filterConditions({ projectId }, priority ?? {}, { indexed: true });
  return conditions.length === 0 ? sql`false` : sql`((${joinAnd(conditions)}) is true)`;
};

export const inLine = orderBy(lineOrder(false));

/** The order in which a wave invites leads `l`. */
export const inviteOrder = (projectId: number, priority: LeadFilter | null): SQL =>
  filterConditions({ projectId }, priority ?? {}).length === 0 ? inLine : sql`${isPreferred(projectId, priority)} desc, ${inLine}`;

/** Throws if a stored filter was made by a newer version: without the filters that this one doesn't know, it would invite others too. */
function assertKnownFilters({ filter, priority }: LockedWave): void {
  const unknown = Object.keys({ ...filter, ...priority }).filter((name) => !Object.hasOwn(leadFilters, name));
  if (unknown.length > 0) throw new Error(`This version doesn't know the filters ${unknown.join(", ")}`);
}

/**
 * Invites the next `amount` people in line, or all if there are fewer, in the caller's transaction, and returns how many. Waves of a project
 * take turns, so that no one is invited twice and no place is skipped. `batchName` names the batch of their codes.
 */
export async function inviteNext(ctx: Context, wave: LockedWave, amount: number, batchName = wave.name): Promise<number> {
  const { db, projectId } = ctx;
  await lock(db, "waves", projectId);
  assertKnownFilters(wave);
  // Someone who leaves at this moment is left out once their row is locked.
  const recipients = await queryRows<{ email: string }>(
    db,
    sql`select l.email from leads l where ${canBeInvited(projectId, wave.filter)} order by ${inviteOrder(projectId, wave.priority)} limit ${amount} for no key update of l`,
  );
  if (recipients.length === 0) return 0;
  const [{ valid_until: validUntil } = { valid_until: null }] = await queryRows<{ valid_until: string | null }>(
    db,
    sql`select to_char((case when ${wave.expires_after_days}::int is not null then now() + make_interval(days => ${wave.expires_after_days}::int)
      else ${wave.valid_until}::timestamptz end) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as valid_until`,
  );
  const emails = recipients.map(({ email }) => email);
  await inviteRecipients(
    ctx,
    emails,
    { type: wave.code_type, validUntil: validUntil ?? undefined, name: batchName },
    { wave: { id: wave.id, reminderAfterDays: wave.reminder_after_days }, content: wave.content ?? {} },
  );
  await db.execute(
    sql`update waves set invited = invited + ${emails.length}::int, sent_at = coalesce(sent_at, now()) where project_id = ${projectId} and id = ${wave.id}`,
  );
  return emails.length;
}

type DueWave = Pick<RowOf<typeof waves>, "id" | "actor_kind" | "actor_id">;

// Each alternative is the condition of a partial index.
const isDueSql = sql`((w.status = 'scheduled' and w.scheduled_at <= now()) or (w.status = 'recurring' and w.scheduled_at <= now()))`;
const passesOn = sql`((w.pass_on and w.status = 'sent') or (w.pass_on and w.status = 'recurring'))`;

/** Whether the place of an invitation `i` can be passed on. */
const hasFreePlace = sql`i.outcome in ('declined', 'expired', 'bounced') and not i.place_passed_on`;

/**
 * Invites the people of a project's scheduled and recurring waves that are due, and passes on the places of invitations that were declined
 * or have expired. Each wave is a transaction of its own, so a worker that dies leaves it undone, and another one does it again.
 */
export async function runDueWaves(ctx: Context): Promise<void> {
  const select = (conditions: SQL, order: SQL) =>
    queryRows<DueWave>(
      ctx.db,
      sql`select w.id, w.actor_kind, w.actor_id from waves w where w.project_id = ${ctx.projectId} and ${conditions} order by ${order}`,
    );
  for (const wave of await select(isDueSql, sql`w.scheduled_at`)) await runWave(ctx, wave, inviteWhenDue);
  const hasFreePlaces = sql`exists (select from lead_invitations i where ${hasFreePlace} and i.project_id = w.project_id and i.wave_id = w.id)`;
  for (const wave of await select(sql`${passesOn} and ${hasFreePlaces}`, sql`w.id`)) await runWave(ctx, wave, passOnPlaces);
}

/** Runs a step of a wave in the name of its creator. Skips a wave that another worker is running. A wave that fails doesn't stop others. */
async function runWave(
  ctx: Context,
  { id, actor_kind: kind, actor_id: actorId }: DueWave,
  run: (ctx: Context, wave: LockedWave) => Promise<void>,
) {
  try {
    await inTransaction({ ...ctx, actor: { kind, id: actorId } }, async (inner) => {
      const [wave] = await lockWaves(inner, id, sql`skip locked`);
      if (wave) await run(inner, wave);
    });
  } catch (err) {
    log.warn({ err, wave: id }, "a wave could not be run");
  }
}

async function inviteWhenDue(ctx: Context, wave: LockedWave): Promise<void> {
  const { db, projectId } = ctx;
  if (!wave.is_due || (wave.status !== "scheduled" && wave.status !== "recurring")) return;
  const now = await getDatabaseTime(ctx);
  if (!hasValidCodes(wave, now)) return stopWave(ctx, wave);
  if (wave.repeat !== null) return inviteAgain(ctx, wave, wave.repeat, now);
  const invited = await inviteNext(ctx, wave, wave.size);
  // If no one is in line, the wave has been sent to no one.
  await db.execute(
    sql`update waves set status = 'sent', sent_at = coalesce(sent_at, now()) where project_id = ${projectId} and id = ${wave.id}`,
  );
  await recordEvent(ctx, { kind: "wave.sent", data: { wave: wave.id, invited } });
}

/** Invites the next people of a recurring wave, and schedules the next time in the same transaction. Times that were missed are skipped. */
async function inviteAgain(ctx: Context, wave: LockedWave, repeat: WaveRepeat, now: string): Promise<void> {
  const { db, projectId } = ctx;
  const before = wave.remaining ?? 0;
  const invited = await inviteNext(ctx, wave, Math.min(wave.size, before));
  const remaining = before - invited;
  const next = remaining === 0 ? null : nextTime(repeat, (await getProject(ctx)).timeZone, now);
  await db.execute(
    sql`update waves set remaining = ${remaining}, scheduled_at = ${next}::timestamptz, status = ${next === null ? "sent" : "recurring"}
      where project_id = ${projectId} and id = ${wave.id}`,
  );
  if (invited > 0) await recordEvent(ctx, { kind: "wave.sent", data: { wave: wave.id, invited } });
}

/** Stops a wave whose codes would have expired before they are sent. */
async function stopWave(ctx: Context, { id, repeat }: LockedWave): Promise<void> {
  const status = repeat === null ? "canceled" : "ended";
  await ctx.db.execute(sql`update waves set status = ${status}, scheduled_at = null where project_id = ${ctx.projectId} and id = ${id}`);
  await recordEvent(ctx, { kind: `wave.${status}`, data: { wave: id } });
}

/** Whether codes of a wave that are sent at `now` can be claimed. */
const hasValidCodes = ({ valid_until: validUntil }: LockedWave, now: string): boolean =>
  getInvitationError(isoTimestamp(validUntil), now) === null;

async function passOnPlaces(ctx: Context, wave: LockedWave): Promise<void> {
  const { db, projectId } = ctx;
  if (wave.status !== "sent" && wave.status !== "recurring") return;
  if (!hasValidCodes(wave, await getDatabaseTime(ctx))) return;
  const free = await countRows(db, sql`lead_invitations i`, [sql`i.project_id = ${projectId} and i.wave_id = ${wave.id}`, hasFreePlace]);
  const invited = free === 0 ? 0 : await inviteNext(ctx, wave, free, `${wave.name}, places passed on`);
  if (invited === 0) return;
  // Places that no one takes stay free for those who join later.
  await changeRows(
    db,
    sql`update lead_invitations set place_passed_on = true where project_id = ${projectId} and code_key in (
      select i.code_key from lead_invitations i where i.project_id = ${projectId} and i.wave_id = ${wave.id} and ${hasFreePlace} order by i.ended_at limit ${invited})`,
  );
  await recordEvent(ctx, { kind: "wave.places_passed_on", data: { wave: wave.id, invited } });
}

/** Returns the projects that may have something for `runDueWaves` to do. */
export const listProjectsWithDueWaves = (db: Context["db"]): Promise<{ project_id: number }[]> =>
  queryRows(db, sql`select distinct w.project_id from waves w where ${isDueSql} or ${passesOn}`);
