import { sql } from "drizzle-orm";
import { type ClaimReply, type ClaimToken, tokenLifetimeSeconds } from "@/contract/claims";
import type { EmailVerification } from "@/contract/enums";
import { prepareStatement, type RowOf } from "@/db/query";
import type { claims, claimTokens, codes } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { randomHex, sha256Hex } from "@/lib/ids";
import { readEmailVerification } from "../abuse-protection/link-token";
import { ApiError, ifExists } from "../api-error";
import { type Context, isPublicCaller } from "../context";
import { recordEvent } from "../events/record-event";
import { confirmLeads } from "../leads/confirmation";
import { getLead } from "../leads/record";
import { findLookAlike } from "./look-alikes";
import { getCode } from "./record";
import { hasClaimed, requiresConfirmation } from "./request-confirmation";

export type ClaimCodeInput = {
  code: string;
  email: string;
  linkToken?: string | undefined;
  state?: string | undefined;
  requireConfirmation?: boolean | undefined;
};
/** A claim, and how its link token proves that the person owns the email. */
export type Claim = Pick<ClaimCodeInput, "code" | "email" | "state"> & { emailVerifiedBy: EmailVerification | null };

const renewTokenStatement = prepareStatement<
  Pick<Claim, "code" | "email" | "emailVerifiedBy"> & { projectId: number; tokenHash: string; state: string | null },
  RowOf<typeof codes, "text"> & RowOf<typeof claimTokens, "expires_at"> & RowOf<typeof claims, "claimed_at">
>(
  (value) => sql`with token as (
      insert into claim_tokens (project_id, hash, code_key, email, expires_at, state, email_verified)
      select project_id, ${value("tokenHash")}, code_key, email, now() + make_interval(secs => ${sql.raw(String(tokenLifetimeSeconds))}),
        ${value("state")}::text, ${value("emailVerifiedBy")}::text is not null
      from claims where project_id = ${value("projectId")} and code_key = ${value("code")} and email = ${value("email")} for key share
      returning project_id, code_key, expires_at
    )
    select c.text, token.expires_at, k.claimed_at from token join codes c on c.project_id = token.project_id and c.key = token.code_key
      join claims k on k.project_id = token.project_id and k.code_key = token.code_key and k.email = ${value("email")}`,
);

/**
 * Answers a repeated claim whose stored answer was erased: with a new token if the claim still exists. Throws `idempotency_erased` if it was
 * revoked, or its lead or code was deleted, so that a retry doesn't bring it back.
 */
export async function repeatClaim(
  ctx: Context,
  { code, email, linkToken, state, requireConfirmation = false }: ClaimCodeInput,
): Promise<ClaimReply> {
  const exactCode = (await hasClaimed(ctx, { code, email })) ? code : ((await findLookAlike(ctx, code)) ?? code);
  const claim: Claim = {
    code: exactCode,
    email,
    state,
    emailVerifiedBy: readEmailVerification(ctx.projectId, { code: exactCode, email, linkToken }),
  };
  const isUnverified =
    claim.emailVerifiedBy === null && (requireConfirmation || (isPublicCaller(ctx) && (await requiresConfirmation(ctx))));
  const renewal = isUnverified ? null : await renewToken(ctx, claim, randomHex(12));
  if (renewal === null) throw new ApiError("idempotency_erased");
  return renewal;
}

/** Returns a new token for an existing claim, whatever the status of the code, or null if there is no such claim. */
export async function renewToken(ctx: Context, { code, email, emailVerifiedBy, state }: Claim, token: string): Promise<ClaimReply | null> {
  const [row] = await renewTokenStatement(ctx.db, {
    projectId: ctx.projectId,
    code,
    email,
    tokenHash: sha256Hex(token),
    state: state ?? null,
    emailVerifiedBy,
  });
  if (!row) return null;
  if (emailVerifiedBy !== null) await markEmailVerified(ctx, { code, email, emailVerifiedBy });
  const { text, expires_at: expiresAt, claimed_at: claimedAt } = row;
  const reply = publicReply({ token, expiresAt, text, email, created: false, claimedAt, emailVerifiedBy, state });
  if (isPublicCaller(ctx)) return reply;
  const [lead, claimedCode] = await Promise.all([ifExists(getLead(ctx, email)), ifExists(getCode(ctx, code))]);
  // If the lead or the code was deleted in the meantime, so was the claim: the caller tries again.
  return lead && claimedCode && { ...reply, lead, claimedCode };
}

// Not part of the renewal: a statement can't update the row that it locks.
async function markEmailVerified(ctx: Context, { code, email, emailVerifiedBy }: Claim): Promise<void> {
  const { db, projectId } = ctx;
  const confirmed = await confirmLeads(ctx, [{ email, by: "claim" }]);
  for (const lead of confirmed) {
    await recordEvent(ctx, { kind: "lead.confirmed", email });
    await creditReferrer(ctx, lead.referral_code);
  }
  await db.execute(sql`update claims set email_verified_by = ${emailVerifiedBy}
    where project_id = ${projectId} and code_key = ${code} and email = ${email} and email_verified_by is null`);
}

/** Credits the referrer of a lead whose email the claim confirmed, unless they were credited before. */
export const creditReferrer = ({ db, projectId, queue }: Context, referralCode: string): Promise<void> =>
  queue.addSignUps(db, [{ projectId, referralCode, sendEmail: false }]);

type PublicReplyInput = Pick<Claim, "email" | "emailVerifiedBy" | "state"> & {
  token: string;
  expiresAt: string;
  text: string;
  created: boolean;
  claimedAt: string;
};

/** What every caller gets for a claim. */
export const publicReply = ({
  token,
  expiresAt,
  text,
  email,
  created,
  claimedAt,
  emailVerifiedBy,
  state,
}: PublicReplyInput): ClaimToken => ({
  claimToken: token,
  token,
  tokenExpiresAt: isoTimestamp(expiresAt),
  code: text,
  email,
  created,
  claimedAt: isoTimestamp(claimedAt),
  emailVerified: emailVerifiedBy !== null,
  ...(state !== undefined && { state }),
});
