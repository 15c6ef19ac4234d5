import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { exchangeTokenEndpoint } from "@/contract/claims";
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
  return inTransaction(ctx, async (inner) => {
    const [claim] = await queryRows<
      RowOf<typeof claims, "code_key" | "email" | "claimed_at"> & RowOf<typeof claimTokens, "email_verified" | "state">
    >(
      inner.db,
      sql`with used as (
          delete from claim_tokens where project_id = ${inner.projectId} and hash = ${sha256Hex(token)}
          returning project_id, code_key, email, expires_at, email_verified, state
        )
        select k.code_key, k.email, k.claimed_at, used.email_verified, used.state from used join claims k using (project_id, code_key, email) where used.expires_at > now()`,
    );
    if (!claim) throw new ApiError("token_not_found");
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
