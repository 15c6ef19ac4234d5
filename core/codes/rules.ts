import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isDomainAllowed } from "@/contract/claim-restrictions";
import type { CodeRecord, CodeRule, CodeStatus } from "@/contract/codes";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { listDomains } from "@/contract/normalize";
import type { Redemption } from "@/contract/redemption";
import { batches, codes } from "@/db/schema/codes";
import { formatWithUtc } from "@/lib/dates";
import { ApiError } from "../api-error";

/** What the rules depend on. Timestamps are ISO 8601 in UTC with milliseconds, so they compare as text. */
export type CodeState = Pick<CodeRecord, "allowedClaims" | "claims" | "validFrom" | "validUntil" | "reservedFor" | "allowedDomains"> & {
  paused: boolean;
};

const c = alias(codes, "c");

/**
 * Why no one can claim a code, in the order in which the rules are checked (docs/interface.md, "Records"), and the status that follows.
 * Each rule is a condition in TypeScript and in SQL, on codes `c`. Everything that depends on the status of a code is derived from this
 * list: the claim statement, errors, explanations, filters and counts. A test compares them all.
 */
const rules = [
  {
    rule: "pause",
    status: "paused",
    passes: ({ paused }) => !paused,
    passesSql: (batchIsPaused) => sql`(${c.pausedAt} is null and not ${batchIsPaused})`,
  },
  {
    rule: "end",
    status: "expired",
    passes: ({ validUntil }, now) => validUntil === null || now < validUntil,
    passesSql: () => sql`(${c.validUntil} is null or ${c.validUntil} > now())`,
  },
  {
    rule: "uses",
    status: "exhausted",
    passes: ({ claims, allowedClaims }) => claims < allowedClaims,
    passesSql: () => sql`(${c.claims} < ${c.allowedClaims})`,
  },
  {
    rule: "start",
    status: "scheduled",
    passes: ({ validFrom }, now) => validFrom === null || validFrom <= now,
    passesSql: () => sql`(${c.validFrom} is null or ${c.validFrom} <= now())`,
  },
] as const satisfies {
  rule: CodeRule;
  status: CodeStatus;
  passes: (code: CodeState, now: string) => boolean;
  passesSql: (batchIsPaused: SQL) => SQL;
}[];

type StatusRule = (typeof rules)[number]["rule"];

/** The condition that the batch of a code `c` is paused, for queries without the batch. */
export const batchIsPaused = sql`exists (select from ${batches} p
  where p.project_id = ${c.projectId} and p.id = ${c.batchId} and p.paused_at is not null)`;

/** The condition that a code `c` is redeemed elsewhere, and customers can't claim it here. */
export const isRedeemedElsewhereSql = sql`exists (select from ${batches} e where e.project_id = ${c.projectId} and e.id = ${c.batchId}
  and (e.redemption_url is not null or e.redemption_instructions is not null))`;

/** The status of a code at `now`: that of the first rule that fails. */
export const codeStatus = (code: CodeState, now: string): CodeStatus => rules.find(({ passes }) => !passes(code, now))?.status ?? "active";

/** The status in SQL, over `codes c join batches b`. */
export const codeStatusSql: SQL = sql`case ${sql.join(
  rules.map(({ status, passesSql }) => sql`when not ${passesSql(sql`(b.paused_at is not null)`)} then ${sql.raw(`'${status}'`)}`),
  sql` `,
)} else 'active' end`;

/** The condition that anyone can claim a code `c`, apart from reservations. */
export const isClaimable: SQL = sql.join(
  rules.map(({ passesSql }) => passesSql(batchIsPaused)),
  sql` and `,
);

/** The domains of an email, one per line, for `isClaimableBy`. */
export const domainLines = (email: string): string => listDomains(email).join("\n");

/**
 * The condition that an email with these domains, one per line, can claim a code `c`, apart from reservations and one claim per batch. Reads the
 * batch once, so that its domains cost nothing.
 */
export function isClaimableBy(domains: SQLChunk): SQL {
  const isAllowed = sql`coalesce(p.allowed_domains && string_to_array(${domains}::text, chr(10)), true)`;
  const isRefused = sql`exists (select from batches p where p.project_id = ${c.projectId} and p.id = ${c.batchId} and (p.paused_at is not null or not ${isAllowed}))`;
  return sql.join(
    rules.map(({ passesSql }) => passesSql(isRefused)),
    sql` and `,
  );
}

/** The condition that a code `c` can be sent: like claiming it, but also before its start date. */
export const isSendable: SQL = sql.join(
  rules.filter(({ status }) => status !== "scheduled").map(({ passesSql }) => passesSql(batchIsPaused)),
  sql` and `,
);

