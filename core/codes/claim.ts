import { sql } from "drizzle-orm";
import { type ClaimReply, tokenLifeSeconds } from "@/contract/claims";
import { isDeadlock, statement, violated } from "@/db/rows";
import { hashOf, newId, randomHex } from "@/lib/ids";
import { iso } from "@/lib/time";
import { hasLeft, refuseIfSpent } from "../abuse-protection/public-try";
import { ApiError } from "../api-error";
import { type Context, inSavepoint, inTransaction, isPublic } from "../context";
import { get as getLead } from "../leads/find";
import { lineChanged } from "../leads/line";
import { newReferralCode } from "../leads/referral-code";
import { type LeadRow, leadRecord, ownLeadColumns } from "../leads/wire";
import { goesOn, refuseWhilePaused } from "../projects/pauses";
import { queueMessage } from "../sends/message";
import { sourceOf } from "../source";
import { findRow, get } from "./find";
import { asPublic, refuse, whyNotClaimable } from "./rules";
import { type CodeRow, codeColumns, codeFacts, codeRecord } from "./wire";

type Ask = { code: string; email: string };
type Taken = CodeRow & Omit<LeadRow, "referred"> & { lead_is_new: boolean; expires_at: string; claimed_mail: boolean };

/**
 * Claims a code for an address: uses one of its claims, makes the lead or takes them off the waitlist, and answers a token
 * that lives 60 seconds. The same address again gets a fresh token and uses nothing, while claims are paused too. Refuses as decisions.md §3
 * orders, and before that with `claims_paused`, and with `too_many_requests` and `proof_needed` where the public has guessed too often.
 */
export async function claim(ctx: Context, ask: Ask): Promise<ClaimReply> {
  const token = randomHex(12);
  // Between a statement that took nothing and the question why, the code may have become claimable; then it is tried again.
  for (let tries = 0; tries < 5; tries++) {
    const taken = await take(ctx, ask, token);
    if (taken) {
      if (taken.claimed_mail) await tell(ctx, taken, ask.email);
      return replyTo(ctx, token, taken);
    }
    // Whoever has guessed too often learns nothing more, nor whether they would have been right.
    if (ctx.tried) await refuseIfSpent(ctx, "guess", ctx.tried);
    const repeated = await renew(ctx, ask, token);
    if (repeated) return repeated;
    await refuseIfNotClaimable(ctx, ask);
  }
  throw new ApiError("unavailable", { headers: { "Retry-After": "1" } });
}

type TakeValues = {
  projectId: number;
  code: string;
  email: string;
  referralCode: string;
  tokenHash: string;
  leadEvent: string;
  claimEvent: string;
  actorKind: string;
  source: string;
  actorId: string | null;
  requestId: string | null;
  client: string | null;
  address: string | null;
  hasProof: boolean;
};

/**
 * The claim, in one statement that must stay one: the guarded update comes first and locks the code, and the plain insert
 * aborts all of it on a duplicate, so neither a race nor a repeat can move the count.
 */
const taking = (byPublic: boolean) =>
  statement<TakeValues, Taken>(
    (value) => sql`
    with taken as (
      update codes c set claims = claims + 1, updated_at = now()
      where project_id = ${value("projectId")} and key = ${value("code")} and paused_at is null
        and (valid_from is null or valid_from <= now()) and (valid_until is null or now() < valid_until)
        and claims < allowed_claims and (reserved_for is null or reserved_for = ${value("email")})
        and ${goesOn("claims", value("projectId"))}
        and ${byPublic ? hasLeft("guess", { projectId: value("projectId"), client: value("client"), address: value("address"), hasProof: value("hasProof") }) : sql`true`}
        and not exists (select from batches b where b.project_id = c.project_id and b.id = c.batch_id and b.paused_at is not null)
      returning c.*
    ), met as (
      insert into leads as l (project_id, email, referral_code, source, has_claimed)
      select project_id, ${value("email")}, ${value("referralCode")}, ${value("source")}, true from taken
      on conflict on constraint one_lead_per_address
        do update set on_waitlist = false, has_claimed = true, held_for = null,
          standing = case when l.standing = 'held' then 'accepted' else l.standing end, line_at = case when l.on_waitlist then now() else l.line_at end,
          updated_at = case when l.on_waitlist then now() else l.updated_at end
      returning l.*, (xmax = 0) as is_new
    ), left_line as (
      ${lineChanged(sql`met where line_at = now()`, -1)}
    ), claimed as (
      insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
      select project_id, key, ${value("email")}, batch_id, ${value("source")}, now() from taken
    ), issued as (
      insert into claim_tokens (project_id, hash, code_key, email, expires_at)
      select project_id, ${value("tokenHash")}, key, ${value("email")}, now() + make_interval(secs => ${sql.raw(String(tokenLifeSeconds))}) from taken
      returning expires_at
    ), told as (
      insert into events (project_id, id, kind, actor_kind, actor_id, request_id, code_key, code_text, email)
      select project_id, ${value("leadEvent")}::uuid, 'lead.created', ${value("actorKind")}, ${value("actorId")}, ${value("requestId")}, null, null, email from met where is_new
      union all
      select project_id, ${value("claimEvent")}::uuid, 'code.claimed', ${value("actorKind")}, ${value("actorId")}, ${value("requestId")}, key, text, ${value("email")} from taken
    )
    select ${codeColumns}, ${ownLeadColumns}, l.is_new as lead_is_new, issued.expires_at,
      (select claimed_mail from projects where id = ${value("projectId")}) as claimed_mail
    from taken c join batches b on b.project_id = c.project_id and b.id = c.batch_id, met l left join leads r on r.project_id = l.project_id and r.email = l.referred_by, issued`,
  );

