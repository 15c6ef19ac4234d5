import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FailedClaimRecord, listFailedClaimsEndpoint } from "@/contract/claims";
import type { FailedClaimError } from "@/contract/enums";
import type { Source } from "@/contract/lead-filters";
import { failedClaimLimits } from "@/contract/limits";
import { queryRows, type RowOf } from "@/db/query";
import type { failedClaims } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";

export type FailedClaim = { code: string; email: string; error: FailedClaimError; source: Source };

/** The longest code that is kept. Ours are shorter. */
const maxKeyLength = 100;

/**
 * Records that a claim failed, if the code or the lead exists: otherwise strangers could fill the database. Repeated attempts of a person
 * with a code are one row, and the oldest rows of the code and of the email are deleted, so that both stay within `failedClaimLimits`.
 */
export async function recordFailedClaim({ db, projectId }: Context, { code, email, error, source }: FailedClaim): Promise<void> {
  const key = code.slice(0, maxKeyLength);
  const isOther = sql`(f.code_key <> ${key} or f.email <> ${email})`;
  // The statement doesn't see the row that it adds. Rows that another statement deletes are left to it.
  const deleteOldest = (condition: SQL, kept: number) => sql`delete from failed_claims where ctid in (
      select f.ctid from failed_claims f, recorded where f.project_id = ${projectId} and ${condition} and ${isOther}
      order by f.updated_at desc offset ${kept - 1} for update of f skip locked)`;
  await db.execute(sql`
    with recorded as (
      insert into failed_claims as f (project_id, code_key, email, error, source)
      select ${projectId}::int, ${key}, ${email}, case when code.exists and ${error} = 'code_not_found' then 'code_reserved' else ${error} end, ${source}
      from (select exists (select from codes where project_id = ${projectId} and key = ${key})) as code
      where code.exists or exists (select from leads where project_id = ${projectId} and email = ${email})
      on conflict on constraint failed_claims_pkey do update
        set attempts = f.attempts + 1, error = excluded.error, source = excluded.source, updated_at = now()
      returning 1
    ), deleted_of_code as (${deleteOldest(sql`f.code_key = ${key}`, failedClaimLimits.perCode)})
    ${deleteOldest(sql`f.email = ${email}`, failedClaimLimits.perEmail)}`);
}

type FailedClaimRow = RowOf<typeof failedClaims, "code_key" | "email" | "error" | "attempts" | "source" | "created_at" | "updated_at"> & {
  code_text: string | null;
  lead_exists: boolean;
};

/** Lists the latest failed claims of a code or an email. */
export async function listFailedClaims(
  { db, projectId }: Context,
  { code, email }: z.output<NonNullable<typeof listFailedClaimsEndpoint.query>>,
): Promise<FailedClaimRecord[]> {
  const condition = code === undefined ? sql`f.email = ${email ?? ""}` : sql`f.code_key = ${code}`;
  const rows = await queryRows<FailedClaimRow>(
    db,
    sql`select f.code_key, f.email, f.error, f.attempts, f.source, f.created_at, f.updated_at, c.text as code_text,
        exists (select from leads l where l.project_id = f.project_id and l.email = f.email) as lead_exists
      from failed_claims f left join codes c on c.project_id = f.project_id and c.key = f.code_key
      where f.project_id = ${projectId} and ${condition} and f.updated_at > now() - make_interval(days => ${failedClaimLimits.days})
      order by f.updated_at desc limit ${code === undefined ? failedClaimLimits.perEmail : failedClaimLimits.perCode}`,
  );
  return rows.map((row) => ({
    code: row.code_text ?? row.code_key,
    codeExists: row.code_text !== null,
    email: row.email,
    leadExists: row.lead_exists,
    error: row.error,
    attempts: row.attempts,
    source: row.source,
    firstAttemptAt: isoTimestamp(row.created_at),
    lastAttemptAt: isoTimestamp(row.updated_at),
  }));
}
