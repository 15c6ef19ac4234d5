import { sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { ApiError } from "../api-error";
import { countInBatches, differencesOf } from "../batches/count";
import { type Context, inTransaction } from "../context";
import { type Happening, recordEvent } from "../events/record";
import { type Done, type Problem, problemWith, type Tally } from "../jobs/work";
import { get } from "./find";
import { areLocked, lockCodes } from "./lock";
import { type Extension, whyNotExtendable } from "./rules";
import { type CodeRow, codeFacts } from "./wire";

/**
 * Changes until when, or how often, a code can be claimed. Refuses with `code_not_found`, and with `invalid_input` for an end that is not
 * after its start and for fewer claims than there are.
 */
export function extend(ctx: Context, { code: key, ...extension }: { code: string } & Extension): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const [row] = await lockCodes(inner, [key], "change");
    if (!row) throw new ApiError("code_not_found");
    const wrong = whyNotExtendable(codeFacts(row), extension);
    if (wrong) throw new ApiError("invalid_input", { fields: { [wrong.field]: [wrong.reason] } });
    if ((await extendLocked(inner, [row], extension)).length > 0) await recordEvent(inner, extended(row, extension));
    return get(inner, key);
  });
}

const parts = ["validUntil", "allowedClaims"] as const satisfies (keyof Extension)[];

/**
 * Extends many codes, which the caller's transaction has locked, part by part: what a code can take of the extension it takes, and what it
 * cannot stays as it is. Counts what stayed, by its part; answers an event of each code that changed, for where it is recorded of each.
 */
export async function extendEach(ctx: Context, codes: readonly CodeRow[], extension: Extension): Promise<Done & { events: Happening[] }> {
  const took = new Map<CodeRow, Extension>(codes.map((code) => [code, {}]));
  const changed = new Set<CodeRow>();
  const kept = { validUntil: 0, allowedClaims: 0 };
  for (const field of parts.filter((each) => extension[each] !== undefined)) {
    const part = { [field]: extension[field] };
    const able = codes.filter((code) => whyNotExtendable(codeFacts(code), part) === null);
    kept[field] = codes.length - able.length;
    for (const code of able) took.set(code, { ...took.get(code), ...part });
    for (const code of await extendLocked(ctx, able, part)) changed.add(code);
  }
  return { changed: changed.size, tally: kept, events: [...changed].map((code) => extended(code, took.get(code) ?? {})) };
}

/** Tells what stayed as it was of codes that `extendEach` counted. */
export const problemOfExtending = ({ validUntil = 0, allowedClaims = 0 }: Tally): Problem | null =>
  problemWith("invalid_input", [
    [validUntil, "kept the old end: the new one is not after the start"],
    [allowedClaims, "kept the old number of claims: more have claimed than the new one allows"],
  ]);

/** Extends codes that the caller's transaction has locked, and that can be extended so. Answers those that were not so before. */
async function extendLocked(ctx: Context, codes: readonly CodeRow[], extension: Extension): Promise<CodeRow[]> {
  const { validUntil, allowedClaims } = extension;
  const changed = codes.filter((code) => !isSo(code, extension));
  if (changed.length === 0) return [];
  const until = validUntil === undefined ? sql`valid_until` : sql`${validUntil}::timestamptz`;
  const allowed = allowedClaims === undefined ? sql`allowed_claims` : sql`${allowedClaims}::int`;
  await ctx.db.execute(
    sql`update codes set valid_until = ${until}, allowed_claims = ${allowed}, updated_at = now()
      where ${areLocked(ctx, changed)}`,
  );
  if (allowedClaims !== undefined)
    await countInBatches(
      ctx,
      differencesOf(changed, (code) => ({ codes: 0, uses: allowedClaims - code.allowed_claims })),
    );
  return changed;
}

const extended = (code: CodeRow, took: Extension): Happening => ({ kind: "code.extended", code, data: { ...took } });

function isSo(code: CodeRow, { validUntil, allowedClaims }: Extension): boolean {
  const sameEnd = validUntil === undefined || codeFacts(code).validUntil === validUntil;
  return sameEnd && (allowedClaims === undefined || code.allowed_claims === allowedClaims);
}
