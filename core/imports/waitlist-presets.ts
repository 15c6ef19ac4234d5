// cspell:disable
import type { Preset } from "./preset";

/** The files of tools for waitlists and referrals. */
export const waitlistPresets: readonly Preset[] = [
  {
    product: "GetWaitlist",
    headers: [
      ["email", "priority", "referral_link"],
      ["email", "priority", "amount_referred"],
    ],
    mapping: { priority: "waitlistPosition" },
  },
  {
    product: "Luma",
    headers: [
      ["api_id", "email", "approval_status"],
      ["guest_id", "email", "approval_status"],
    ],
    mapping: { approval_status: "emailStatus" },
    values: {
      approval_status: { approved: "subscribed", waitlist: "waiting", pending_approval: "waiting", declined: "left" },
    },
  },
  {
    product: "KickoffLabs",
    headers: [["email", "social_id", "contest_score"]],
    mapping: {
      social_id: "referralCode",
      rank: "waitlistPosition",
      referrer: "referredBy",
      verified: "confirmed",
      when: "createdAt",
      opted_out: "unsubscribed",
      waitlisted: "waitlist",
    },
  },
  {
    product: "Viral Loops",
    headers: [["email", "referralCode", "referralCount"]],
    mapping: { rank: "waitlistPosition", referrer: "referredBy", lastActivity: "ignore" },
  },
];
