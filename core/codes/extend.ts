import { sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { countInBatches, differencesOf } from "../batches/count";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record";
import { Refusal } from "../refusal";
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
    if (!row) throw new Refusal("code_not_found");
    const wrong = whyNotExtendable(codeFacts(row), extension);
    if (wrong) throw new Refusal("invalid_input", { fields: { [wrong.field]: [wrong.reason] } });
    await recordExtended(inner, await extendLocked(inner, [row], extension), extension);
    return get(inner, key);
  });
}

/** Extends codes that the caller's transaction has locked, and that can be extended so. Answers those that were not so before. */
export async function extendLocked(ctx: Context, codes: readonly CodeRow[], extension: Extension): Promise<CodeRow[]> {
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

/** Writes down of each code what was changed. */
export const recordExtended = (ctx: Context, codes: readonly CodeRow[], extension: Extension): Promise<void> =>
  recordEvents(
    ctx,
    codes.map((code) => ({ kind: "code.extended", code, data: { ...extension } })),
  );

function isSo(code: CodeRow, { validUntil, allowedClaims }: Extension): boolean {
  const sameEnd = validUntil === undefined || codeFacts(code).validUntil === validUntil;
  return sameEnd && (allowedClaims === undefined || code.allowed_claims === allowedClaims);
}
