import { type SQL, sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { SignUpPayload } from "@/db/queue";
import type { leads, projects } from "@/db/schema";
import { type Context, inTransaction } from "../context";
import { lock } from "../locks";
import { queueAutomaticEmail } from "../sends/queue-automatic-email";
import { endsByResubscribing } from "../suppressions/record";
import { hasTrustedEmail } from "./public-names";
import { moveOnWaitlist } from "./waitlist";

type Referral = RowOf<typeof leads, "referred_by" | "referral_bonus_applied">;

/** The mailbox of an email, so that the referrals of one person count once: without a plus tag, and without dots at Gmail. */
const mailbox = (email: SQL): SQL => {
  const withoutTag = sql`regexp_replace(split_part(${email}, '@', 1), '(.)\\+.*$', '\\1')`;
  return sql`case when split_part(${email}, '@', 2) in ('gmail.com', 'googlemail.com') then replace(${withoutTag}, '.', '') || '@gmail.com'
    else ${withoutTag} || '@' || split_part(${email}, '@', 2) end`;
};

/** Whether a lead `l` of project `p` counts as a referral: with double opt-in, public sign-ups must be confirmed. */
const isConfirmedReferral = sql`(not p.double_opt_in or ${hasTrustedEmail})`;

/** Whether the referral of a lead `l` counts already, or is the referrer themselves, with another spelling of the email. */
const isSamePerson = sql`(${mailbox(sql`l.email`)} = ${mailbox(sql`l.referred_by`)} or exists (
  select from leads o where o.project_id = l.project_id and o.referred_by = l.referred_by and o.referral_bonus_applied is not null
    and ${mailbox(sql`o.email`)} = ${mailbox(sql`l.email`)}))`;

/**
 * Counts the referral of an active lead, once per person, and moves the referrer up by the project's referral bonus. The bonus is stored with
 * the lead, so that exactly that can be revoked.
 */
export async function creditReferral(ctx: Context, email: string): Promise<void> {
  const [uncounted] = await queryRows<RowOf<typeof leads, "referred_by">>(
    ctx.db,
    sql`select referred_by from leads where project_id = ${ctx.projectId} and email = ${email}
      and status = 'active' and referred_by is not null and referral_bonus_applied is null`,
  );
  if (!uncounted) return;
  // Two spellings of one email could otherwise count at the same time.
  await lock(ctx.db, "referrals", ctx.projectId, uncounted.referred_by ?? "");
  const [referral] = await queryRows<{ [Column in keyof Referral]: NonNullable<Referral[Column]> }>(
    ctx.db,
    sql`update leads l set referral_bonus_applied = p.referral_bonus from projects p
      where p.id = l.project_id and l.project_id = ${ctx.projectId} and l.email = ${email}
        and l.status = 'active' and l.referred_by is not null and l.referral_bonus_applied is null
        and ${isConfirmedReferral} and not ${isSamePerson}
      returning l.referred_by, l.referral_bonus_applied`,
  );
  if (referral) await moveOnWaitlist(ctx, referral.referred_by, referral.referral_bonus_applied);
}

/** Moves the referrers of deleted leads back down by the bonuses they got for them. */
export async function revokeReferralBonuses(ctx: Context, deletedLeads: readonly Referral[]): Promise<void> {
  const bonuses = new Map<string, number>();
  for (const { referred_by: referrer, referral_bonus_applied: bonus } of deletedLeads)
    if (referrer !== null && bonus !== null) bonuses.set(referrer, (bonuses.get(referrer) ?? 0) + bonus);
  for (const [email, bonus] of bonuses) await moveOnWaitlist(ctx, email, -bonus);
}

type SignUpRow = RowOf<typeof leads, "email" | "status" | "on_waitlist"> &
  RowOf<typeof projects, "send_joined_email" | "double_opt_in"> & { is_unsubscribed: boolean; was_asked_today: boolean };

/**
 * Finishes a sign-up: credits the referrer, and asks the lead to confirm their email or tells them their position. With double opt-in, people
 * who unsubscribed are asked to confirm too, at most once a day. Does nothing if the lead was deleted, and sends nothing if they are held.
 */
export async function processSignUp(ctx: Context, { referralCode, sendEmail }: Omit<SignUpPayload, "projectId">): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const [lead] = await queryRows<SignUpRow>(
      inner.db,
      sql`select l.email, l.status, l.on_waitlist, p.send_joined_email, p.double_opt_in,
          exists (select from suppressions s where s.project_id = l.project_id and s.email = l.email and ${endsByResubscribing}) as is_unsubscribed,
          exists (select from deliveries d where d.project_id = l.project_id and d.email = l.email and d.kind = 'confirm'
            and d.status not in ('canceled', 'suppressed') and d.created_at > now() - interval '1 day') as was_asked_today
        from leads l join projects p on p.id = l.project_id
        where l.project_id = ${inner.projectId} and l.referral_code = ${referralCode} for no key update of l`,
    );
    if (!lead) return;
    await creditReferral(inner, lead.email);
    if (!sendEmail) return;
    if (lead.double_opt_in && lead.is_unsubscribed) {
      if (lead.status !== "held" && !lead.was_asked_today) await queueAutomaticEmail(inner, lead.email, "confirm");
      return;
    }
    if (lead.status === "unconfirmed") await queueAutomaticEmail(inner, lead.email, "confirm");
    if (lead.on_waitlist && lead.send_joined_email) await queueAutomaticEmail(inner, lead.email, "joined");
  });
}
