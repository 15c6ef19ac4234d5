import { type SQL, sql } from "drizzle-orm";
import type { CodeRecord, CodeRule, CodeStatus } from "@/contract/codes";
import type { RefusalName } from "@/contract/refusals";
import { Refusal } from "../refusal";

/** What the rules look at. Moments are ISO 8601 in UTC with milliseconds, so that they compare as text. */
export type CodeFacts = Pick<CodeRecord, "allowedClaims" | "claims" | "validFrom" | "validUntil" | "reservedFor"> & { paused: boolean };

/** A code's status at `now`: the first that holds of paused, expired, exhausted, scheduled, active (decisions.md §2). */
export function statusOf(code: CodeFacts, now: string): CodeStatus {
  if (code.paused) return "paused";
  if (code.validUntil !== null && now >= code.validUntil) return "expired";
  if (code.claims >= code.allowedClaims) return "exhausted";
  if (code.validFrom !== null && now < code.validFrom) return "scheduled";
  return "active";
}

/** `statusOf` for lists, over `codes c join batches b`; a test holds the two together. */
export const statusInSql: SQL = sql`case
  when c.paused_at is not null or b.paused_at is not null then 'paused'
  when c.valid_until <= now() then 'expired'
  when c.claims >= c.allowed_claims then 'exhausted'
  when c.valid_from > now() then 'scheduled'
  else 'active' end`;

const refusalOf = {
  paused: "code_paused",
  expired: "code_expired",
  exhausted: "code_exhausted",
  scheduled: "code_not_started",
  active: null,
} as const satisfies Record<CodeStatus, RefusalName | null>;

/** Why `email` cannot claim the code at `now`, the first that holds; null where they can. */
export function whyNotClaimable(code: CodeFacts, email: string, now: string): RefusalName | null {
  if (code.reservedFor !== null && code.reservedFor.email !== email) return "code_reserved";
  return refusalOf[statusOf(code, now)];
}

/** A refusal to claim as the public key is told it, which must not learn that a code exists that it could never claim. */
export const asPublic = (reason: RefusalName | null): RefusalName | null => (reason === "code_reserved" ? "code_not_found" : reason);

/** Why the code cannot be sent at `now`: as for claiming, but a scheduled one may be. */
export function whyNotSendable(code: CodeFacts, now: string): RefusalName | null {
  const status = statusOf(code, now);
  return status === "scheduled" ? null : refusalOf[status];
}

/** Each rule that a claim by `email` at `now` is checked against, where the code exists, in the order of claiming, and whether it passes. */
export function rulesFor(code: CodeFacts, email: string, now: string): { rule: CodeRule; passes: boolean }[] {
  const { reservedFor, paused, validUntil, claims, allowedClaims, validFrom } = code;
  return [
    { rule: "exists", passes: true },
    { rule: "reservation", passes: reservedFor === null || reservedFor.email === email },
    { rule: "pause", passes: !paused },
    { rule: "end", passes: validUntil === null || now < validUntil },
    { rule: "uses", passes: claims < allowedClaims },
    { rule: "start", passes: validFrom === null || validFrom <= now },
  ];
}

/** What an extension changes: until when a code can be claimed, null for without an end, and how often. What is not given stays. */
export type Extension = { validUntil?: string | null; allowedClaims?: number };

/** Why a code cannot be extended so, and which part of the extension that is; null where it can. */
export function whyNotExtendable(
  { validFrom, claims }: Pick<CodeFacts, "validFrom" | "claims">,
  { validUntil, allowedClaims }: Extension,
): { field: keyof Extension; reason: string } | null {
  if (validUntil && validFrom !== null && validUntil <= validFrom)
    return { field: "validUntil", reason: `must be after validFrom, which is ${validFrom}` };
  if (allowedClaims !== undefined && allowedClaims < claims)
    return { field: "allowedClaims", reason: `must be at least ${claims}: so many have claimed the code` };
  return null;
}

/** The refusal with what its sentence needs of the code. */
export function refuse(reason: RefusalName, code: CodeFacts): Refusal {
  return reason === "code_not_started"
    ? new Refusal(reason, { message: `That code can be claimed from ${code.validFrom}.` })
    : new Refusal(reason);
}
