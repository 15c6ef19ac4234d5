import { sql } from "drizzle-orm";
import type { suppressionReasons, WaitlistStatus } from "@/contract/enums";
import type { LeadInvites } from "@/contract/invite-codes";
import { normalizeCode } from "@/contract/normalize";
import type { PersonalData } from "@/contract/personal-data";
import { queryRows, type RowOf } from "@/db/query";
import type { codes, leads } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { pageUrl } from "@/lib/env";
import { routes, unsubscribePath, withQuery } from "@/lib/routes";
import { ApiError, nullOnError } from "../api-error";
import { findCodeRow } from "../codes/record";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { createLeadInvites, getLeadInvites } from "../invite-codes/invites";
import { getSuppressionReason, resubscribe } from "../suppressions/unsubscribe";
import { requestOwnEmailChange } from "./change-email";
import { confirmLeads } from "./confirmation";
import { deleteLead } from "./delete";
import { createClaimUrl, createLinkToken, type LinkPurpose, readLinkToken } from "./email-links";
import { declineWithoutToken } from "./invitations";
import { getPersonalData, type RenderEmail } from "./personal-data";
import { getLead, waitlistStatus } from "./record";
import { countReferrals, getWaitlistPosition, setOnWaitlist, type WaitlistPosition } from "./waitlist";

// What leads can do with the links in their emails. Opening a link changes nothing, because email scanners open links too.

type LinkOwnerRow = RowOf<typeof leads, "email" | "referral_code" | "status" | "on_waitlist" | "has_claimed"> & {
  waitlist_status: WaitlistStatus | null;
};

/** Whether the email of a lead `l` has changed, which ends all links that were sent before. */
const hasChangedEmail = sql`exists (select from events e where e.project_id = l.project_id and e.email = l.email and e.kind = 'lead.email_changed')`;

/**
 * Returns the lead a link belongs to. Throws `link_not_valid` if the token is invalid, the lead was deleted, or their email has changed since
 * the link was sent: who reads the old mailbox must not act for the owner of the new one.
 */
async function getLinkOwner(ctx: Context, token: string, purpose: LinkPurpose, { lock = false } = {}): Promise<LinkOwnerRow> {
  const owner = readLinkToken(token, purpose);
  if (owner?.projectId !== ctx.projectId) throw new ApiError("link_not_valid");
  const [lead] = await queryRows<LinkOwnerRow>(
    ctx.db,
    sql`select email, referral_code, status, on_waitlist, has_claimed, ${waitlistStatus} as waitlist_status from leads l
      where project_id = ${ctx.projectId} and referral_code = ${owner.referralCode}
        and ${owner.email === undefined ? sql`not ${hasChangedEmail}` : sql`email = ${owner.email}`} ${lock ? sql`for no key update` : sql``}`,
  );
  if (!lead) throw new ApiError("link_not_valid");
  return lead;
}

/** What a lead sees on their position page. */
export type PositionPage = {
  email: string;
  referralCode: string;
  status: WaitlistStatus | null;
  position: WaitlistPosition | null;
  invitation: { claimUrl: string; expiresAt: string | null; startsAt: string | null; isPaused: boolean } | null;
  /** Why they get no email, if so. */
  suppression: (typeof suppressionReasons)[number] | null;
  /** The link that opens the code they claimed, to continue from there. */
  claimedUrl: string | null;
  referrals: number;
  /** Their codes to pass on, and how many more they can get. Null if they have none and get none. */
  invites: Pick<LeadInvites, "available" | "codes"> | null;
  /** The page where they unsubscribe, or undo it. */
  unsubscribeUrl: string;
};

const nullIfInvalidLink = <T>(result: Promise<T>): Promise<T | null> =>
  nullOnError(result, ({ errorName }) => errorName === "link_not_valid");

/** Returns what the lead of a position link sees, or `null` if the link isn't valid. */
export async function getPositionPage(ctx: Context, token: string): Promise<PositionPage | null> {
  const lead = await nullIfInvalidLink(getLinkOwner(ctx, token, "position"));
  if (lead === null) return null;
  const { email, referral_code: referralCode, waitlist_status: statusInLine, has_claimed: hasClaimed } = lead;
  // Also those who claimed a code without joining the waitlist, such as that of a friend.
  const status = statusInLine ?? (hasClaimed ? "claimed" : null);
  const [position, { invitation, suppression }, referrals, claimedCode, invites] = await Promise.all([
    getWaitlistPosition(ctx, email),
    getLead(ctx, email),
    countReferrals(ctx, email),
    status === "claimed" ? findClaimedCode(ctx, email) : null,
    getOwnInvites(ctx, email),
  ]);
  return {
    email,
    referralCode,
    status,
    position,
    referrals,
    suppression,
    invites,
    unsubscribeUrl: pageUrl(unsubscribePath(createLinkToken({ projectId: ctx.projectId, referralCode, email }, "unsubscribe"))),
    claimedUrl: claimedCode && createClaimUrl(ctx.projectId, claimedCode, email),
    invitation: invitation && { ...(await describeInvitation(ctx, invitation.code, email)), expiresAt: invitation.expiresAt },
  };
}

/** Returns how a lead can claim the code of their invitation, and whether they can do so now. */
async function describeInvitation(ctx: Context, code: string, email: string) {
  const row = await findCodeRow(ctx, normalizeCode(code));
  const startsAt = isoTimestamp(row?.valid_from ?? null);
  return {
    claimUrl: createClaimUrl(ctx.projectId, code, email),
    isPaused: row?.paused ?? false,
    startsAt: row && startsAt !== null && startsAt > isoTimestamp(row.now) ? startsAt : null,
  };
}