/** By the public, whose tries are counted, and by others, whom nothing limits. */
const takeStatements = { public: taking(true), others: taking(false) };

/** Has the claim told by mail. Apart from the claim, which is one statement: where the database goes away in between, they have claimed and no mail says so. */
const tell = (ctx: Context, { key, text }: Taken, email: string): Promise<void> =>
  inTransaction(ctx, (inner) => queueMessage(inner, email, "claimed", { key, text }));

/** What was taken, or null where nothing could be: the code does not allow it, or this address has it already. */
async function take(ctx: Context, { code, email }: Ask, token: string): Promise<Taken | null> {
  const { projectId, actor, requestId, tried } = ctx;
  const values = {
    projectId,
    code,
    email,
    referralCode: newReferralCode(),
    tokenHash: hashOf(token),
    leadEvent: newId(),
    claimEvent: newId(),
    actorKind: actor.kind,
    source: sourceOf(actor),
    actorId: actor.id,
    requestId,
    client: tried?.client ?? null,
    address: tried?.address ?? null,
    hasProof: tried?.hasProof ?? true,
  };
  try {
    const [row] = await inSavepoint(ctx, (db) => (tried ? takeStatements.public : takeStatements.others)(db, values));
    return row ?? null;
  } catch (error) {
    // A deletion of this lead locks the code and the lead the other way round; whoever the database stops tries again.
    if (isDeadlock(error)) return null;
    if (["one_claim_per_lead", "one_lead_per_referral_code"].includes(violated(error) ?? "")) return null;
    throw error;
  }
}

const renewStatement = statement<Pick<TakeValues, "projectId" | "code" | "email" | "tokenHash">, { text: string; expires_at: string }>(
  (value) => sql`with issued as (
      insert into claim_tokens (project_id, hash, code_key, email, expires_at)
      select project_id, ${value("tokenHash")}, code_key, email, now() + make_interval(secs => ${sql.raw(String(tokenLifeSeconds))})
      from claims where project_id = ${value("projectId")} and code_key = ${value("code")} and email = ${value("email")} for key share
      returning project_id, code_key, expires_at
    )
    select c.text, issued.expires_at from issued join codes c on c.project_id = issued.project_id and c.key = issued.code_key`,
);

/** A fresh token for a claim that exists, in whatever state its code is; null where there is no such claim. */
async function renew(ctx: Context, { code, email }: Ask, token: string): Promise<ClaimReply | null> {
  const [row] = await renewStatement(ctx.db, { projectId: ctx.projectId, code, email, tokenHash: hashOf(token) });
  if (!row) return null;
  if (isPublic(ctx)) return publicReply(token, row.expires_at, row.text, email);
  const [lead, claimedCode] = await Promise.all([unlessGone(getLead(ctx, email)), unlessGone(get(ctx, code))]);
  // Deleted since: then the claim is gone as well, and is made anew or refused.
  return lead && claimedCode && { ...publicReply(token, row.expires_at, row.text, email), lead, claimedCode };
}

async function refuseIfNotClaimable(ctx: Context, { code, email }: Ask): Promise<void> {
  // Asked first: while claims are paused nobody learns of a code whether it exists.
  await refuseWhilePaused(ctx, "claims");
  const row = await findRow(ctx, code);
  if (row === null) throw new ApiError("code_not_found");
  const facts = codeFacts(row);
  const reason = whyNotClaimable(facts, email, iso(row.now));
  const told = isPublic(ctx) && !ctx.tried?.holdsLink ? asPublic(reason) : reason;
  if (told !== null) throw refuse(told, facts);
}

/** What anybody who claims is told. */
const publicReply = (token: string, expiresAt: string, text: string, email: string): ClaimReply => ({
  token,
  tokenExpiresAt: iso(expiresAt),
  code: text,
  email,
});

/** The answer to a claim that was taken. A lead that is known is read again for whom they referred; one deleted since is told as they were. */
async function replyTo(ctx: Context, token: string, taken: Taken): Promise<ClaimReply> {
  const reply = publicReply(token, taken.expires_at, taken.text, taken.lead_email);
  if (isPublic(ctx)) return reply;
  const own = leadRecord({ ...taken, referred: [] });
  const lead = taken.lead_is_new ? own : ((await unlessGone(getLead(ctx, taken.lead_email))) ?? own);
  return { ...reply, lead, claimedCode: codeRecord(taken) };
}

/** What was looked up, or null where it has been deleted meanwhile. */
async function unlessGone<T>(lookUp: Promise<T>): Promise<T | null> {
  try {
    return await lookUp;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
