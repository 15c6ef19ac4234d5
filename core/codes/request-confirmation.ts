import { sql } from "drizzle-orm";
import type { ClaimReply } from "@/contract/claims";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { countAttempt } from "../abuse-protection/public-rate-limits";
import { actorSource, type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { generateReferralCode } from "../leads/record";
import { queueAutomaticEmail } from "../sends/queue-automatic-email";
import { restoreSuppressions } from "../suppressions/erased";
import { getCodeRow } from "./record";

type Claim = { code: string; email: string };

/** Returns whether the project requires public claims to come from a link that was emailed to the person. */
export async function requiresConfirmation({ db, projectId }: Context): Promise<boolean> {
  return (await queryRows(db, sql`select from projects where id = ${projectId} and require_claim_confirmation`)).length > 0;
}

/** Returns whether the email has claimed the code already. */
export async function hasClaimed({ db, projectId }: Context, { code, email }: Claim): Promise<boolean> {
  return (
    (await queryRows(db, sql`select from claims where project_id = ${projectId} and code_key = ${code} and email = ${email}`)).length > 0
  );
}

/**
 * Emails a link that finishes a claim, and creates the lead that the email is sent to. Counts as a sign-up, because it sends an email to an
 * address that anyone can enter. The caller has checked that this email can claim the code.
 */
export async function requestConfirmation(ctx: Context, { code, email }: Claim): Promise<ClaimReply> {
  // With an Idempotency-Key, this runs in a transaction: an error rolls back the count, which then stays at the limit.
  if (ctx.publicCaller) await countAttempt(ctx, "sign_up", ctx.publicCaller);
  return inTransaction(ctx, async (inner) => {
    const { key, text } = await getCodeRow(inner, code, sql`for key share of c`);
    const created = await queryRows<RowOf<typeof leads, "email">>(
      inner.db,
      sql`with created as (
          insert into leads (project_id, email, referral_code, source)
          values (${inner.projectId}, ${email}, ${generateReferralCode()}, ${actorSource(inner.actor)})
          on conflict on constraint leads_pkey do nothing returning project_id, email
        ), ${restoreSuppressions(sql`select project_id, email from created`)}
        select email from created`,
    );
    if (created.length > 0) await recordEvent(inner, { kind: "lead.created", email });
    await queueAutomaticEmail(inner, email, "confirm_claim", { key, text });
    const noToken = { claimToken: null, token: null, tokenExpiresAt: null } as const;
    return { ...noToken, created: false, claimedAt: null, emailVerified: false, code: text, email, confirmationRequired: true };
  });
}
