import { sourceWords } from "@/components/leads/words";
import type { ClaimRecord } from "@/contract/claims";

/** Where claims come from, in words. */
export const claimSourceWords: typeof sourceWords = { ...sourceWords, page: "Claim page" };

/** What identifies a claim: who claimed what. */
export const idOf = ({ code, email }: Pick<ClaimRecord, "code" | "email">): string => `${code} ${email}`;
