import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { defaultCodeType } from "@/contract/enums";
import type { createWaveEndpoint, previewWaveEndpoint, WavePreviewReply, WaveRecord } from "@/contract/waves";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import { waves } from "@/db/schema";
import { newId } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { getInvitationError, inviteRecipients } from "../leads/invite";
import { countAhead } from "../leads/waitlist";
import { lineOrder, type WaitlistFilter, waitlistConditions } from "../leads/waitlist-list";
import { lock } from "../locks";
import { orderBy } from "../sort-order";
import { countRows, joinAnd } from "../sql";
import { getWave } from "./record";

type CreateWaveInput = z.output<typeof createWaveEndpoint.body>;

/** Creates a wave: invites its people right away, or saves it for `scheduledAt`. Throws `no_one_to_invite`, `code_space_exhausted` or `code_expired`. */
export function createWave(ctx: Context, input: CreateWaveInput): Promise<WaveRecord> {
  return inTransaction(ctx, async (inner) => {
    const {
      size,
      filter = {},
      type = defaultCodeType,
      validUntil,
      expiresAfterDays,
      reminderAfterDays,
      passOn = false,
      scheduledAt,
    } = input;
    const now = await getDatabaseTime(inner);
    const sendAt = scheduledAt !== undefined && scheduledAt > now ? scheduledAt : null;
    const error = getInvitationError(validUntil ?? null, sendAt ?? now);
    if (error) throw error;
    const id = newId();
    await inner.db.insert(waves).values({
      ...{ projectId: inner.projectId, id, name: input.name || `Wave of ${size.toLocaleString("en-US")}, ${now.slice(0, 10)}` },
      ...{ status: sendAt === null ? "sent" : "scheduled", size, filter, codeType: type, passOn, scheduledAt: sendAt },
      ...{
        validUntil: validUntil ?? null,
        expiresAfterDays: expiresAfterDays ?? null,
        reminderAfterDays: reminderAfterDays ?? null,
        sentAt: sendAt === null ? now : null,
      },
      ...{ actorKind: inner.actor.kind, actorId: inner.actor.id },
    });
    if (sendAt !== null) await recordEvent(inner, { kind: "wave.scheduled", data: { wave: id, size, at: sendAt } });
    else if ((await inviteNext(inner, await lockWave(inner, id), size)) === 0) throw new ApiError("no_one_to_invite");
    return getWave(inner, id);
  });
}

type LockedWave = RowOf<typeof waves> & { filter: WaitlistFilter };

/** Locks a wave until the transaction ends. Throws `wave_not_found`. */
async function lockWave({ db, projectId }: Context, id: string): Promise<LockedWave> {
  const [wave] = await queryRows<LockedWave>(db, sql`select * from waves where project_id = ${projectId} and id = ${id} for no key update`);
  if (!wave) throw new ApiError("wave_not_found");
  return wave;
}

const isSuppressed = sql`exists (select from suppressions s where s.project_id = l.project_id and s.email = l.email)`;

/** The conditions that a wave invites a lead `l`. */
const canBeInvited = (projectId: number, filter: WaitlistFilter): SQL =>
  joinAnd([sql`l.project_id = ${projectId}`, sql`l.on_waitlist`, ...waitlistConditions(filter), sql`not ${isSuppressed}`]);

const inLine = orderBy(lineOrder(false));

/**
 * Invites the next `amount` people in line, or all if there are fewer, in the caller's transaction, and returns how many. Waves of a project
 * take turns, so that no one is invited twice and no place is skipped.
 */
async function inviteNext(ctx: Context, wave: LockedWave, amount: number): Promise<number> {
  const { db, projectId } = ctx;
  await lock(db, "waves", projectId);
  // Someone who leaves at this moment is left out once their row is locked.
  const recipients = await queryRows<{ email: string }>(
    db,
    sql`select l.email from leads l where ${canBeInvited(projectId, wave.filter)} order by ${inLine} limit ${amount} for no key update of l`,
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
    { type: wave.code_type, validUntil: validUntil ?? undefined, name: wave.name },
    { wave: { id: wave.id, reminderAfterDays: wave.reminder_after_days } },
  );
  await db.execute(
    sql`update waves set invited = invited + ${emails.length}::int, status = 'sent', sent_at = coalesce(sent_at, now())
      where project_id = ${projectId} and id = ${wave.id}`,
  );
  await recordEvent(ctx, {
    kind: wave.invited > 0 ? "wave.places_passed_on" : "wave.sent",
    data: { wave: wave.id, invited: emails.length },
  });
  return emails.length;
}

/** Cancels a scheduled wave. Throws `wave_not_found`, or `wave_sent` if its people were invited. */
export function cancelWave(ctx: Context, id: string): Promise<WaveRecord> {
  return inTransaction(ctx, async (inner) => {
    const { status } = await lockWave(inner, id);
    if (status === "sent") throw new ApiError("wave_sent");
    if (status === "scheduled") {
      await inner.db.execute(sql`update waves set status = 'canceled' where project_id = ${inner.projectId} and id = ${id}`);
      await recordEvent(inner, { kind: "wave.canceled", data: { wave: id } });
    }
    return getWave(inner, id);
  });
}

/** Cancels the scheduled waves of a staff member who is being removed, in the caller's transaction. */
export async function cancelWavesOfStaff(ctx: Context, staffId: string): Promise<void> {
  const scheduled = await queryRows<{ id: string }>(
    ctx.db,
    sql`select id from waves where project_id = ${ctx.projectId} and status = 'scheduled' and actor_kind = 'staff' and actor_id = ${staffId} order by id`,
  );
  for (const { id } of scheduled) await cancelWave(ctx, id);
}

