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
    product: "LaunchList",
    headers: [
      ["Email", "Position", "Referrals"],
      ["Email", "Position", "Points"],
    ],
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
    product: "Prefinery",
    headers: [
      ["email", "status", "joined_at", "num_referrals"],
      ["Email", "Status", "Joined At", "Referrals"],
    ],
  },
  { product: "Waitlister", headers: [["email", "position", "referral_code", "joined_at"]] },
  {
    product: "KickoffLabs",
    headers: [["email", "social_id", "contest_score"]],
    mapping: {
      ...{ social_id: "referralCode", rank: "waitlistPosition", referrer: "referredBy", verified: "confirmed", when: "createdAt" },
      ...{ opted_out: "unsubscribed", waitlisted: "waitlist" },
    },
  },
  {
    product: "LaunchRock",
    headers: [["Email", "Rank", "Shares", "Signup Date"]],
    mapping: { "Referred By": "referredBy" },
  },
  {
    product: "UpViral",
    headers: [["Email", "Points", "Referral Link", "Date Joined"]],
    mapping: { "Date Joined": "createdAt" },
  },
  {
    product: "Viral Loops",
    headers: [["email", "referralCode", "referralCount"]],
    mapping: { rank: "waitlistPosition", referrer: "referredBy", lastActivity: "ignore" },
  },
];
