import { sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { get } from "./find";
import { lockCodes } from "./lock";

/** Reserves a code for an address, which need not be a lead's, or with null for nobody; claims that exist stay. Refuses with `code_not_found`. */
export function reserve(ctx: Context, { code: key, email }: { code: string; email: string | null }): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const [row] = await lockCodes(inner, [key], "change");
    if (!row) throw new ApiError("code_not_found");
    if (row.reserved_for !== email) {
      await inner.db.execute(
        sql`update codes set reserved_for = ${email}::text, updated_at = now() where project_id = ${inner.projectId} and key = ${key}`,
      );
      await recordEvent(inner, { kind: "code.reserved", code: row, email: email ?? undefined });
    }
    return get(inner, key);
  });
}
