import { sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import { queryRows, violatedConstraint } from "@/db/query";
import { ambiguousCodes } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inSavepoint, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { isHandedOut } from "./batch-codes";
import { drawCode, formats } from "./draw-code";
import { codeSpaceExhausted } from "./insert-codes";
import { type CodeRow, getCode, lockCodes } from "./record";

/** With half of the pairs taken, not even one in a billion draws fails as often. */
const maxDraws = 32;

/**
 * Replaces the word pair of a code that no one has: it was never sent, claimed or given to anyone. Everything else of the code stays. Throws
 * `code_not_found`, `code_handed_out` if someone has it, or `code_not_creative`.
 */
export function replaceWords(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const [row] = await lockCodes(inner, [key], "deletion");
    if (!row) throw new ApiError("code_not_found");
    if (row.type !== "creative") throw new ApiError("code_not_creative");
    const [free] = await queryRows(
      inner.db,
      sql`select from codes c where c.project_id = ${inner.projectId} and c.key = ${key} and c.claims = 0 and not ${isHandedOut}`,
    );
    if (!free) throw new ApiError("code_handed_out");
    await inner.db.delete(ambiguousCodes).where(sql`project_id = ${inner.projectId} and key = ${key}`);
    const text = await renameCode(inner, row);
    const code = { key: normalizeCode(text), text };
    // The events stay those of this code: another can get the old words.
    await inner.db.execute(sql`update events set code_key = ${code.key} where project_id = ${inner.projectId} and code_key = ${key}`);
    await inner.db.execute(
      sql`update webhook_deliveries set code_key = ${code.key} where project_id = ${inner.projectId} and code_key = ${key}`,
    );
    await recordEvent(inner, { kind: "code.words_replaced", code, data: { from: row.text } });
    return getCode(inner, code.key);
  });
}

/** Gives a locked code a word pair that no other code has, and returns it. */
async function renameCode(ctx: Context, { key }: CodeRow): Promise<string> {
  for (let draw = 0; draw < maxDraws; draw++) {
    const text = drawCode(formats.creative);
    const isRenamed = await inSavepoint(ctx, (db) =>
      db.execute(
        sql`update codes set key = ${normalizeCode(text)}, text = ${text}, updated_at = now() where project_id = ${ctx.projectId} and key = ${key}`,
      ),
    ).then(
      () => true,
      (error: unknown) => {
        if (violatedConstraint(error) === "codes_pkey") return false;
        throw error;
      },
    );
    if (isRenamed) return text;
  }
  throw codeSpaceExhausted(0);
}
