import { type SQL, sql } from "drizzle-orm";
import type { CodeRule } from "@/contract/code-check";
import type { CodeRecord, CodeStatus } from "@/contract/codes";
import type { ErrorName } from "@/contract/errors";
import { ApiError } from "../api-error";

/** What the rules look at. Moments are ISO 8601 in UTC with milliseconds, so that they compare as text. */
export type CodeState = Pick<CodeRecord, "allowedClaims" | "claims" | "validFrom" | "validUntil" | "reservedFor"> & { paused: boolean };

/** What keeps a code from being claimed by anybody, in the order in which it is told (decisions.md §2), and the status that it then has. */
const rules = [
  { rule: "pause", status: "paused", passes: ({ paused }) => !paused },
  { rule: "end", status: "expired", passes: ({ validUntil }, now) => validUntil === null || now < validUntil },
  { rule: "uses", status: "exhausted", passes: ({ claims, allowedClaims }) => claims < allowedClaims },
  { rule: "start", status: "scheduled", passes: ({ validFrom }, now) => validFrom === null || validFrom <= now },
] as const satisfies { rule: CodeRule; status: CodeStatus; passes: (code: CodeState, now: string) => boolean }[];

/** A code's status at `now`: that of the first rule that fails. */
export const codeStatus = (code: CodeState, now: string): CodeStatus => rules.find(({ passes }) => !passes(code, now))?.status ?? "active";

/** `statusOf` for lists, over `codes c join batches b`; a test holds the two together. */
export const codeStatusSql: SQL = sql`case
  when c.paused_at is not null or b.paused_at is not null then 'paused'
  when c.valid_until <= now() then 'expired'
  when c.claims >= c.allowed_claims then 'exhausted'
  when c.valid_from > now() then 'scheduled'
  else 'active' end`;

const errorByStatus = {
  paused: "code_paused",
  expired: "code_expired",
  exhausted: "code_exhausted",
  scheduled: "code_not_started",
  active: null,
} as const satisfies Record<CodeStatus, ErrorName | null>;

const isClaimableBy = ({ reservedFor }: CodeState, email: string): boolean => reservedFor === null || reservedFor.email === email;

/** Why `email` cannot claim the code at `now`, the first that holds; null where they can. */
export const claimError = (code: CodeState, email: string, now: string): ErrorName | null =>
  isClaimableBy(code, email) ? errorByStatus[codeStatus(code, now)] : "code_reserved";

/** A refusal to claim as the public key is told it, which must not learn that a code exists that it could never claim. */
export const publicClaimError = (reason: ErrorName | null): ErrorName | null => (reason === "code_reserved" ? "code_not_found" : reason);

/** Why the code cannot be sent at `now`: as for claiming, but a scheduled one may be. */
export function sendError(code: CodeState, now: string): ErrorName | null {
  const status = codeStatus(code, now);
  return status === "scheduled" ? null : errorByStatus[status];
}

/** Each rule that a claim by `email` at `now` is checked against, where the code exists, in the order of claiming, and whether it passes. */
export const checkRules = (code: CodeState, email: string, now: string): { rule: Exclude<CodeRule, "claims">; passes: boolean }[] => [
  { rule: "exists", passes: true },
  { rule: "reservation", passes: isClaimableBy(code, email) },
  ...rules.map(({ rule, passes }) => ({ rule, passes: passes(code, now) })),
];

/** What an extension changes: until when a code can be claimed, null for without an end, and how often. What is not given stays. */
export type Extension = { validUntil?: string | null; allowedClaims?: number };

/** Why a code cannot be extended so, and which part of the extension that is; null where it can. */
export function extensionProblem(
  { validFrom, claims }: Pick<CodeState, "validFrom" | "claims">,
  { validUntil, allowedClaims }: Extension,
): { field: keyof Extension; message: string } | null {
  if (validUntil && validFrom !== null && validUntil <= validFrom)
    return { field: "validUntil", message: `must be after validFrom (${validFrom})` };
  if (allowedClaims !== undefined && allowedClaims < claims)
    return { field: "allowedClaims", message: `must be at least ${claims}, the number of claims` };
  return null;
}

/** The refusal with what its sentence needs of the code. */
export function codeError(reason: ErrorName, code: CodeState): ApiError {
  return reason === "code_not_started"
    ? new ApiError(reason, { message: `That code can be claimed from ${code.validFrom}.`, availableAt: code.validFrom ?? undefined })
    : new ApiError(reason);
}