type PreviewInput = z.output<typeof previewWaveEndpoint.body>;

/** How many people a preview names. */
const sampleSize = 20;

/** Returns whom a wave would invite now, and whom it would skip. */
export async function previewWave({ db, projectId }: Context, { size, filter = {} }: PreviewInput): Promise<WavePreviewReply> {
  const matches = canBeInvited(projectId, filter);
  const matching = await countRows(db, sql`leads l`, [matches]);
  const invited = Math.min(matching, size);
  const placesAt = (offset: number, limit: number) =>
    queryRows<{ email: string; ahead: string }>(
      db,
      sql`with place as (select l.* from leads l where ${matches} order by ${inLine} offset ${offset} limit ${limit})
        select l.email, ${countAhead(projectId)} as ahead from place as l order by ${inLine}`,
    );
  const toPlace = ({ email, ahead }: { email: string; ahead: string }) => ({ email, position: Number(ahead) + 1 });
  const sample = (await placesAt(0, Math.min(sampleSize, invited))).map(toPlace);
  const last =
    invited === 0 ? null : ((invited <= sample.length ? sample.at(-1) : (await placesAt(invited - 1, 1)).map(toPlace)[0]) ?? null);
  const suppressed = last === null ? 0 : await countSuppressedBefore({ db, projectId }, filter, last.email);
  const noMatch = last === null ? 0 : Math.max(0, last.position - invited - suppressed);
  const skipped = [
    { reason: "suppressed" as const, count: suppressed },
    { reason: "no_match" as const, count: noMatch },
  ].filter(({ count }) => count > 0);
  return { matching, invited, first: sample[0] ?? null, last, skipped, sample };
}

/** Counts the people ahead of a lead who match the filter, but have a suppression. */
const countSuppressedBefore = (
  { db, projectId }: Pick<Context, "db" | "projectId">,
  filter: WaitlistFilter,
  email: string,
): Promise<number> =>
  countRows(db, sql`leads last, suppressions s join leads l on l.project_id = s.project_id and l.email = s.email`, [
    sql`last.project_id = ${projectId} and last.email = ${email} and s.project_id = ${projectId} and l.on_waitlist`,
    sql`(l.waitlist_sort_key, l.email) < (last.waitlist_sort_key, last.email)`,
    ...waitlistConditions(filter),
  ]);

type DueWave = Pick<RowOf<typeof waves>, "id" | "actor_kind" | "actor_id">;

/**
 * Sends the scheduled waves of a project that are due, and passes on the places of invitations that were declined or have expired. Each wave
 * is a transaction of its own, so a worker that dies leaves it undone, and another one does it again.
 */
export async function runDueWaves(ctx: Context): Promise<void> {
  const due = await queryRows<DueWave>(
    ctx.db,
    sql`select id, actor_kind, actor_id from waves where project_id = ${ctx.projectId} and status = 'scheduled' and scheduled_at <= now() order by scheduled_at`,
  );
  for (const wave of due) await inTransaction(asCreator(ctx, wave), (inner) => sendScheduled(inner, wave.id));
  const passing = await queryRows<DueWave>(
    ctx.db,
    sql`select id, actor_kind, actor_id from waves w where project_id = ${ctx.projectId} and pass_on and status = 'sent'
      and exists (select from lead_invitations i where ${hasFreePlace} and i.project_id = w.project_id and i.wave_id = w.id) order by id`,
  );
  for (const wave of passing) await inTransaction(asCreator(ctx, wave), (inner) => passOnPlaces(inner, wave.id));
}

const asCreator = (ctx: Context, { actor_kind: kind, actor_id: id }: DueWave): Context => ({ ...ctx, actor: { kind, id } });

async function sendScheduled(ctx: Context, id: string): Promise<void> {
  const wave = await lockWave(ctx, id);
  if (wave.status !== "scheduled") return;
  if ((await inviteNext(ctx, wave, wave.size)) > 0) return;
  // No one is in line. The wave has been sent to no one.
  await ctx.db.execute(sql`update waves set status = 'sent', sent_at = now() where project_id = ${ctx.projectId} and id = ${id}`);
  await recordEvent(ctx, { kind: "wave.sent", data: { wave: id, invited: 0 } });
}

/** Whether the place of an invitation `i` can be passed on. */
const hasFreePlace = sql`i.outcome in ('declined', 'expired') and not i.place_passed_on`;

async function passOnPlaces(ctx: Context, id: string): Promise<void> {
  const { db, projectId } = ctx;
  const wave = await lockWave(ctx, id);
  // Invitations that would have expired already can't be sent.
  if (wave.valid_until !== null && getInvitationError(new Date(wave.valid_until).toISOString(), await getDatabaseTime(ctx)) !== null)
    return;
  const free = await countRows(db, sql`lead_invitations i`, [sql`i.project_id = ${projectId} and i.wave_id = ${id}`, hasFreePlace]);
  if (free === 0) return;
  const invited = await inviteNext(ctx, wave, free);
  // Places that no one takes stay free for those who join later.
  await changeRows(
    db,
    sql`update lead_invitations set place_passed_on = true where project_id = ${projectId} and code_key in (
      select i.code_key from lead_invitations i where i.project_id = ${projectId} and i.wave_id = ${id} and ${hasFreePlace} order by i.ended_at limit ${invited})`,
  );
}

/** Returns the projects that may have something for `runDueWaves` to do. */
export const listProjectsWithDueWaves = (db: Context["db"]): Promise<{ project_id: number }[]> =>
  queryRows(
    db,
    sql`select project_id from waves where status = 'scheduled' and scheduled_at <= now()
      union select project_id from waves where pass_on and status = 'sent'`,
  );
