import { and, eq, sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { claims, codes } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { getRow } from "./find";
import { codeRecord } from "./wire";

/** Deletes a code for good: its claims and tokens go, its waiting mail is cancelled. Answers what it was. Refuses with `code_not_found`. */
export function remove(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const row = await getRow(inner, key, sql`for update of c`);
    await db.delete(claims).where(and(eq(claims.projectId, projectId), eq(claims.codeKey, key)));
    await db.execute(sql`
      update deliveries set status = 'cancelled', next_attempt_at = null, updated_at = now()
      where project_id = ${projectId} and id in (
        select id from deliveries where project_id = ${projectId} and code_key = ${key} and status in ('queued', 'retrying') order by id for update)`);
    await db.delete(codes).where(and(eq(codes.projectId, projectId), eq(codes.key, key)));
    await recordEvent(inner, { kind: "code.deleted", code: row, data: { claims: row.claims } });
    return codeRecord(row);
  });
}
