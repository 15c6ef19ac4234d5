import { leadSourceLabels } from "@/components/leads/labels";
import type { ClaimRecord } from "@/contract/claims";

/** Where claims come from, in words. */
export const claimSourceLabels: typeof leadSourceLabels = { ...leadSourceLabels, page: "Claim page" };

/** What identifies a claim: who claimed what. */
export const claimKey = ({ code, email }: Pick<ClaimRecord, "code" | "email">): string => `${code} ${email}`;
