import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { mailboxOf } from "@/contract/claim-restrictions";
import { apiErrors, type ErrorName } from "@/contract/errors";
import type { GateProof, GateReason, GateReply, gateSignUpEndpoint } from "@/contract/gate";
import { prepareStatement, type RowOf } from "@/db/query";
import type { leadInvitations, leads, projects } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { blockListLines, isBlocked } from "../abuse-protection/hold-reason";
import { onceKeySql } from "../codes/batch-restrictions";
import { type CodeRow, codeColumns, codeState } from "../codes/record";
import { claimError } from "../codes/rules";
import type { Context } from "../context";
import { isNotPaused } from "../projects/pause";

type GateInput = z.output<typeof gateSignUpEndpoint.body>;

type GateValues = {
  projectId: number;
  email: string;
  mailbox: string;
  /** The entries of the block list that would match the email, one per line. */
  blockListEntries: string;
  tag: string | null;
  batch: string | null;
};

type Invitation = Pick<RowOf<typeof leadInvitations>, "code_text" | "outcome" | "code_returned_at"> & {
  is_claimed: boolean;
  is_claim_verified: boolean;
  /** Whether they have the one claim that each person can have in the batch. */
  is_batch_claimed: boolean;
};

type GateRow = {
  blocked: boolean;
  claims_paused: boolean;
  paused_message: RowOf<typeof projects>["paused_message"];
  batch_exists: boolean;
  /** Null without a lead. */
  status: RowOf<typeof leads>["status"] | null;
  on_waitlist: boolean | null;
  has_tag: boolean | null;
  /** The claim that counts: a verified one, or else the latest. */
  claimed_code: string | null;
  is_verified: boolean | null;
} & (Invitation | { [Name in keyof Invitation]: null }) &
  (CodeRow | { [Name in keyof CodeRow]: null });

/**
 * The invitation of a lead `l` that counts, with its code if it still exists: one that they accepted, or else the latest. Compares emails with the
 * value and not with `l`, whose column has another collation, so that the indexes can be used.
 */
const invitation = (projectId: SQL, email: SQL, mailbox: SQL, batch: SQL): SQL => sql`
  select i.code_text, i.outcome, i.code_returned_at, k.email is not null as is_claimed, k.email_verified_by is not null as is_claim_verified,
    exists (select from claims o where o.project_id = ${projectId} and o.batch_id = b.id and o.once_key = ${onceKeySql(email, mailbox)}) as is_batch_claimed, ${codeColumns}
  from lead_invitations i left join (codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id) on c.project_id = i.project_id and c.key = i.code_key
    left join claims k on k.project_id = ${projectId} and k.email = ${email} and k.code_key = i.code_key
  where i.project_id = ${projectId} and i.email = ${email} and (k.email is not null or i.code_key = l.invitation_code)
    and (${batch} is null or c.batch_id = ${batch})
  order by is_claimed desc, is_claim_verified desc, i.code_key = l.invitation_code desc limit 1`;

/** Everything that the decision depends on, at one moment. */
const gateStatement = prepareStatement<GateValues, GateRow>((value) => {
  const [projectId, batch] = [sql`${value("projectId")}::int`, sql`${value("batch")}::uuid`];
  const [email, mailbox] = [sql`${value("email")}::text`, sql`${value("mailbox")}::text`];
  return sql`
    select ${isBlocked(value("projectId"), value("blockListEntries"))} as blocked, not ${isNotPaused("claims", value("projectId"))} as claims_paused, p.paused_message,
      ${batch} is null or exists (select from batches b where b.project_id = p.id and b.id = ${batch}) as batch_exists,
      l.status, l.on_waitlist, l.tags @> array[${value("tag")}::text] as has_tag, claim.*, invitation.*
    from projects p left join leads l on l.project_id = p.id and l.email = ${email}
      left join lateral (
        select c.text as claimed_code, k.email_verified_by is not null as is_verified
        from claims k join codes c on c.project_id = k.project_id and c.key = k.code_key
        where k.project_id = ${projectId} and k.email = ${email} and (${batch} is null or k.batch_id = ${batch})
        order by is_verified desc, k.claimed_at desc limit 1
      ) claim on true
      left join lateral (${invitation(projectId, email, mailbox, batch)}) invitation on true
    where p.id = ${projectId}`;
});

