import { sql } from "drizzle-orm";
import type { z } from "zod";
import { defaultCodeType } from "@/contract/enums";
import { maxImmediateRecipients } from "@/contract/limits";
import type { createWaveEndpoint, WaveRecord, WaveRepeat } from "@/contract/waves";
import { queryRows } from "@/db/query";
import { waves } from "@/db/schema";
import { newId } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type CodeBatch, countCodesLeft, getCodeBatch } from "../codes/batch-codes";
import { type Context, getDatabaseTime, inTransaction } from "../context";
import { defaultName } from "../default-names";
import { assertValidOverrides, type ContentOverrides, rejectUnusedButton } from "../email-templates/templates";
import { getVersionContent } from "../email-templates/versions";
import { recordEvent } from "../events/record-event";
import { cancelOpenJob } from "../jobs/store";
import { getInvitationError } from "../leads/invite";
import { getProject } from "../projects/record";
import { cancelSend } from "../sends/cancel";
import { recordQueueingEnd } from "../sends/queueing-end";
import { inviteNext } from "./invite";
import { type LockedWave, lockWave } from "./locked-wave";
import { getWave } from "./record";
import { defaultWeekdays, nextTime } from "./repeat";

type CreateWaveInput = z.output<typeof createWaveEndpoint.body>;

/**
 * Creates a wave: invites its people right away, or saves it for `scheduledAt` or for the times of `repeat`. The worker invites them in parts
 * if there are more than `maxImmediate`. Throws `no_one_to_invite`,
 * `batch_not_found`, `code_space_exhausted`, `code_expired`, `email_template_version_not_found`, or `invalid_input` for invalid texts.
 */
export function createWave(ctx: Context, input: CreateWaveInput, maxImmediate = maxImmediateRecipients): Promise<WaveRecord> {
  return inTransaction(ctx, async (inner) => {
    const {
      size,
      filter = {},
      priority = {},
      type = defaultCodeType,
      validUntil,
      expiresAfterDays,
      reminderAfterDays,
      passOn = false,
    } = input;
    const now = await getDatabaseTime(inner);
    const repeat = input.repeat === undefined ? null : { weekdays: defaultWeekdays, ...input.repeat };
    const sendAt = await getFirstTime(inner, { now, scheduledAt: input.scheduledAt, repeat });
    const error = getInvitationError(validUntil ?? null, sendAt ?? now);
    if (error) throw error;
    const batch = input.batch === undefined ? null : await getCodeBatch(inner, input.batch);
    const id = newId();
    const kind = repeat === null ? "Wave" : "Recurring wave";
    await inner.db.insert(waves).values({
      projectId: inner.projectId,
      id,
      name:
        input.name ||
        (await defaultName(inner, "waves", `${kind} of up to ${size.toLocaleString("en-US")}`, repeat === null ? sendAt : null)),
      status: repeat !== null ? "recurring" : sendAt === null ? "sent" : "scheduled",
      size,
      filter,
      codeType: type,
      batchId: batch?.id ?? null,
      passOn,
      scheduledAt: sendAt,
      priority: Object.keys(priority).length > 0 ? priority : null,
      repeat,
      remaining: repeat?.total ?? null,
      validUntil: validUntil ?? null,
      expiresAfterDays: expiresAfterDays ?? null,
      reminderAfterDays: reminderAfterDays ?? null,
      inviteQuota: input.inviteQuota ?? null,
      sentAt: sendAt === null ? now : null,
      content: await getContent(inner, input),
      actorKind: inner.actor.kind,
      actorId: inner.actor.id,
    });
    if (sendAt !== null) {
      await recordEvent(inner, { kind: "wave.scheduled", data: { wave: id, size, at: sendAt, ...(repeat && { total: repeat.total }) } });
      return getWave(inner, id);
    }
    const { invited, inParts } = await inviteNext(inner, await lockWave(inner, id), size, { maxImmediate, batchName: input.name ?? "" });
    if (inParts) return getWave(inner, id);
    if (invited === 0) throw await getNoOneError(inner, batch);
    if (!input.name) {
      const name = await defaultName(inner, "waves", `Wave of ${invited.toLocaleString("en-US")}`);
      await inner.db.execute(sql`update waves set name = ${name} where project_id = ${inner.projectId} and id = ${id}`);
    }
    await recordEvent(inner, { kind: "wave.sent", data: { wave: id, invited } });
    return getWave(inner, id);
  });
}

/** The error of a wave that invited no one, because no one is in line or no codes are left. */
async function getNoOneError(ctx: Context, batch: CodeBatch | null): Promise<ApiError> {
  if (batch === null || (await countCodesLeft(ctx, batch, 1)) > 0) return new ApiError("no_one_to_invite");
  return new ApiError("no_one_to_invite", { message: "The batch has no codes left." });
}

/** The texts that replace those of the email template: of a version of it, or of the wave itself. `null` if none does. */
async function getContent(ctx: Context, { templateId, subject, body, button }: CreateWaveInput): Promise<ContentOverrides | null> {
  const version = templateId === undefined ? {} : await getVersionContent(ctx, "invitation", templateId);
  const own = Object.fromEntries(Object.entries({ subject, body, button }).filter(([, text]) => text !== undefined));
  const content: ContentOverrides = { ...version, ...own };
  await assertValidOverrides(ctx, "invitation", content);
  await rejectUnusedButton(ctx, "invitation", { body: content.body, button });
  return Object.keys(content).length === 0 ? null : content;
}

