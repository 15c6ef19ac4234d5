import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { updateCodeEndpoint } from "@/contract/code-updates";
import type { CodeRecord } from "@/contract/codes";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { extendLockedCode } from "./extend";
import { getCode } from "./get";
import { lockCodes } from "./lock";
import { pauseLockedCodes, resumeLockedCodes } from "./pause";
import type { CodeRow } from "./record";

export type UpdateCodeInput = z.output<typeof updateCodeEndpoint.body>;

/**
 * Changes the given fields of a code, or none of them. Throws `code_not_found`, `batch_paused` when the code can't be resumed
 * because its batch is paused, and `invalid_input` when the new end date or number of claims doesn't fit.
 */
export function updateCode(ctx: Context, key: string, { paused, reservedFor, ...extension }: UpdateCodeInput): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const [row] = await lockCodes(inner, [key], "change");
    if (!row) throw new ApiError("code_not_found");
    // Extending locks the batch more strongly than resuming, so it comes first: the other way round, two updates could deadlock.
    if (extension.validUntil !== undefined || extension.allowedClaims !== undefined) await extendLockedCode(inner, row, extension);
    if (paused !== undefined) await setPaused(inner, row, paused);
    if (reservedFor !== undefined) await setReservedFor(inner, row, reservedFor);
    return getCode(inner, key);
  });
}

async function setPaused(ctx: Context, row: CodeRow, paused: boolean): Promise<void> {
  if (paused) await pauseLockedCodes(ctx, [row]);
  else if ((await resumeLockedCodes(ctx, [row])).inPausedBatch > 0) throw new ApiError("batch_paused");
}

async function setReservedFor(ctx: Context, row: CodeRow, email: string | null): Promise<void> {
  if (row.reserved_for === email) return;
  await ctx.db.execute(
    sql`update codes set reserved_for = ${email}::text, updated_at = now() where project_id = ${ctx.projectId} and key = ${row.key}`,
  );
  await recordEvent(ctx, { kind: "code.reserved", code: row, email: email ?? undefined });
}
