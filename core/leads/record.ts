import { type SQL, sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import type { RowOf } from "@/db/query";
import type { consents, leads } from "@/db/schema";
import { isoTimestamp } from "@/lib/iso-timestamp";

export type LeadRow = RowOf<
  typeof leads,
  | "firstname"
  | "lastname"
  | "notes"
  | "on_waitlist"
  | "referral_code"
  | "referred_by"
  | "status"
  | "held_reason"
  | "confirmed_at"
  | "consented_at"
  | "has_claimed"
  | "invited_at"
> & {
  lead_email: RowOf<typeof leads>["email"];
  lead_source: RowOf<typeof leads>["source"];
  lead_created_at: RowOf<typeof leads>["created_at"];
  lead_updated_at: RowOf<typeof leads>["updated_at"];
  consent: RowOf<typeof consents>["text"] | null;
  referrer_code: string | null;
  referred: { email: string }[];
};

/** The columns of `LeadRow` without `referred`, of leads `l` and their referrers `r`. */
export const leadColumnsWithoutReferrals: SQL = sql`l.email as lead_email, l.firstname, l.lastname, l.notes, l.on_waitlist, l.referral_code, l.referred_by,
  r.referral_code as referrer_code, l.source as lead_source, l.status, l.held_reason, l.confirmed_at, l.consented_at,
  (select k.text from consents k where k.project_id = l.project_id and k.id = l.consent_id) as consent, l.has_claimed, l.invited_at, l.created_at as lead_created_at, l.updated_at as lead_updated_at`;

/** The columns of `LeadRow`, of leads `l` and their referrers `r`. */
export const leadColumns: SQL = sql`${leadColumnsWithoutReferrals},
  coalesce((select json_agg(json_build_object('email', referral.email) order by referral.created_at desc, referral.email desc)
    from leads referral where referral.project_id = l.project_id and referral.referred_by = l.email), '[]') as referred`;

/** The referrers `r` of leads `l`. */
export const leftJoinReferrer: SQL = sql`left join leads r on r.project_id = l.project_id and r.email = l.referred_by`;

export function leadRecord(row: LeadRow): LeadRecord {
  return {
    email: row.lead_email,
    firstname: row.firstname,
    lastname: row.lastname,
    notes: row.notes,
    hasClaimedCode: row.has_claimed,
    onWaitlist: row.on_waitlist,
    referralCode: row.referral_code,
    referredBy: row.referred_by === null || row.referrer_code === null ? null : { email: row.referred_by, referralCode: row.referrer_code },
    referredLeads: row.referred,
    source: row.lead_source,
    status: row.status,
    heldReason: row.held_reason,
    confirmedAt: isoTimestamp(row.confirmed_at),
    consent: row.consent === null || row.consented_at === null ? null : { wording: row.consent, at: isoTimestamp(row.consented_at) },
    invitedAt: isoTimestamp(row.invited_at),
    createdAt: isoTimestamp(row.lead_created_at),
    updatedAt: isoTimestamp(row.lead_updated_at),
  };
}
