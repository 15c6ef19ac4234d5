import { sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { maxImmediateRecipients } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { type CodeBatch, countCodesLeft, getCodeBatch } from "../codes/batch-codes";
import { lockCodeType } from "../codes/insert-codes";
import type { Context } from "../context";
import { inviteRecipients } from "../leads/invite";
import { lockInvitations } from "../leads/lock-invitations";
import { lock } from "../locks";
import { countRows } from "../sql";
import { startInviting } from "./invite-in-parts";
import type { LockedWave } from "./locked-wave";
import { canBeInvited, lockNextInLine } from "./next-in-line";

/** How many people a wave invited. `inParts` if the worker invites them. */
export type InvitedPeople = { invited: number; inParts: boolean };

type InviteOptions = {
  /** The name of the batch of their codes. Empty for a default name. */
  batchName?: string;
  maxImmediate?: number;
};

/**
 * Invites the next `amount` people in line, or as many as there are people and codes, in the caller's transaction. Waves of a project take
 * turns, so that no one is invited twice and no place is skipped. The worker invites them in parts if there are more than `maxImmediate`.
 */
export async function inviteNext(
  ctx: Context,
  wave: LockedWave,
  amount: number,
  { batchName = wave.name, maxImmediate = maxImmediateRecipients }: InviteOptions = {},
): Promise<InvitedPeople> {
  const { db, projectId } = ctx;
  await lock(db, "waves", projectId);
  await lockInvitations(ctx);
  const codes = await getWaveCodes(ctx, wave, batchName);
  if (amount > maxImmediate) {
    const available = await countAvailable(ctx, wave, codes, amount);
    if (available > maxImmediate) {
      await startInviting(ctx, wave, { codes, amount: available });
      return { invited: 0, inParts: true };
    }
  }
  if (!("existing" in codes)) await lockCodeType(ctx, wave.code_type);
  const emails = await lockNextInLine(ctx, wave, Math.min(amount, maxImmediate));
  if (emails.length === 0 || ("existing" in codes && (await countCodesLeft(ctx, codes.existing, 1)) === 0))
    return { invited: 0, inParts: false };
  const { notifiedLeads: invited } = await inviteRecipients(ctx, emails, codes, {
    wave: { id: wave.id, reminderAfterDays: wave.reminder_after_days },
    content: wave.content ?? {},
  });
  await db.execute(
    sql`update waves set invited = invited + ${invited}::int, sent_at = coalesce(sent_at, now()) where project_id = ${projectId} and id = ${wave.id}`,
  );
  return { invited, inParts: false };
}

type WaveCodes = { type: CodeType; validUntil: string | undefined; name: string } | { existing: CodeBatch };

/** Returns the codes that the people of a wave get: new ones, or those of its batch. Throws `batch_not_found`. */
async function getWaveCodes(ctx: Context, wave: LockedWave, name: string): Promise<WaveCodes> {
  if (wave.batch_id !== null) return { existing: await getCodeBatch(ctx, wave.batch_id) };
  return { type: wave.code_type, validUntil: (await getValidUntil(ctx, wave)) ?? undefined, name };
}

/** Counts the people whom a wave can invite, up to `amount` and the codes that are left. */
async function countAvailable(ctx: Context, wave: LockedWave, codes: WaveCodes, amount: number): Promise<number> {
  const people = await countRows(ctx.db, sql`leads l`, [canBeInvited(ctx.projectId, wave)], amount);
  return "existing" in codes ? countCodesLeft(ctx, codes.existing, people) : people;
}

/** Returns when codes of a wave that are sent now expire. */
async function getValidUntil({ db }: Context, wave: LockedWave): Promise<string | null> {
  const [row] = await queryRows<{ valid_until: string | null }>(
    db,
    sql`select to_char((case when ${wave.expires_after_days}::int is not null then now() + make_interval(days => ${wave.expires_after_days}::int)
      else ${wave.valid_until}::timestamptz end) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as valid_until`,
  );
  return row?.valid_until ?? null;
}