type Timing = { now: string; scheduledAt: string | undefined; repeat: WaveRepeat | null };

/** Returns when a wave invites people for the first time, or `null` for right away. */
async function getFirstTime(ctx: Context, { now, scheduledAt, repeat }: Timing): Promise<string | null> {
  const isLater = scheduledAt !== undefined && scheduledAt > now;
  if (repeat === null) return isLater ? scheduledAt : null;
  // `scheduledAt` may itself be one of the times.
  const after = isLater ? new Date(Date.parse(scheduledAt) - 1).toISOString() : now;
  return nextTime(repeat, (await getProject(ctx)).timeZone, after);
}

/**
 * Cancels a scheduled wave, or stops one whose people are being invited: emails that weren't sent are canceled. Throws `wave_not_found`, or
 * `wave_sent` if all of its people were invited or it is recurring.
 */
export async function cancelWave(ctx: Context, id: string): Promise<WaveRecord> {
  const { repeat, inviting } = await getWave(ctx, id);
  if (inviting !== null && repeat === null && ["queued", "running", "canceled"].includes(inviting.status)) {
    await cancelSend(ctx, inviting.job);
    return getWave(ctx, id);
  }
  return inTransaction(ctx, async (inner) => {
    const { status } = await lockWave(inner, id);
    if (status !== "scheduled" && status !== "canceled") throw new ApiError("wave_sent");
    if (status === "scheduled") {
      await inner.db.execute(sql`update waves set status = 'canceled' where project_id = ${inner.projectId} and id = ${id}`);
      await recordEvent(inner, { kind: "wave.canceled", data: { wave: id } });
    }
    return getWave(inner, id);
  });
}

type RecurringStatus = Extract<WaveRecord["status"], "recurring" | "paused" | "ended">;
const recurringEvents = { recurring: "wave.resumed", paused: "wave.paused", ended: "wave.ended" } as const;

/** Changes the status of a recurring wave, and clears or sets its next time. Stops inviting people, unless it is resumed. Throws `wave_not_found` or `wave_not_recurring`. */
function setRecurringStatus(ctx: Context, id: string, status: RecurringStatus): Promise<WaveRecord> {
  return inTransaction(ctx, async (inner) => {
    // First, because a part of the job locks the job before the wave.
    const job = (await getWave(inner, id)).inviting?.job ?? null;
    if (status !== "recurring" && job !== null && (await cancelOpenJob(inner, job))) await recordQueueingEnd(inner, job);
    const wave = await lockWave(inner, id);
    if (wave.status !== status) {
      if (wave.repeat === null || (wave.status !== "recurring" && wave.status !== "paused")) throw new ApiError("wave_not_recurring");
      const next = status === "recurring" ? nextTime(wave.repeat, (await getProject(inner)).timeZone, await getDatabaseTime(inner)) : null;
      await inner.db.execute(
        sql`update waves set status = ${status}, scheduled_at = ${next}::timestamptz where project_id = ${inner.projectId} and id = ${id}`,
      );
      await recordEvent(inner, { kind: recurringEvents[status], data: { wave: id } });
    }
    return getWave(inner, id);
  });
}

/** Pauses a recurring wave. */
export const pauseWave = (ctx: Context, id: string): Promise<WaveRecord> => setRecurringStatus(ctx, id, "paused");

/** Resumes a recurring wave at the next of its times. */
export const resumeWave = (ctx: Context, id: string): Promise<WaveRecord> => setRecurringStatus(ctx, id, "recurring");

/** Ends a recurring wave before its total. */
export const endWave = (ctx: Context, id: string): Promise<WaveRecord> => setRecurringStatus(ctx, id, "ended");

/** Cancels the scheduled waves of a staff member who loses access and ends their recurring ones, in the caller's transaction. */
export async function cancelWavesOfStaff(ctx: Context, staffId: string): Promise<void> {
  const open = await queryRows<Pick<LockedWave, "id" | "status">>(
    ctx.db,
    sql`select id, status from waves where project_id = ${ctx.projectId} and status in ('scheduled', 'recurring', 'paused')
      and actor_kind = 'staff' and actor_id = ${staffId} order by id`,
  );
  for (const { id, status } of open) await (status === "scheduled" ? cancelWave(ctx, id) : endWave(ctx, id));
}

/** Moves the next time of a project's recurring waves to its new time zone, in the caller's transaction. */
export async function rescheduleWaves(ctx: Context, timeZone: string): Promise<void> {
  const recurring = await queryRows<Pick<LockedWave, "id" | "repeat">>(
    ctx.db,
    sql`select id, repeat from waves where project_id = ${ctx.projectId} and status = 'recurring' order by id for no key update`,
  );
  const now = await getDatabaseTime(ctx);
  for (const { id, repeat } of recurring)
    if (repeat !== null)
      await ctx.db.execute(
        sql`update waves set scheduled_at = ${nextTime(repeat, timeZone, now)}::timestamptz where project_id = ${ctx.projectId} and id = ${id}`,
      );
}
