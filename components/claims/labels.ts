import type { ClaimRecord } from "@/contract/claims";
import type { FailedClaimError } from "@/contract/enums";
import type { Source } from "@/contract/lead-filters";
import { failedClaimLimits } from "@/contract/limits";

/** Where claims come from. */
export const claimSourceLabels: Readonly<Record<Source, string>> = {
  page: "Claim page",
  widget: "Widget",
  api: "API",
  staff: "Staff",
  import: "Import",
};

/** Where a claim comes from, and whether its email is verified. */
export const claimDetails = ({ source, emailVerified }: Pick<ClaimRecord, "source" | "emailVerified">): string =>
  emailVerified ? `${claimSourceLabels[source]} · Email verified` : claimSourceLabels[source];

/** The key of a claim in lists. A customer claims a code at most once. */
export const claimKey = ({ code, email }: Pick<ClaimRecord, "code" | "email">): string => `${code} ${email}`;

const failedClaimReasons: Readonly<Record<FailedClaimError, string>> = {
  code_not_found: "The code doesn't exist",
  code_reserved: "Reserved for someone else",
  code_domain_not_allowed: "Only for emails of other domains",
  code_held: "Others held the uses that were left",
  batch_claimed: "They claimed another code of the batch",
  email_blocked: "The email is on the block list",
  code_paused: "The code was paused",
  code_expired: "The code had expired",
  code_exhausted: "The code had no uses left",
  code_not_started: "The code hadn't started",
  claims_paused: "Claims were paused",
};

/** The copy of the claims page and of the list of failed attempts. */
export const labels = {
  title: "Claims",
  emptyList: { title: "Claims appear here", description: "When a customer claims one of your codes, you'll see it here." },
  viewCodes: "View codes",
  rowName: (email: string, code: string) => `${email}, ${code}`,
  columns: { lead: "Lead", code: "Code", batch: "Batch", source: "Channel", claimed: "Claimed", actions: "Actions" },
  actions: {
    menu: (email: string, code: string) => `Actions for the claim of ${code} by ${email}`,
    viewLead: "View lead",
    viewCode: "View code",
    revoke: "Revoke claim",
  },
  failed: {
    title: "Failed attempts",
    description: `The latest attempts to claim that failed in the last ${failedClaimLimits.days} days.`,
    reason: (error: FailedClaimError, attempts: number) =>
      attempts === 1 ? failedClaimReasons[error] : `${failedClaimReasons[error]}, ${attempts.toLocaleString("en")} times`,
  },
  revokeDialog: {
    title: (email: string) => `Revoke the claim by ${email}?`,
    consequence: "They lose the access that {code} gave them. The code gets its use back, so it can be claimed again.",
    confirm: "Revoke claim",
    revoked: (email: string) => `Claim by ${email} revoked`,
  },
} as const;
