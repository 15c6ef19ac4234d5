import { sql } from "drizzle-orm";
import { mailboxOf } from "@/contract/claim-restrictions";
import { type ClaimReply, tokenLifetimeSeconds } from "@/contract/claims";
import type { EmailVerification } from "@/contract/enums";
import type { ErrorName } from "@/contract/errors";
import { isRedeemedElsewhere } from "@/contract/redemption";
import { isDeadlock, prepareStatement, type RowOf, violatedConstraint } from "@/db/query";
import type { claims, claimTokens, projects } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { randomHex, sha256Hex } from "@/lib/ids";
import { blockListLines, isBlocked, isBlockedEmail } from "../abuse-protection/hold-reason";
import { readEmailVerification } from "../abuse-protection/link-token";
import { ApiError, ifExists } from "../api-error";
import { actorSource, type Context, inSavepoint, inTransaction, isPublicCaller } from "../context";
import { newEventId } from "../events/record-event";
import { claimKind } from "../events/stored-events";
import { isConfirmed } from "../leads/confirmation";
import { generateReferralCode, getLead, type LeadRow, leadColumnsWithoutReferrals, leadRecord } from "../leads/record";
import { insertWaitlistChanges } from "../leads/waitlist";
import { assertNotPaused, isNotPaused } from "../projects/pause";
import { getProject } from "../projects/record";
import { queueAutomaticEmail } from "../sends/queue-automatic-email";
import { restoreSuppressions } from "../suppressions/erased";
import { hasClaimedInBatch, onceKeySql } from "./batch-restrictions";
import { heldError, isHeldForOthers, isHeldForOthersSql, withoutHoldSql } from "./holds";
import { withLookAlike } from "./look-alikes";
import { type CodeRow, codeColumns, codeRecord, codeRedemption, codeState, findCodeRow } from "./record";
import { type Claim, type ClaimCodeInput, creditReferrer, publicReply, renewToken } from "./renew-token";
import { hasClaimed, requestConfirmation, requiresConfirmation } from "./request-confirmation";
import {
  type CodeState,
  claimError,
  codeError,
  domainLines,
  isClaimableBy,
  isRedeemedElsewhereSql,
  isReservedForOtherSql,
  publicClaimError,
  redeemedElsewhere,
  startMessage,
} from "./rules";

type ClaimedRow = CodeRow &
  Omit<LeadRow, "referred"> &
  RowOf<typeof claimTokens, "expires_at"> &
  RowOf<typeof claims, "claimed_at"> &
  RowOf<typeof projects, "send_claimed_email"> & { lead_is_new: boolean };

/**
 * Claims a code for an email and returns a claim token, a new one if this email has claimed the code before. Emails a link instead, and
 * returns no token, if the claim must be confirmed. docs/interface.md lists the errors, and what a claim changes, under "Codes".
 */
export const claimCode = (ctx: Context, input: ClaimCodeInput): Promise<ClaimReply> => withLookAlike(ctx, input, claimExactCode);

async function claimExactCode(ctx: Context, { code, email, linkToken, state, requireConfirmation }: ClaimCodeInput): Promise<ClaimReply> {
  const input: Claim = { code, email, state, emailVerifiedBy: readEmailVerification(ctx.projectId, { code, email, linkToken }) };
  if (requireConfirmation && input.emailVerifiedBy === null) return emailClaimLink(ctx, input);
  // The code can become claimable between the failed statement and the check why it failed, so a claim without a reason to fail is retried.
  for (let attempt = 0; attempt < 5; attempt++) {
    // New for each attempt: if the lead's email changes during a renewal, the token belongs to the new email.
    const token = randomHex(12);
    const claimed = await tryClaim(ctx, input, token);
    if (claimed) {
      if (claimed.send_claimed_email) await queueClaimedEmail(ctx, claimed, email);
      if (input.emailVerifiedBy !== null && claimed.referred_by !== null) await creditReferrer(ctx, claimed.referral_code);
      return claimReply(ctx, token, claimed, input);
    }
    if (needsVerifiedEmail(ctx, input) && (await requiresConfirmation(ctx))) return emailClaimLink(ctx, input);
    const renewal = await renewToken(ctx, input, token);
    if (renewal) return renewal;
    await throwIfNotClaimable(ctx, input);
  }
  throw new ApiError("unavailable", { headers: { "Retry-After": "1" } });
}

/** Emails a link that finishes the claim, unless the code can't be claimed. */
async function emailClaimLink(ctx: Context, claim: Claim): Promise<ClaimReply> {
  if (!(await hasClaimed(ctx, claim))) await throwIfNotClaimable(ctx, claim);
  return requestConfirmation(ctx, claim);
}

