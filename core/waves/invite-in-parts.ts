import { sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { queryRows, type RowOf } from "@/db/query";
import type { sends } from "@/db/schema";
import type { CodeBatch } from "../codes/batch-codes";
import { createGrowingBatch } from "../codes/generate";
import { preparePersonalCodes } from "../codes/personal-codes";
import type { Context } from "../context";
import type { JobHandler, JobItem } from "../jobs/handler";
import { insertJob } from "../jobs/store";
import { lockInvitations } from "../leads/lock-invitations";
import { lock } from "../locks";
import { insertSend, queueMessages, recordSend } from "../sends/queue-send";
import { recordQueueingEnd } from "../sends/queueing-end";
import { type LockedWave, lockWave } from "./locked-wave";
import { lockNextInLine } from "./next-in-line";

/** Which wave invites how many people. */
type InviteParams = { wave: string; amount: number };

type NewCodes = { type: CodeType; validUntil: string | undefined; name: string };

/** How many people are invited, and the new codes or the batch that they get. */
type InvitationPlan = { amount: number; codes: NewCodes | { existing: CodeBatch } };

/**
 * Creates the send, and the batch of new codes, of a wave that invites many people, in the caller's transaction, and queues the job that invites them in
 * parts. Throws `code_space_exhausted`.
 */
export async function startInviting(ctx: Context, wave: LockedWave, { amount, codes }: InvitationPlan): Promise<void> {
  const { db, projectId } = ctx;
  const fromBatch = "existing" in codes;
  const { id: batchId } = fromBatch ? codes.existing : await createGrowingBatch(ctx, { ...codes, amount });
  const { id } = await insertJob<InviteParams>(ctx, { kind: "wave.invite", params: { wave: wave.id, amount }, total: amount });
  const subject = { kind: "invitation", batchId, fromBatch, content: wave.content ?? {} } as const;
  await insertSend(ctx, subject, { id, received: amount, notified: 0, skipped: {} });
  await recordSend(ctx, id, subject, { received: amount });
  await db.execute(
    sql`update waves set job_id = ${id}::uuid, sent_at = coalesce(sent_at, now()) where project_id = ${projectId} and id = ${wave.id}`,
  );
  await ctx.queue.addBackgroundJob(db, { projectId, jobId: id });
}

/**
 * Invites the people of a wave. Its items are places: each part invites the next in line, so that no one is invited twice, and people who
 * can't be invited anymore don't take a place. Those who joined the line since the start aren't invited.
 */
export const inviteHandler: JobHandler<InviteParams> = {
  // With a priority, each part sorts the whole line.
  minChunkSize: 1000,
  total: async (_, { params: { amount } }) => amount,
  async list(_, { params: { amount } }, { after, limit }): Promise<JobItem[]> {
    const start = Number(after ?? 0);
    return Array.from({ length: Math.min(limit, amount - start) }, (_place, index) => {
      const place = String(start + index + 1);
      return { id: place, position: place };
    });
  },
  async process(ctx, { id, params, createdAt }, places) {
    const { db, projectId } = ctx;
    const wave = await lockWave(ctx, params.wave);
    await lock(db, "waves", projectId);
    await lockInvitations(ctx);
    const addCodes = await preparePersonalCodes(ctx, await getWaveSend(ctx, id));
    const joinedBefore = sql`(l.waitlist_changed_at is null or l.waitlist_changed_at <= ${createdAt}::timestamptz)`;
    const messages = await addCodes(await lockNextInLine(ctx, wave, places.length, [joinedBefore]));
    const invited = messages.length;
    if (invited === 0) return { changed: 0 };
    await queueMessages(ctx, { id, kind: "invitation", wave: { id: wave.id, reminderAfterDays: wave.reminder_after_days } }, messages);
    await db.execute(
      sql`update waves set invited = invited + ${invited}::int, remaining = remaining - ${invited}::int where project_id = ${projectId} and id = ${wave.id}`,
    );
    await db.execute(sql`update sends set notified = notified + ${invited}::int where project_id = ${projectId} and id = ${id}`);
    return { changed: invited };
  },
  async finish(ctx, { id, params: { wave } }) {
    const { db, projectId } = ctx;
    await db.execute(
      sql`update waves set status = 'sent', scheduled_at = null where project_id = ${projectId} and id = ${wave} and status = 'recurring' and remaining = 0`,
    );
    await recordQueueingEnd(ctx, id);
  },
};

async function getWaveSend({ db, projectId }: Context, id: string): Promise<RowOf<typeof sends, "batch_id" | "from_batch">> {
  const [send] = await queryRows<RowOf<typeof sends, "batch_id" | "from_batch">>(
    db,
    sql`select batch_id, from_batch from sends where project_id = ${projectId} and id = ${id}`,
  );
  return send ?? { batch_id: null, from_batch: false };
}
