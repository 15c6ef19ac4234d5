import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { exchangeTokenEndpoint } from "@/contract/claims";
import { rows } from "@/db/rows";
import { hashOf } from "@/lib/ids";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import { get as getCode } from "../codes/find";
import { type Context, inTransaction } from "../context";
import { get as getLead } from "../leads/find";

/** Uses a claim's token up and answers who claimed which code when. Refuses with `token_not_found`. */
export function exchange(ctx: Context, token: string): Promise<z.output<typeof exchangeTokenEndpoint.reply>> {
  return inTransaction(ctx, async (inner) => {
    const [claim] = await rows<{ code_key: string; email: string; claimed_at: string }>(
      inner.db,
      sql`with used as (
          delete from claim_tokens where project_id = ${inner.projectId} and hash = ${hashOf(token)} returning project_id, code_key, email, expires_at
        )
        select k.code_key, k.email, k.claimed_at from used join claims k using (project_id, code_key, email) where used.expires_at > now()`,
    );
    if (!claim) throw new ApiError("token_not_found");
    const lead = await getLead(inner, claim.email);
    return { lead, customer: lead, code: await getCode(inner, claim.code_key), claimedAt: iso(claim.claimed_at) };
  });
}
