import { type SQL, sql } from "drizzle-orm";
import type { WaveStopReason } from "@/contract/enums";
import { maxImmediateRecipients } from "@/contract/limits";
import type { WaveRepeat } from "@/contract/waves";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import type { waves } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { log } from "@/lib/log";
import { countCodesLeft, findCodeBatch } from "../codes/batch-codes";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { hasOpenJob } from "../jobs/store";
import { getInvitationError } from "../leads/invite";
import { getProject } from "../projects/record";
import { countRows } from "../sql";
import { inviteNext } from "./invite";
import { type LockedWave, lockWaves } from "./locked-wave";
import { nextTime } from "./repeat";

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
export async function runDueWaves(ctx: Context, maxImmediate = maxImmediateRecipients): Promise<void> {
  const select = (conditions: SQL, order: SQL) =>
    queryRows<DueWave>(
      ctx.db,
      sql`select w.id, w.actor_kind, w.actor_id from waves w where w.project_id = ${ctx.projectId} and ${conditions} order by ${order}`,
    );
  for (const wave of await select(isDueSql, sql`w.scheduled_at`))
    await runWave(ctx, wave, (inner, locked) => inviteWhenDue(inner, locked, maxImmediate));
  const hasFreePlaces = sql`exists (select from lead_invitations i where ${hasFreePlace} and i.project_id = w.project_id and i.wave_id = w.id)`;
  for (const wave of await select(sql`${passesOn} and ${hasFreePlaces}`, sql`w.id`))
    await runWave(ctx, wave, (inner, locked) => passOnPlaces(inner, locked, maxImmediate));
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

async function inviteWhenDue(ctx: Context, wave: LockedWave, maxImmediate: number): Promise<void> {
  const { db, projectId } = ctx;
  if (!wave.is_due || (wave.status !== "scheduled" && wave.status !== "recurring")) return;
  // Its last people are still being invited.
  if (await hasOpenJob(ctx, wave.job_id)) return;
  const now = await getDatabaseTime(ctx);
  const stopReason = await findStopReason(ctx, wave, now);
  if (stopReason !== null) return stopWave(ctx, wave, stopReason);
  if (wave.repeat !== null) return inviteAgain(ctx, wave, { repeat: wave.repeat, now, maxImmediate });
  const { invited, inParts } = await inviteNext(ctx, wave, wave.size, { maxImmediate });
  // If no one is in line, the wave has been sent to no one.
  await db.execute(
    sql`update waves set status = 'sent', sent_at = coalesce(sent_at, now()) where project_id = ${projectId} and id = ${wave.id}`,
  );
  if (!inParts) await recordEvent(ctx, { kind: "wave.sent", data: { wave: wave.id, invited } });
}

type Recurrence = { repeat: WaveRepeat; now: string; maxImmediate: number };

/** Invites the next people of a recurring wave, and schedules the next time in the same transaction. Times that were missed are skipped. */
async function inviteAgain(ctx: Context, wave: LockedWave, { repeat, now, maxImmediate }: Recurrence): Promise<void> {
  const { db, projectId } = ctx;
  const before = wave.remaining ?? 0;
  const { invited } = await inviteNext(ctx, wave, Math.min(wave.size, before), { maxImmediate });
  // A job that invites them in parts subtracts them.
  const remaining = before - invited;
  const next = remaining === 0 ? null : nextTime(repeat, (await getProject(ctx)).timeZone, now);
  await db.execute(
    sql`update waves set remaining = ${remaining}, scheduled_at = ${next}::timestamptz, status = ${next === null ? "sent" : "recurring"}
      where project_id = ${projectId} and id = ${wave.id}`,
  );
  if (invited > 0) await recordEvent(ctx, { kind: "wave.sent", data: { wave: wave.id, invited } });
}

/** Whether no code of a wave's batch is left, so that it would invite no one. A recurring wave continues: codes can be given back. */
async function isBatchEmpty(ctx: Context, { batch_id: id }: LockedWave): Promise<boolean> {
  const batch = id === null ? null : await findCodeBatch(ctx, id);
  return batch !== null && (await countCodesLeft(ctx, batch, 1)) === 0;
}

/** Why a wave that is due can't invite anyone. */
async function findStopReason(ctx: Context, wave: LockedWave, now: string): Promise<WaveStopReason | null> {
  const reason = await findCodesProblem(ctx, wave, now);
  return reason === null && wave.repeat === null && (await isBatchEmpty(ctx, wave)) ? "no_code_left" : reason;
}

async function stopWave(ctx: Context, { id, repeat }: LockedWave, reason: WaveStopReason): Promise<void> {
  const status = repeat === null ? "canceled" : "ended";
  await ctx.db.execute(
    sql`update waves set status = ${status}, stop_reason = ${reason}, scheduled_at = null where project_id = ${ctx.projectId} and id = ${id}`,
  );
  await recordEvent(ctx, { kind: `wave.${status}`, data: { wave: id, reason } });
}

/** Why codes of a wave can't be sent at `now`: they couldn't be claimed, or their batch doesn't exist. */
async function findCodesProblem(
  ctx: Context,
  { valid_until: validUntil, batch_id: batch }: LockedWave,
  now: string,
): Promise<Exclude<WaveStopReason, "no_code_left"> | null> {
  if (getInvitationError(isoTimestamp(validUntil), now) !== null) return "codes_expired";
  return batch !== null && (await findCodeBatch(ctx, batch)) === null ? "batch_deleted" : null;
}

async function passOnPlaces(ctx: Context, wave: LockedWave, maxImmediate: number): Promise<void> {
  const { db, projectId } = ctx;
  if (wave.status !== "sent" && wave.status !== "recurring") return;
  if ((await findCodesProblem(ctx, wave, await getDatabaseTime(ctx))) !== null) return;
  const free = await countRows(db, sql`lead_invitations i`, [sql`i.project_id = ${projectId} and i.wave_id = ${wave.id}`, hasFreePlace]);
  // More places are passed on next time.
  const amount = Math.min(free, maxImmediate);
  const { invited } = free === 0 ? { invited: 0 } : await inviteNext(ctx, wave, amount, { batchName: `${wave.name}, places passed on` });
  if (invited === 0) return;
  // Places that no one takes stay free for those who join later.
  await changeRows(
    db,
    sql`update lead_invitations set place_passed_on = true where project_id = ${projectId} and (code_key, email) in (
      select i.code_key, i.email from lead_invitations i where i.project_id = ${projectId} and i.wave_id = ${wave.id} and ${hasFreePlace} order by i.ended_at limit ${invited})`,
  );
  await recordEvent(ctx, { kind: "wave.places_passed_on", data: { wave: wave.id, invited } });
}

/** Returns the projects that may have something for `runDueWaves` to do. */
export const listProjectsWithDueWaves = (db: Context["db"]): Promise<{ project_id: number }[]> =>
  queryRows(db, sql`select distinct w.project_id from waves w where ${isDueSql} or ${passesOn}`);
