import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { deleteLead } from "./delete";
import { type LinkPurpose, readLinkToken } from "./email-links";
import { countReferrals } from "./referrals";
import { getWaitlistPosition, setOnWaitlist, type WaitlistPosition } from "./waitlist";

// What leads do themselves, by the links of their mails. Whoever holds a link may do what it is for, and only opening it does nothing.

type LinkOwnerRow = { email: string; referral_code: string; status: string; on_waitlist: boolean; has_claimed: boolean; invited: boolean };

/** Whose link `token` is. Refuses with `link_not_valid` where it is nobody's, or they are no lead any more. */
async function getLinkOwner(ctx: Context, token: string, purpose: LinkPurpose, { locked = false } = {}): Promise<LinkOwnerRow> {
  const owner = readLinkToken(token, purpose);
  const found =
    owner?.projectId === ctx.projectId
      ? await rows<LinkOwnerRow>(
          ctx.db,
          sql`select email, referral_code, status, on_waitlist, has_claimed, invited_at is not null as invited from leads
            where project_id = ${ctx.projectId} and referral_code = ${owner.lead} ${locked ? sql`for no key update` : sql``}`,
        )
      : [];
  if (!found[0]) throw new ApiError("link_not_valid");
  return found[0];
}

/** What a lead sees on their own page. */
export type PositionPage = {
  email: string;
  referralCode: string;
  position: WaitlistPosition | null;
  referrals: number;
  hasClaimed: boolean;
  wasInvited: boolean;
};

/** What `story` tells of the owner of a link; null where the link is nobody's. */
async function nullIfInvalidLink<T>(story: Promise<T>): Promise<T | null> {
  try {
    return await story;
  } catch (error) {
    if (error instanceof ApiError && error.errorName === "link_not_valid") return null;
    throw error;
  }
}

/** Looks up what the owner of a link sees of themselves; null where the link is nobody's. Changes nothing. */
export async function getPositionPage(ctx: Context, token: string): Promise<PositionPage | null> {
  const owner = await nullIfInvalidLink(getLinkOwner(ctx, token, "lead page"));
  if (owner === null) return null;
  const { email, referral_code: referralCode, has_claimed: hasClaimed, invited: wasInvited } = owner;
  const [place, friends] = await Promise.all([getWaitlistPosition(ctx, email), countReferrals(ctx, email)]);
  return { email, referralCode, position: place, referrals: friends, hasClaimed, wasInvited };
}

/** Whose address a link to confirm is about, and whether they have confirmed it already; null where the link is nobody's. Changes nothing. */
export async function getConfirmation(ctx: Context, token: string): Promise<{ email: string; isConfirmed: boolean } | null> {
  const owner = await nullIfInvalidLink(getLinkOwner(ctx, token, "confirm"));
  return owner && { email: owner.email, isConfirmed: owner.status === "active" };
}

/** Confirms the address a link went to: the lead counts, stands in line unless they have claimed a code, and is told so. Once more changes nothing. */
export function confirmEmail(ctx: Context, token: string): Promise<{ email: string }> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const { email, status, has_claimed: hasClaimed, referral_code: lead } = await getLinkOwner(inner, token, "confirm", { locked: true });
    if (status !== "unconfirmed") return { email };
    await db.execute(
      sql`update leads set status = 'active', confirmed_at = now(), updated_at = now() where project_id = ${projectId} and email = ${email}`,
    );
    if (!hasClaimed) await setOnWaitlist(inner, [email], true);
    await recordEvent(inner, { kind: "lead.confirmed", email });
    await inner.jobs.welcome(db, [{ projectId, lead, mail: true }]);
    return { email };
  });
}

/** Takes the owner of a link off the waitlist. */
export function leaveWaitlist(ctx: Context, token: string): Promise<{ email: string }> {
  return inTransaction(ctx, async (inner) => {
    const { email, on_waitlist: waits } = await getLinkOwner(inner, token, "lead page", { locked: true });
    if (waits) {
      await setOnWaitlist(inner, [email], false);
      await recordEvent(inner, { kind: "lead.updated", email, data: { fields: ["onWaitlist"], onWaitlist: false } });
    }
    return { email };
  });
}

/** Deletes the owner of a link for good, as staff do. */
export async function deleteOwnData(ctx: Context, token: string): Promise<{ erased: true }> {
  const { email } = await getLinkOwner(ctx, token, "lead page");
  await deleteLead(ctx, email);
  return { erased: true };
}