type ClaimValues = {
  projectId: number;
  code: string;
  email: string;
  referralCode: string;
  tokenHash: string;
  actorKind: string;
  source: string;
  actorId: string | null;
  requestId: string | null;
  /** The entries of the block list that would match the email, one per line. */
  blockListEntries: string;
  /** The domains of the email, one per line, and its mailbox. */
  domains: string;
  mailbox: string;
  emailVerifiedBy: EmailVerification | null;
  needsVerifiedEmail: boolean;
  isPublic: boolean;
  state: string | null;
};

/** Whether the claim is refused if the project requires email confirmation. */
const needsVerifiedEmail = (ctx: Context, { emailVerifiedBy }: Claim): boolean => isPublicCaller(ctx) && emailVerifiedBy === null;

/**
 * The whole claim. It must stay one statement: the guarded update comes first and locks the code, and the plain insert of the claim aborts
 * everything on a duplicate, also of a person in a batch, so neither races nor repeats can change the count. Holds are in the row of the code, so that the
 * update sees those of others that committed while it waited.
 */
const claimStatement = prepareStatement<ClaimValues, ClaimedRow>(
  (value) => sql`
    with claimed_code as (
      update codes c set claims = claims + 1, holds = ${withoutHoldSql(value("email"))}, updated_at = now()
      where project_id = ${value("projectId")} and key = ${value("code")} and ${isClaimableBy(value("domains"))} and not ${isReservedForOtherSql(value("email"))} and not ${isHeldForOthersSql(value("email"))}
        and ${isNotPaused("claims", value("projectId"))} and not ${isBlocked(value("projectId"), value("blockListEntries"))}
        and not (${value("needsVerifiedEmail")}::boolean and (select require_claim_confirmation from projects where id = ${value("projectId")}))
        and not (${value("isPublic")}::boolean and ${isRedeemedElsewhereSql})
      returning c.*
    ), lead as (
      insert into leads as l (project_id, email, referral_code, source, has_claimed, confirmed_at, confirmed_by)
      select project_id, ${value("email")}, ${value("referralCode")}, ${value("source")}, true,
        case when ${value("emailVerifiedBy")}::text is not null then now() end, case when ${value("emailVerifiedBy")}::text is not null then 'claim' end from claimed_code
      on conflict on constraint leads_pkey
        do update set on_waitlist = false, has_claimed = true,
          confirmed_at = coalesce(l.confirmed_at, excluded.confirmed_at),
          confirmed_by = case when ${isConfirmed} then l.confirmed_by else excluded.confirmed_by end,
          status = case when l.status = 'unconfirmed' and excluded.confirmed_at is not null then 'active' else l.status end, waitlist_changed_at = case when l.on_waitlist then now() else l.waitlist_changed_at end,
          updated_at = case when l.on_waitlist or not l.has_claimed or (l.confirmed_at is null and excluded.confirmed_at is not null) then now() else l.updated_at end
      returning l.*, (xmax = 0) as is_new
    ), waitlist_change as (
      ${insertWaitlistChanges(sql`lead where waitlist_changed_at = now()`, -1)}
    ), ${restoreSuppressions(sql`select project_id, email from lead where is_new`)}, new_claim as (
      insert into claims (project_id, code_key, email, batch_id, source, claimed_at, email_verified_by, once_key)
      select c.project_id, c.key, ${value("email")}, c.batch_id, ${value("source")}, now(), ${value("emailVerifiedBy")}::text,
        (select ${onceKeySql(value("email"), value("mailbox"))} from batches b where b.project_id = c.project_id and b.id = c.batch_id) from claimed_code c
    ), token as (
      insert into claim_tokens (project_id, hash, code_key, email, expires_at, state, email_verified)
      select project_id, ${value("tokenHash")}, key, ${value("email")}, now() + make_interval(secs => ${sql.raw(String(tokenLifetimeSeconds))}),
        ${value("state")}::text, ${value("emailVerifiedBy")}::text is not null
      from claimed_code
      returning expires_at
    ), ended_invitation as (
      update lead_invitations i set outcome = 'expired', ended_at = now() from claimed_code c
      where c.reserved_for is null and c.claims >= c.allowed_claims and i.project_id = c.project_id and i.code_key = c.key
        and i.email <> ${value("email")} and i.outcome is null
        and not exists (select from claims k where k.project_id = i.project_id and k.code_key = i.code_key and k.email = i.email)
      returning i.project_id, i.email, i.code_key, i.code_text
    ), uninvited_lead as (
      update leads u set invitation_outcome = 'expired', keeps_position = true, updated_at = now() from ended_invitation i
      where u.project_id = i.project_id and u.email = i.email and u.invitation_code = i.code_key and u.invitation_outcome is null
    ), recorded_events as (
      insert into events (project_id, id, kind, actor_kind, actor_id, request_id, code_key, code_text, email, data)
      select e.project_id, ${newEventId(sql`e.position`)}, e.kind, e.actor_kind, e.actor_id, ${value("requestId")}, e.code_key, e.code_text, e.email, e.data from (
        select c.project_id, 1 as position, ${claimKind(sql`l.is_new`)} as kind,
          ${value("actorKind")}::text as actor_kind, ${value("actorId")}::text as actor_id, c.key as code_key, c.text as code_text, l.email,
          jsonb_strip_nulls(jsonb_build_object('emailVerifiedBy', ${value("emailVerifiedBy")}::text, 'last', case when c.claims >= c.allowed_claims then true end)) as data from claimed_code c, lead l
        union all
        select project_id, 2, 'lead.invitation_expired', 'system', null, code_key, code_text, email, '{}'::jsonb from ended_invitation
      ) as e
    )
    select ${codeColumns}, ${leadColumnsWithoutReferrals}, l.is_new as lead_is_new, token.expires_at, now()::timestamptz(3) as claimed_at,
      (select send_claimed_email from projects where id = ${value("projectId")}) as send_claimed_email
    from claimed_code c join batches b on b.project_id = c.project_id and b.id = c.batch_id, lead l left join leads r on r.project_id = l.project_id and r.email = l.referred_by, token`,
);

