import type { z } from "zod";
import type { ImportSettings } from "@/contract/import-settings";
import type { createLeadEndpoint } from "@/contract/leads";
import type { Metadata } from "@/contract/metadata";
import type { Answers } from "@/contract/questions";
import type { SuppressionRecord } from "@/contract/suppressions";
import { currentTime } from "@/lib/clock";
import type { SignUpSignals } from "../abuse-protection/hold-reason";

/** What a row of a file, or a lead of a request, says. Fields without a value are left out. */
export type AddedLead = {
  firstname?: string;
  lastname?: string;
  notes?: string;
  createdAt?: string;
  onWaitlist?: boolean;
  /** They were on the waitlist of another tool, such as people who were invited there. */
  leftWaitlist?: boolean;
  position?: number;
  /** The text that they agreed to, and when they did. */
  consent?: string;
  consentedAt?: string;
  sourceTag?: string;
  utm?: Record<string, string>;
  referrerUrl?: string;
  answers?: Answers;
  tags?: string[];
  metadata?: Metadata;
  externalId?: string;
  /** Why they must not be emailed, and since when. */
  suppression?: { reason: SuppressionRecord["reason"]; at?: string };
  referralCode?: string;
  /** The email or the referral code of the referrer. */
  referrer?: string;
  /** Whether they confirmed their email, and when. */
  isConfirmed?: boolean;
  confirmedAt?: string;
  /** A status says that they haven't confirmed their email. */
  isUnconfirmed?: boolean;
};

/** A lead of a request that creates one. */
export type CreateLeadInput = z.output<NonNullable<typeof createLeadEndpoint.body>> & Pick<SignUpSignals, "isTooFast">;

/** What the fields of a new lead refer to. */
export type LeadReferences = { referrer: string | null; consentId: string | null; answers: Answers; isOverReferralLimit: boolean };

/** A lead to add with its number among those that are added together, which orders them on the waitlist. */
export type NumberedLead = { row: number; email: string; lead: AddedLead };

/** Whether a lead is added to the waitlist. People who must not be emailed, or must confirm their email first, can't be invited. */
export const joinsWaitlist = (
  { onWaitlist, leftWaitlist, isUnconfirmed, suppression }: AddedLead,
  { waitlist }: Pick<ImportSettings, "waitlist">,
): boolean =>
  suppression === undefined && !leftWaitlist && !isUnconfirmed && (waitlist === "all" || (waitlist === "column" && onWaitlist === true));

/** The reasons of suppressions, the most serious last. */
export const reasonsBySeverity: readonly SuppressionRecord["reason"][] = ["staff", "bounced", "unsubscribed", "complained"];

/** Saves why a lead must not be emailed. Of several reasons, keeps the most serious one, with the date of any. */
export function suppress(lead: AddedLead, { reason, at }: NonNullable<AddedLead["suppression"]>): void {
  const { suppression = { reason, at } } = lead;
  const isGraver = reasonsBySeverity.indexOf(reason) > reasonsBySeverity.indexOf(suppression.reason);
  lead.suppression = { reason: isGraver ? reason : suppression.reason, at: suppression.at ?? at };
}

/** Whether a date of something that has happened is wrong. A day of tolerance is for dates without an offset, and for other clocks. */
export const isInFuture = (instant: string): boolean => Date.parse(instant) > currentTime() + 86_400_000;
