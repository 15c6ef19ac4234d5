import { type SQL, sql } from "drizzle-orm";
import type { CodeRecord, CodeStatus } from "@/contract/codes";
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

/** Why the code cannot be sent at `now`: as for claiming, but a scheduled one may be. */
export function whyNotSendable(code: CodeFacts, now: string): RefusalName | null {
  const status = statusOf(code, now);
  return status === "scheduled" ? null : refusalOf[status];
}

/** The refusal with what its sentence needs of the code. */
export function refuse(reason: RefusalName, code: CodeFacts): Refusal {
  return reason === "code_not_started"
    ? new Refusal(reason, { message: `That code can be claimed from ${code.validFrom}.` })
    : new Refusal(reason);
}
