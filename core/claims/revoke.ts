import { type SQL, sql } from "drizzle-orm";
import type { ClaimRecord } from "@/contract/claims";
import { queryRows, type RowOf } from "@/db/query";
import type { claims } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { lockCodes } from "../codes/record";
import { type Context, inTransaction } from "../context";
import { recordLeadChanges } from "../events/record-changes";
import { recordEvent } from "../events/record-event";
import { eraseResponses } from "../idempotency";
import { updateInvitations } from "../leads/update-invitations";

/** Revokes a claim: deletes it with its tokens and makes it available to others. Returns the revoked claim. Throws `claim_not_found`. */
export function revokeClaim(ctx: Context, { code: key, email }: { code: string; email: string }): Promise<ClaimRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const [code] = await lockCodes(inner, [key], "change");
    const [claim] = await queryRows<RowOf<typeof claims, "source" | "claimed_at" | "email_verified_by">>(
      db,
      sql`select source, claimed_at, email_verified_by from claims where project_id = ${projectId} and code_key = ${key} and email = ${email}`,
    );
    // The lead may have been deleted in the meantime.
    if (!code || !claim || (await deleteClaims(inner, sql`k.code_key = ${key} and k.email = ${email}`)) === 0)
      throw new ApiError("claim_not_found");
    await db.execute(sql`update codes set claims = claims - 1, updated_at = now() where project_id = ${projectId} and key = ${key}`);
    await updateInvitations(inner, [key]);
    await recordEvent(inner, { kind: "claim.revoked", code, email });
    const batch = { id: code.batch_id, name: code.batch_name };
    return {
      code: code.text,
      email,
      batch,
      source: claim.source,
      claimedAt: isoTimestamp(claim.claimed_at),
      emailVerified: claim.email_verified_by !== null,
    };
  });
}

/**
 * Deletes the claims `k` that meet a condition, with their tokens and the stored responses about their leads, and updates leads who have no
 * claim left. The condition only reads the code and the email, which tokens have too. The caller has locked the codes and updates their number
 * of claims. Returns the number of deleted claims.
 */
export async function deleteClaims(ctx: Context, condition: SQL): Promise<number> {
  const { db, projectId } = ctx;
  const isDeleted = sql`k.project_id = ${projectId} and ${condition}`;
  // Locks in a statement of its own: the next statement must see claims that were committed while this one waited for a lead.
  await db.execute(
    sql`select count(*) from (
      select from leads l where l.project_id = ${projectId} and l.email in (select k.email from claims k where ${isDeleted})
      order by l.email for no key update) as locked`,
  );
  const [row] = await queryRows<{ deleted: number; emails: string[] }>(
    db,
    sql`with deleted_claims as (
        delete from claims k where ${isDeleted} returning k.email
      ), leads_without_claims as (
        update leads l set has_claimed = false, updated_at = now()
        where l.project_id = ${projectId} and l.has_claimed and l.email in (select email from deleted_claims)
          and not exists (select from claims k where k.project_id = l.project_id and k.email = l.email and not (${condition}))
      )
      select count(*)::int as deleted, coalesce(json_agg(distinct email), '[]') as emails from deleted_claims`,
  );
  const { deleted = 0, emails = [] } = row ?? {};
  if (deleted > 0) {
    // After the claims, so that no one can renew a token anymore.
    await db.execute(sql`delete from claim_tokens k where ${isDeleted}`);
    await eraseResponses(ctx, emails);
  }
  await recordLeadChanges(ctx, emails);
  return deleted;
}