/** Returns the codes that a lead can pass on, or null if they have none and get none, such as without access. */
async function getOwnInvites(ctx: Context, email: string): Promise<PositionPage["invites"]> {
  const { available, refusal, codes } = await getLeadInvites(ctx, email);
  const existing = codes.filter(({ status }) => status !== "deleted");
  return refusal !== null || (available === 0 && existing.length === 0) ? null : { available, codes: existing };
}

/** Creates the invite codes that the lead of a position link is still missing. Throws `link_not_valid` or `code_space_exhausted`. */
export async function createOwnInvites(ctx: Context, token: string): Promise<{ invites: number }> {
  const { email } = await getLinkOwner(ctx, token, "position");
  return { invites: (await createLeadInvites(ctx, email)).codes.length };
}

/** Returns the code that a lead claimed last. */
async function findClaimedCode({ db, projectId }: Context, email: string): Promise<string | null> {
  const [code] = await queryRows<RowOf<typeof codes, "text">>(
    db,
    sql`select c.text from claims k join codes c on c.project_id = k.project_id and c.key = k.code_key
      where k.project_id = ${projectId} and k.email = ${email} order by k.claimed_at desc limit 1`,
  );
  return code?.text ?? null;
}

/** What a lead sees on the page of their confirmation link, which proves that they own the email. */
export type Confirmation = {
  email: string;
  isConfirmed: boolean;
  isUnsubscribed: boolean;
  /** Whether they get no email, whatever they confirm. */
  isSuppressed: boolean;
  positionUrl: string;
};

/** Returns what the lead of a confirmation link sees, or `null` if the link isn't valid. */
export async function getConfirmation(ctx: Context, token: string): Promise<Confirmation | null> {
  const lead = await nullIfInvalidLink(getLinkOwner(ctx, token, "confirm"));
  if (lead === null) return null;
  const positionToken = createLinkToken({ projectId: ctx.projectId, referralCode: lead.referral_code, email: lead.email }, "position");
  const positionUrl = withQuery(pageUrl(routes.position), { token: positionToken });
  const reason = await getSuppressionReason(ctx, lead.email);
  const isUnsubscribed = reason === "unsubscribed";
  const isConfirmed = lead.status === "active" && !isUnsubscribed;
  return { email: lead.email, isConfirmed, isUnsubscribed, isSuppressed: reason !== null && !isUnsubscribed, positionUrl };
}

/**
 * Confirms the email of a link's lead: they become active, join the waitlist unless they have claimed a code, and get an email. People who
 * unsubscribed get emails again. Does nothing if they are confirmed already. Throws `link_not_valid`.
 */
export function confirmEmail(ctx: Context, token: string): Promise<{ email: string }> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const {
      email,
      status,
      has_claimed: hasClaimed,
      referral_code: referralCode,
    } = await getLinkOwner(inner, token, "confirm", { lock: true });
    const isUnsubscribed = (await getSuppressionReason(inner, email)) === "unsubscribed";
    if (status === "held") return { email };
    // Also those whom staff made active before they opened the link.
    await confirmLeads(inner, [{ email, by: "link" }]);
    if (status === "active" && !isUnsubscribed) return { email };
    if (isUnsubscribed) await resubscribe(inner, email);
    if (status === "unconfirmed") {
      if (!hasClaimed) await setOnWaitlist(inner, [email], true);
      await recordEvent(inner, { kind: "lead.confirmed", email });
    }
    await inner.queue.addSignUps(db, [{ projectId, referralCode, sendEmail: true }]);
    return { email };
  });
}

/** Removes the lead of a position link from the waitlist. Throws `link_not_valid`. */
export function leaveWaitlist(ctx: Context, token: string): Promise<{ email: string }> {
  return inTransaction(ctx, async (inner) => {
    const { email, on_waitlist: onWaitlist } = await getLinkOwner(inner, token, "position", { lock: true });
    if (onWaitlist) {
      await setOnWaitlist(inner, [email], false);
      await recordEvent(inner, { kind: "lead.updated", email, data: { fields: ["onWaitlist"], onWaitlist: false } });
    }
    return { email };
  });
}

/** Declines the invitation of a position link's lead. Throws `link_not_valid`, or `invitation_over` if they have none. */
export async function declineOwnInvitation(ctx: Context, token: string): Promise<{ email: string }> {
  const { email } = await getLinkOwner(ctx, token, "position");
  const { invitation } = await getLead(ctx, email);
  if (invitation === null) throw new ApiError("invitation_over");
  return declineWithoutToken(ctx, { code: normalizeCode(invitation.code), email });
}

/** Returns everything that is stored about the lead of a position link. Throws `link_not_valid`. */
export async function getOwnData(ctx: Context, token: string, renderEmail: RenderEmail): Promise<PersonalData> {
  const { email } = await getLinkOwner(ctx, token, "position");
  return getPersonalData(ctx, email, renderEmail);
}

/** Emails a link to the new email of a position link's lead, if it can be used. Throws `link_not_valid` or `too_many_requests`. */
export async function changeOwnEmail(ctx: Context, token: string, newEmail: string): Promise<{ newEmail: string }> {
  const { referral_code: referralCode, email } = await getLinkOwner(ctx, token, "position");
  return requestOwnEmailChange(ctx, { referralCode, email }, newEmail);
}

/** Deletes the lead of a position link and all their data. Throws `link_not_valid`. */
export async function deleteOwnData(ctx: Context, token: string): Promise<{ deleted: true }> {
  const { email } = await getLinkOwner(ctx, token, "position");
  await deleteLead(ctx, email);
  return { deleted: true };
}
