import { and, eq, sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { codes } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { getRow } from "./find";
import { codeRecord } from "./wire";

/** Deletes a code for good: its claims and tokens go, its waiting mail is cancelled. Answers what it was. Refuses with `code_not_found`. */
export function remove(ctx: Context, key: string): Promise<CodeRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const row = await getRow(inner, key, sql`for update of c`);
    await db.execute(sql`
      with gone as (delete from claims where project_id = ${projectId} and code_key = ${key} returning email)
      update leads l set has_claimed = exists (
        select from claims k where k.project_id = l.project_id and k.email = l.email and k.code_key <> ${key})
      from gone where l.project_id = ${projectId} and l.email = gone.email`);
    await db.execute(sql`
      update deliveries set status = 'cancelled', next_attempt_at = null, updated_at = now()
      where project_id = ${projectId} and id in (
        select id from deliveries where project_id = ${projectId} and code_key = ${key} and status in ('queued', 'retrying') order by id for update)`);
    await db.execute(
      sql`update batches set codes = codes - 1, uses = uses - ${row.allowed_claims}::int where project_id = ${projectId} and id = ${row.batch_id}`,
    );
    await db.delete(codes).where(and(eq(codes.projectId, projectId), eq(codes.key, key)));
    await recordEvent(inner, { kind: "code.deleted", code: row, data: { claims: row.claims } });
    return codeRecord(row);
  });
}
