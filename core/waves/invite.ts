import { sql } from "drizzle-orm";
import { maxImmediateRecipients } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { lockCodeType } from "../codes/insert-codes";
import type { Context } from "../context";
import { inviteRecipients } from "../leads/invite";
import { lock } from "../locks";
import { countRows } from "../sql";
import { startInviting } from "./invite-in-parts";
import type { LockedWave } from "./locked-wave";
import { canBeInvited, lockNextInLine } from "./next-in-line";

/** How many people a wave invited. `inParts` if the worker invites them. */
export type InvitedPeople = { invited: number; inParts: boolean };

type InviteOptions = {
  /** The name of the batch of their codes. */
  batchName?: string;
  maxImmediate?: number;
};

/**
 * Invites the next `amount` people in line, or all if there are fewer, in the caller's transaction. Waves of a project take turns, so that no
 * one is invited twice and no place is skipped. The worker invites them in parts if there are more than `maxImmediate`.
 */
export async function inviteNext(
  ctx: Context,
  wave: LockedWave,
  amount: number,
  { batchName = wave.name, maxImmediate = maxImmediateRecipients }: InviteOptions = {},
): Promise<InvitedPeople> {
  const { db, projectId } = ctx;
  await lock(db, "waves", projectId);
  const codes = { type: wave.code_type, validUntil: (await getValidUntil(ctx, wave)) ?? undefined, name: batchName };
  if (amount > maxImmediate) {
    const available = await countRows(db, sql`leads l`, [canBeInvited(projectId, wave.filter)], amount);
    if (available > maxImmediate) {
      await startInviting(ctx, wave, { ...codes, amount: available });
      return { invited: 0, inParts: true };
    }
  }
  await lockCodeType(ctx, wave.code_type);
  const emails = await lockNextInLine(ctx, wave, amount);
  if (emails.length === 0) return { invited: 0, inParts: false };
  await inviteRecipients(ctx, emails, codes, {
    wave: { id: wave.id, reminderAfterDays: wave.reminder_after_days },
    content: wave.content ?? {},
  });
  await db.execute(
    sql`update waves set invited = invited + ${emails.length}::int, sent_at = coalesce(sent_at, now()) where project_id = ${projectId} and id = ${wave.id}`,
  );
  return { invited: emails.length, inParts: false };
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