/** The condition that a code `c` can be claimed apart from its reservation, pauses and its start date. */
export const isUsable: SQL = sql.join(
  rules.filter(({ rule }) => rule === "end" || rule === "uses").map(({ passesSql }) => passesSql(batchIsPaused)),
  sql` and `,
);

/** The rules that decide whether a code has a status, each with its condition on codes `c`, and whether it has to pass or to fail. */
export function rulesOfStatus(status: CodeStatus): { rule: StatusRule; passes: boolean; condition: SQL }[] {
  const failing = rules.findIndex((rule) => rule.status === status);
  return rules.slice(0, failing === -1 ? rules.length : failing + 1).map(({ rule, passesSql }, index) => {
    const passes = index !== failing;
    return { rule, passes, condition: passes ? passesSql(batchIsPaused) : sql`not ${passesSql(batchIsPaused)}` };
  });
}

const errorByStatus = {
  paused: "code_paused",
  expired: "code_expired",
  exhausted: "code_exhausted",
  scheduled: "code_not_started",
  active: null,
} as const satisfies Record<CodeStatus, ErrorName | null>;

const isReservedForOther = ({ reservedFor }: CodeState, email: string): boolean => reservedFor !== null && reservedFor.email !== email;

/** The condition that a code `c` is reserved for another email. */
export const isReservedForOtherSql = (email: SQLChunk): SQL => sql`(${c.reservedFor} is not null and ${c.reservedFor} <> ${email})`;

/** The error of a claim by `email` at `now`; null if they can claim the code. */
export function claimError(code: CodeState, email: string, now: string): ErrorName | null {
  if (isReservedForOther(code, email)) return "code_reserved";
  return isDomainAllowed(code.allowedDomains, email) ? errorByStatus[codeStatus(code, now)] : "code_domain_not_allowed";
}

/** The error that public callers see. They must not learn that a code exists if it's reserved for someone else. */
export const publicClaimError = (error: ErrorName | null): ErrorName | null => (error === "code_reserved" ? "code_not_found" : error);

/** The statuses of codes that can't be sent. Scheduled codes can. */
export const unsendableStatuses: readonly CodeStatus[] = rules.map(({ status }) => status).filter((status) => status !== "scheduled");

/** The error of sending a code at `now`; null if it can be sent. */
export function sendError(code: CodeState, now: string): ErrorName | null {
  const status = codeStatus(code, now);
  return unsendableStatuses.includes(status) ? errorByStatus[status] : null;
}

/** Checks an existing code against each rule of a claim, in order. */
export const checkRules = (
  code: CodeState,
  email: string,
  now: string,
): { rule: Exclude<CodeRule, "claims" | "block_list" | "once" | "hold">; passes: boolean }[] => [
  { rule: "exists", passes: true },
  { rule: "reservation", passes: !isReservedForOther(code, email) },
  { rule: "domain", passes: isDomainAllowed(code.allowedDomains, email) },
  ...rules.map(({ rule, passes }) => ({ rule, passes: passes(code, now) })),
];

/** A new end date (null: never expires) and a new number of allowed claims. Missing fields don't change. */
export type Extension = { validUntil?: string | null; allowedClaims?: number };

/** Why a code can't be extended, and by which field; null if it can. */
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

/** Throws `invalid_input` if a code can't be extended. */
export function assertExtendable(code: Parameters<typeof extensionProblem>[0], extension: Extension): void {
  const problem = extensionProblem(code, extension);
  if (problem) throw new ApiError("invalid_input", { fields: { [problem.field]: [problem.message] } });
}

/** The error of a public claim of a code that is redeemed elsewhere. It says where. */
export function redeemedElsewhere(redemption: Redemption): ApiError {
  const { redemptionUrl, redemptionInstructions } = redemption;
  const place = redemptionUrl === null ? apiErrors.code_redeemed_elsewhere.message : `Redeem this code at ${redemptionUrl}.`;
  return new ApiError("code_redeemed_elsewhere", { message: [place, redemptionInstructions].filter(Boolean).join(" "), redemption });
}

/** Says from when a code can be claimed, for customers. */
export const startMessage = (validFrom: string, timeZone: string): string =>
  `This code can be claimed from ${formatWithUtc(new Date(validFrom), timeZone)}.`;

/** Creates the error of a code with a status, which says when it can be claimed. */
export const codeError = (name: ErrorName, { validFrom, validUntil }: CodeState, message?: string): ApiError =>
  new ApiError(name, {
    message,
    ...(name !== "code_reserved" && name !== "code_domain_not_allowed" && { validity: { validFrom, validUntil } }),
  });
