import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { remove } from "./delete";
import { type Place, placeOf, setWaiting } from "./line";
import { type LinkPurpose, linkOwner } from "./links";
import { friendsOf } from "./referral";

// What leads do themselves, by the links of their mails. Whoever holds a link may do what it is for, and only opening it does nothing.

type Own = { email: string; referral_code: string; standing: string; on_waitlist: boolean; has_claimed: boolean; invited: boolean };

/** Whose link `token` is. Refuses with `link_not_valid` where it is nobody's, or they are no lead any more. */
async function ownerOf(ctx: Context, token: string, purpose: LinkPurpose, { locked = false } = {}): Promise<Own> {
  const owner = linkOwner(token, purpose);
  const found =
    owner?.projectId === ctx.projectId
      ? await rows<Own>(
          ctx.db,
          sql`select email, referral_code, standing, on_waitlist, has_claimed, invited_at is not null as invited from leads
            where project_id = ${ctx.projectId} and referral_code = ${owner.lead} ${locked ? sql`for no key update` : sql``}`,
        )
      : [];
  if (!found[0]) throw new ApiError("link_not_valid");
  return found[0];
}

/** What a lead sees on their own page. */
export type OwnPage = {
  email: string;
  referralCode: string;
  place: Place | null;
  friends: number;
  hasClaimed: boolean;
  wasInvited: boolean;
};

/** What `story` tells of the owner of a link; null where the link is nobody's. */
async function unlessNobodys<T>(story: Promise<T>): Promise<T | null> {
  try {
    return await story;
  } catch (error) {
    if (error instanceof ApiError && error.refusal === "link_not_valid") return null;
    throw error;
  }
}

/** Looks up what the owner of a link sees of themselves; null where the link is nobody's. Changes nothing. */
export async function ownPage(ctx: Context, token: string): Promise<OwnPage | null> {
  const owner = await unlessNobodys(ownerOf(ctx, token, "lead page"));
  if (owner === null) return null;
  const { email, referral_code: referralCode, has_claimed: hasClaimed, invited: wasInvited } = owner;
  const [place, friends] = await Promise.all([placeOf(ctx, email), friendsOf(ctx, email)]);
  return { email, referralCode, place, friends, hasClaimed, wasInvited };
}

/** Whose address a link to confirm is about, and whether they have confirmed it already; null where the link is nobody's. Changes nothing. */
export async function toConfirm(ctx: Context, token: string): Promise<{ email: string; isDone: boolean } | null> {
  const owner = await unlessNobodys(ownerOf(ctx, token, "confirm"));
  return owner && { email: owner.email, isDone: owner.standing === "accepted" };
}

/** Confirms the address a link went to: the lead counts, stands in line unless they have claimed a code, and is told so. Once more changes nothing. */
export function confirm(ctx: Context, token: string): Promise<{ email: string }> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const { email, standing, has_claimed: hasClaimed, referral_code: lead } = await ownerOf(inner, token, "confirm", { locked: true });
    if (standing !== "unconfirmed") return { email };
    await db.execute(
      sql`update leads set standing = 'accepted', confirmed_at = now(), updated_at = now() where project_id = ${projectId} and email = ${email}`,
    );
    if (!hasClaimed) await setWaiting(inner, [email], true);
    await recordEvent(inner, { kind: "lead.confirmed", email });
    await inner.jobs.welcome(db, [{ projectId, lead, mail: true }]);
    return { email };
  });
}

/** Takes the owner of a link off the waitlist. */
export function leave(ctx: Context, token: string): Promise<{ email: string }> {
  return inTransaction(ctx, async (inner) => {
    const { email, on_waitlist: waits } = await ownerOf(inner, token, "lead page", { locked: true });
    if (waits) {
      await setWaiting(inner, [email], false);
      await recordEvent(inner, { kind: "lead.changed", email, data: { fields: ["onWaitlist"], onWaitlist: false } });
    }
    return { email };
  });
}

/** Deletes the owner of a link for good, as staff do. */
export async function erase(ctx: Context, token: string): Promise<{ erased: true }> {
  const { email } = await ownerOf(ctx, token, "lead page");
  await remove(ctx, email);
  return { erased: true };
}