// Not part of the claim statement: if the database fails in between, the claim exists but no email is sent.
const queueClaimedEmail = (ctx: Context, { key, text }: ClaimedRow, email: string): Promise<unknown> =>
  inTransaction(ctx, (inner) => queueAutomaticEmail(inner, email, "claimed", { key, text }));

/** Returns the claimed code with its lead, or null if the code can't be claimed or this email has already claimed it. */
async function tryClaim(ctx: Context, claim: Claim, token: string): Promise<ClaimedRow | null> {
  const { projectId, actor, requestId } = ctx;
  const { code, email, emailVerifiedBy } = claim;
  const values = {
    projectId,
    code,
    email,
    referralCode: generateReferralCode(),
    tokenHash: sha256Hex(token),
    actorKind: actor.kind,
    source: actorSource(actor),
    actorId: actor.id,
    requestId,
    blockListEntries: blockListLines(email),
    domains: domainLines(email),
    mailbox: mailboxOf(email),
    emailVerifiedBy,
    needsVerifiedEmail: needsVerifiedEmail(ctx, claim),
    isPublic: isPublicCaller(ctx),
    state: claim.state ?? null,
  };
  try {
    const [row] = await inSavepoint(ctx, (db) => claimStatement(db, values));
    return row ?? null;
  } catch (error) {
    // Deleting the lead locks the code and the lead in the other order. The caller retries.
    if (isDeadlock(error)) return null;
    if (["claims_pkey", "claims_once_per_batch_key", "leads_project_id_referral_code_key"].includes(violatedConstraint(error) ?? ""))
      return null;
    throw error;
  }
}

/** Throws the error of a claim of a code, if it can't be claimed with an email. */
export async function throwIfNotClaimable(ctx: Context, { code, email }: Pick<Claim, "code" | "email">): Promise<void> {
  // Checked first: while claims are paused, the answer must not reveal whether a code exists.
  await assertNotPaused(ctx, "claims");
  if (await isBlockedEmail(ctx, email)) throw new ApiError("email_blocked");
  const row = await findCodeRow(ctx, code);
  if (row === null) throw new ApiError("code_not_found");
  const state = codeState(row);
  const error = claimError(state, email, isoTimestamp(row.now));
  const visibleError = isPublicCaller(ctx) && !ctx.publicCaller?.hasLinkToken ? publicClaimError(error) : error;
  if (visibleError === "code_not_found") throw new ApiError(visibleError);
  if (visibleError !== null) throw codeError(visibleError, state, await describeStart(ctx, visibleError, state));
  if (await hasClaimedInBatch(ctx, row, email)) throw new ApiError("batch_claimed");
  if (isPublicCaller(ctx) && isRedeemedElsewhere(codeRedemption(row))) throw redeemedElsewhere(codeRedemption(row));
  if (isHeldForOthers(row, email)) throw heldError("code_held", row);
}

/** Says from when a code can be claimed, in the project's time zone, if that is why it can't be claimed now. */
async function describeStart(ctx: Context, error: ErrorName, { validFrom }: CodeState): Promise<string | undefined> {
  if (error !== "code_not_started" || validFrom === null) return undefined;
  return startMessage(validFrom, (await getProject(ctx)).timeZone);
}

async function claimReply(ctx: Context, token: string, claimed: ClaimedRow, { emailVerifiedBy, state }: Claim): Promise<ClaimReply> {
  const { text, expires_at: expiresAt, lead_email: email, claimed_at: claimedAt } = claimed;
  const reply = publicReply({ token, expiresAt, text, email, created: true, claimedAt, emailVerifiedBy, state });
  if (isPublicCaller(ctx)) return reply;
  const claimedLead = leadRecord({ ...claimed, referred: null });
  // The statement doesn't return the leads they referred, so an existing lead is read again.
  const lead = claimed.lead_is_new ? claimedLead : ((await ifExists(getLead(ctx, claimed.lead_email))) ?? claimedLead);
  return { ...reply, lead, claimedCode: codeRecord(claimed) };
}
