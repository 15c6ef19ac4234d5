import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type exchangeTokenEndpoint, tokenLifetimeSeconds } from "@/contract/claims";
import { queryRows, type RowOf } from "@/db/query";
import type { claims, claimTokens } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { sha256Hex } from "@/lib/ids";
import { ApiError } from "../api-error";
import { getCode } from "../codes/record";
import { type Context, inTransaction } from "../context";
import { getLead } from "../leads/record";

/** Exchanges a claim token, once, for who claimed which code and when. Throws `token_not_found`. */
export function exchangeToken(ctx: Context, token: string): Promise<z.output<typeof exchangeTokenEndpoint.reply>> {
  const hash = sha256Hex(token);
  return inTransaction(ctx, async (inner) => {
    const [claim] = await queryRows<
      RowOf<typeof claims, "code_key" | "email" | "claimed_at"> & RowOf<typeof claimTokens, "email_verified" | "state">
    >(
      inner.db,
      sql`with used as (
          -- Also expired, for processes of the previous version during an upgrade, which don't know when it was used.
          update claim_tokens set used_at = now(), expires_at = expires_at - make_interval(secs => ${tokenLifetimeSeconds})
          where project_id = ${inner.projectId} and hash = ${hash} and used_at is null and expires_at > now()
          returning project_id, code_key, email, email_verified, state
        )
        select k.code_key, k.email, k.claimed_at, used.email_verified, used.state from used join claims k using (project_id, code_key, email)`,
    );
    if (!claim) throw await tokenNotFound(inner, hash);
    const lead = await getLead(inner, claim.email);
    return {
      lead,
      customer: lead,
      code: await getCode(inner, claim.code_key),
      claimedAt: isoTimestamp(claim.claimed_at),
      state: claim.state,
      emailVerified: claim.email_verified,
    };
  });
}

/** The error that says why a token can't be exchanged. A token ends with its claim, and is then unknown. */
async function tokenNotFound({ db, projectId }: Context, hash: string): Promise<ApiError> {
  const [row] = await queryRows<RowOf<typeof claimTokens, "expires_at" | "used_at">>(
    db,
    sql`select expires_at, used_at from claim_tokens where project_id = ${projectId} and hash = ${hash}`,
  );
  if (!row) return new ApiError("token_not_found", { tokenState: { reason: "unknown" } });
  const usedAt = isoTimestamp(row.used_at);
  const tokenState =
    usedAt === null ? { reason: "expired" as const, expiredAt: isoTimestamp(row.expires_at) } : { reason: "used" as const, usedAt };
  return new ApiError("token_not_found", { tokenState });
}
