import { sql } from "drizzle-orm";
import type { ClaimRecord } from "@/contract/claims";
import { queryRows, type RowOf } from "@/db/query";
import type { claims } from "@/db/schema";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { ApiError } from "../api-error";
import { lockCodes } from "../codes/lock";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { deleteClaims } from "./delete";

/** Revokes a claim: deletes it with its tokens and makes it available to others. Returns the revoked claim. Throws `claim_not_found`. */
export function revokeClaim(ctx: Context, { code: key, email }: { code: string; email: string }): Promise<ClaimRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const [code] = await lockCodes(inner, [key], "change");
    const [claim] = await queryRows<RowOf<typeof claims, "source" | "claimed_at">>(
      db,
      sql`select source, claimed_at from claims where project_id = ${projectId} and code_key = ${key} and email = ${email}`,
    );
    // The lead may have been deleted in the meantime.
    if (!code || !claim || (await deleteClaims(inner, sql`k.code_key = ${key} and k.email = ${email}`)) === 0)
      throw new ApiError("claim_not_found");
    await db.execute(sql`update codes set claims = claims - 1, updated_at = now() where project_id = ${projectId} and key = ${key}`);
    await recordEvent(inner, { kind: "claim.revoked", code, email });
    const batch = { id: code.batch_id, name: code.batch_name };
    return { code: code.text, email, batch, source: claim.source, claimedAt: isoTimestamp(claim.claimed_at) };
  });
}
