import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeRecord, updateCodeEndpoint } from "@/contract/codes";
import { applyTagChange } from "@/contract/tag-change";
import { queryRows, type RowOf } from "@/db/query";
import { type batches, codes } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent, recordEvents } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { updateInvitations } from "../leads/update-invitations";
import { findMetadataChanges, savingExternalIds } from "../metadata";
import { uuidsIn } from "../sql";
import { assertMaxTags, changeCodeTags } from "../tags";
import { extendLockedCode } from "./extend";
import { type CodeRow, getCode, isLockedCode, lockCodes } from "./record";

type UpdateCodeInput = z.output<typeof updateCodeEndpoint.body>;

/**
 * Changes the given fields of a code, or none of them. Throws `code_not_found`, `code_changed`, `batch_paused` when the code can't be resumed
 * because its batch is paused, `external_id_exists`, and `invalid_input` when the new end date, number of claims, tags or metadata don't fit.
 */
export function updateCode(
  ctx: Context,
  key: string,
  { paused, reservedFor, tags, addTags, removeTags, metadata, externalId, expected = {}, ...extension }: UpdateCodeInput,
): Promise<CodeRecord> {
  const tagChange = { tags, addTags, removeTags };
  return inTransaction(ctx, async (inner) => {
    const [row] = await lockCodes(inner, [key], "change");
    if (!row) throw new ApiError("code_not_found");
    const current = { validUntil: isoTimestamp(row.valid_until), allowedClaims: row.allowed_claims, reservedFor: row.reserved_for };
    if (isOutdated(current, { ...extension, reservedFor }, expected)) throw new ApiError("code_changed");
    // Extending locks the batch more strongly than resuming, so it comes first: the other way round, two updates could deadlock.
    if (extension.validUntil !== undefined || extension.allowedClaims !== undefined) await extendLockedCode(inner, row, extension);
    if (paused === true) await pauseLockedCodes(inner, [row]);
    if (paused === false && (await resumeLockedCodes(inner, [row])).inPausedBatch > 0) throw new ApiError("batch_paused");
    if (reservedFor !== undefined) await setReservedFor(inner, row, reservedFor);
    assertMaxTags(applyTagChange(row.tags, tagChange), tagChange);
    await changeCodeTags(inner, [row], tagChange);
    await changeMetadata(inner, row, { metadata, externalId });
    return getCode(inner, key);
  });
}

async function changeMetadata(ctx: Context, row: CodeRow, input: Pick<UpdateCodeInput, "metadata" | "externalId">): Promise<void> {
  const changes = findMetadataChanges({ metadata: row.metadata, externalId: row.external_id }, input);
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  await savingExternalIds(
    ctx.db
      .update(codes)
      .set({ ...changes, updatedAt: sql`now()` })
      .where(sql`project_id = ${ctx.projectId} and key = ${row.key}`)
      .execute(),
  );
  await recordEvent(ctx, { kind: "code.updated", code: row, data: { fields } });
}

async function setReservedFor(ctx: Context, row: CodeRow, email: string | null): Promise<void> {
  if (row.reserved_for === email) return;
  await ctx.db
    .update(codes)
    .set({ reservedFor: email, updatedAt: sql`now()` })
    .where(sql`project_id = ${ctx.projectId} and key = ${row.key}`);
  await updateInvitations(ctx, [row.key]);
  await recordEvent(ctx, { kind: "code.reserved", code: row, email: email ?? undefined });
}

/** Pauses locked codes. Returns how many weren't paused before. */
export const pauseLockedCodes = (ctx: Context, locked: readonly CodeRow[]): Promise<number> => setPaused(ctx, locked, true);

/** Resumes locked codes except those in a paused batch. Returns how many were resumed and how many are in a paused batch. */
export async function resumeLockedCodes(ctx: Context, locked: readonly CodeRow[]): Promise<{ resumed: number; inPausedBatch: number }> {
  const ids = [...new Set(locked.map((code) => code.batch_id))];
  const paused = await queryRows<RowOf<typeof batches, "id">>(
    ctx.db,
    sql`select id from (
        select id, paused_at from batches where project_id = ${ctx.projectId} and id = any(array${uuidsIn(ids)}) order by id for share
      ) as batch where paused_at is not null`,
  );
  const pausedIds = new Set(paused.map(({ id }) => id));
  const resumable = locked.filter((code) => !pausedIds.has(code.batch_id));
  return { resumed: await setPaused(ctx, resumable, false), inPausedBatch: locked.length - resumable.length };
}

async function setPaused(ctx: Context, locked: readonly CodeRow[], paused: boolean): Promise<number> {
  const changed = await ctx.db
    .update(codes)
    .set({ pausedAt: paused ? sql`now()` : null, updatedAt: sql`now()` })
    .where(sql`${isLockedCode(ctx, locked)} and (paused_at is null) = ${paused}`)
    .returning({ key: codes.key, text: codes.text });
  await recordEvents(
    ctx,
    changed.map((code) => ({ kind: paused ? "code.paused" : "code.resumed", code })),
  );
  return changed.length;
}