/** Decides in one statement whether a person may sign up for an app. Changes nothing. */
export async function gateSignUp({ db, projectId }: Context, input: GateInput): Promise<GateReply> {
  const { email, by = ["claim"], tag = null, batch = null } = input;
  const [row] = await gateStatement(db, {
    projectId,
    email,
    mailbox: mailboxOf(email),
    blockListEntries: blockListLines(email),
    tag,
    batch,
  });
  if (!row) throw new Error("The project doesn't exist");
  const proof = row.blocked ? undefined : by.find((name) => isProven(name, row, input));
  if (proof === undefined) {
    const reason = findReason(row, by, input);
    return { allowed: false, email, by: null, code: null, emailVerified: false, reason, message: describeRefusal(reason, row, by, input) };
  }
  const code = { claim: row.claimed_code, tag: null, invitation: row.code_text }[proof];
  const emailVerified = { claim: row.is_verified, tag: false, invitation: row.is_claim_verified }[proof] ?? false;
  return { allowed: true, email, by: proof, code, emailVerified, reason: null, message: null };
}

/** Claims count whatever the status of the lead, as in an exchange. A tag and an invitation need a sign-up that counts. */
function isProven(proof: GateProof, row: GateRow, { email, requireVerified = true }: GateInput): boolean {
  if (proof === "claim") return row.claimed_code !== null && (row.is_verified === true || !requireVerified);
  if (row.status !== "active") return false;
  return proof === "tag" ? row.has_tag === true : row.code_text !== null && invitationError(row, email) === null;
}

/** Why an invitation doesn't count; null if its code was claimed by the invited person, or they can claim it now. */
function invitationError(row: GateRow, email: string): GateReason | null {
  if (row.is_claimed) return null;
  if (row.outcome !== null || row.code_returned_at !== null || row.key === null) return "invitation_over";
  const error = claimError(codeState(row), email, isoTimestamp(row.now));
  const isOver = error === "code_expired" || error === "code_exhausted" || error === "code_reserved";
  if (isOver) return "invitation_over";
  if (row.claims_paused) return "claims_paused";
  return (error as GateReason | null) ?? (row.is_batch_claimed ? "batch_claimed" : null);
}

function findReason(row: GateRow, by: readonly GateProof[], { email }: GateInput): GateReason {
  if (row.blocked) return "email_blocked";
  if (!row.batch_exists) return "batch_not_found";
  if (by.includes("claim") && row.claimed_code !== null) return "claim_not_verified";
  const invited = by.includes("invitation") && row.code_text !== null ? { error: invitationError(row, email) } : null;
  const wouldCount = (by.includes("tag") && row.has_tag) || invited?.error === null;
  if (wouldCount && (row.status === "held" || row.status === "unconfirmed")) return row.status;
  if (invited?.error) return invited.error;
  if (row.status === null) return "not_a_lead";
  return row.on_waitlist ? "waiting" : "no_proof";
}

/**
 * What the person reads. It must not tell whether the email is a lead, or what is known about it, because anyone can enter it. A blocked email
 * is told so by a claim as well.
 */
function describeRefusal(reason: GateReason, row: GateRow, by: readonly GateProof[], { requireVerified = true }: GateInput): string {
  if (reason === "email_blocked") return apiErrors[reason satisfies ErrorName].message;
  if (row.claims_paused && by.some((proof) => proof !== "tag")) return row.paused_message ?? apiErrors.claims_paused.message;
  if (!by.includes("claim"))
    return "You need an invitation to sign up. If you have one, sign up with the email address that it was sent to.";
  if (by.some((proof) => proof !== "claim"))
    return "You need an access code or an invitation to sign up. If you have one, sign up with the email address that it belongs to.";
  return requireVerified
    ? "You need an access code to sign up. Claim it through the link in your email, and sign up with the same email address."
    : "You need an access code to sign up. Claim it first, and sign up with the same email address.";
}
