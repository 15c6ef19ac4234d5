import { sql } from "drizzle-orm";
import { codes } from "@/db/schema";
import { sumChangesByBatch, updateBatchCounts } from "../batches/update-counts";
import type { Context } from "../context";
import { type EventInput, recordEvent } from "../events/record-event";
import { type ChunkResult, type JobError, skippedRecordsError, type Tally } from "../jobs/handler";
import { updateInvitations } from "../leads/update-invitations";
import { checkPassedEnd } from "./expire";
import { type CodeRow, codeState, isLockedCode } from "./record";
import { assertExtendable, type Extension, extensionProblem } from "./rules";

const extensionFields = ["validUntil", "allowedClaims"] as const satisfies (keyof Extension)[];

/** Extends a locked code. Throws `invalid_input` when the new end date or number of claims doesn't fit. */
export async function extendLockedCode(ctx: Context, code: CodeRow, extension: Extension): Promise<void> {
  assertExtendable(codeState(code), extension);
  if ((await applyExtension(ctx, [code], extension)).length === 0) return;
  await recordEvent(ctx, extendedEvent(code, extension, await checkPassedEnd(ctx, extension.validUntil)));
}

/**
 * Extends locked codes field by field: a code that can't take one of the new values still takes the other. The tally counts the codes
 * that kept their value, by field. Returns one event per changed code for callers that record them.
 */
export async function extendLockedCodes(
  ctx: Context,
  locked: readonly CodeRow[],
  extension: Extension,
): Promise<ChunkResult & { events: EventInput[] }> {
  const extensions = new Map<CodeRow, Extension>(locked.map((code) => [code, {}]));
  const changed = new Set<CodeRow>();
  const skipped = { validUntil: 0, allowedClaims: 0 };
  for (const field of extensionFields.filter((name) => extension[name] !== undefined)) {
    const change = { [field]: extension[field] };
    const extendable = locked.filter((code) => extensionProblem(codeState(code), change) === null);
    skipped[field] = locked.length - extendable.length;
    for (const code of extendable) extensions.set(code, { ...extensions.get(code), ...change });
    for (const code of await applyExtension(ctx, extendable, change)) changed.add(code);
  }
  const hasEnded = await checkPassedEnd(ctx, extension.validUntil);
  const events = [...changed].map((code) => extendedEvent(code, extensions.get(code) ?? {}, hasEnded));
  return { changed: changed.size, tally: skipped, events };
}

/** The job error for the codes that `extendLockedCodes` counted as unchanged. */
export const extensionError = ({ validUntil = 0, allowedClaims = 0 }: Tally): JobError | null =>
  skippedRecordsError("invalid_input", [
    [
      validUntil,
      {
        one: "{n} code kept the old end date because the new one isn't after the start date.",
        other: "{n} codes kept the old end date because the new one isn't after the start date.",
      },
    ],
    [
      allowedClaims,
      {
        one: "{n} code kept the old number of allowed claims because the new one is lower than the number of claims.",
        other: "{n} codes kept the old number of allowed claims because the new one is lower than the number of claims.",
      },
    ],
  ]);

/** Extends locked codes that are known to be extendable. Returns the codes that changed. */
async function applyExtension(ctx: Context, locked: readonly CodeRow[], extension: Extension): Promise<CodeRow[]> {
  const { validUntil, allowedClaims } = extension;
  const changed = locked.filter((code) => !isUnchanged(code, extension));
  if (changed.length === 0) return [];
  await ctx.db.update(codes).set({ validUntil, allowedClaims, updatedAt: sql`now()` }).where(isLockedCode(ctx, changed));
  if (allowedClaims !== undefined)
    await updateBatchCounts(
      ctx,
      sumChangesByBatch(changed, (code) => ({ codeCount: 0, totalAllowedClaims: allowedClaims - code.allowed_claims })),
    );
  await updateInvitations(
    ctx,
    changed.map(({ key }) => key),
  );
  return changed;
}

function extendedEvent(code: CodeRow, extension: Extension, hasEnded: Awaited<ReturnType<typeof checkPassedEnd>>): EventInput {
  const { validUntil, allowedClaims } = codeState(code);
  const previous = {
    ...(extension.validUntil !== undefined && { validUntil }),
    ...(extension.allowedClaims !== undefined && { allowedClaims }),
  };
  const isExhausted = code.claims < code.allowed_claims && code.claims >= (extension.allowedClaims ?? Number.POSITIVE_INFINITY);
  const isExpired = extension.validUntil !== undefined && hasEnded?.(validUntil) === false;
  const data = { ...extension, previous, ...(isExhausted && { exhausted: true }), ...(isExpired && { expired: true }) };
  return { kind: "code.extended", code, data };
}

function isUnchanged(code: CodeRow, { validUntil, allowedClaims }: Extension): boolean {
  const hasSameEnd = validUntil === undefined || codeState(code).validUntil === validUntil;
  return hasSameEnd && (allowedClaims === undefined || code.allowed_claims === allowedClaims);
}
