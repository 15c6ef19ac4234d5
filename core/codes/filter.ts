import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeStatus, codeFilters, listCodesEndpoint } from "@/contract/codes";
import { codeTypes } from "@/contract/kinds";
import { normalizeCode } from "@/contract/normalize";
import { codeFilterFlags, hasSecondWord, secondWord, validUntilOrInfinity } from "@/db/schema";
import { minIdAt } from "@/lib/ids";
import type { Context } from "../context";
import { startsWith } from "../sql";

/** What narrows a list of codes. */
export type CodeFilter = Pick<z.output<NonNullable<typeof listCodesEndpoint.query>>, keyof typeof codeFilters>;

/** Codes with an end, without one, or both. */
export type EndDates = "some" | "none" | "any";

const batchIsPaused = sql`exists (select from batches p where p.project_id = c.project_id and p.id = c.batch_id and p.paused_at is not null)`;
const hasEnded = sql`c.valid_until <= now()`;
const hasNotEnded = sql`(c.valid_until is null or c.valid_until > now())`;

/** What a status asks of a code beside its traits. That its batch is paused is asked last, being a look-up. */
const statusConditions: Readonly<Record<Exclude<CodeStatus, "paused">, SQL>> = {
  expired: hasEnded,
  exhausted: hasNotEnded,
  scheduled: sql`${hasNotEnded} and c.valid_from > now()`,
  active: sql`${hasNotEnded} and (c.valid_from is null or c.valid_from <= now())`,
};

/** Conditions on codes `c` that no trait stands for. */
export function otherConditions(filter: CodeFilter): SQL[] {
  const conditions: SQL[] = [];
  if (filter.batch) conditions.push(sql`c.batch_id = ${filter.batch}`);
  if (filter.reservedFor) conditions.push(sql`c.reserved_for = ${filter.reservedFor}`);
  if (filter.endsBefore) conditions.push(sql`c.valid_until < ${filter.endsBefore}::timestamptz`);
  if (filter.since) conditions.push(sql`c.created_at >= ${filter.since}::timestamptz`);
  if (filter.until) conditions.push(sql`c.created_at < ${filter.until}::timestamptz`);
  if (filter.status && filter.status !== "paused") conditions.push(statusConditions[filter.status], sql`not ${batchIsPaused}`);
  return conditions;
}

/** The conditions that a code, and that the second word of it, begins with a text. */
export function prefixConditions(q: string): [first: SQL, second: SQL] {
  const identity = normalizeCode(q);
  if (identity === "") return [sql`false`, sql`false`];
  return [startsWith(sql`c.key`, identity), sql`(${hasSecondWord(sql`c.text`)} and ${startsWith(secondWord(sql`c.text`), identity)})`];
}

/** The condition that the code, or the second word of it, begins with a text. */
export const matchesSearch = (q: string): SQL => sql`(${sql.join(prefixConditions(q), sql` or `)})`;

/** Conditions on the traits of codes `c`. */
export function flagConditions(filter: CodeFilter): SQL[] {
  const traits = matchingFlags(filter);
  const conditions = traits === null ? [] : [sql`c.filter_flags = any(${flagsArray(traits)})`];
  return filter.status === "paused" ? [...conditions, sql`(c.paused_at is not null or ${batchIsPaused})`] : conditions;
}

/** What a filter asks of codes `c`. */
export function codeConditions(ctx: Context, filter: CodeFilter): SQL[] {
  const begins = filter.q ? [matchesSearch(filter.q)] : [];
  return [sql`c.project_id = ${ctx.projectId}`, ...flagConditions(filter), ...otherConditions(filter), ...begins];
}

const allFlags = codeTypes.flatMap((_, place) =>
  Array.from({ length: codeFilterFlags.type }, (_, flags) => place * codeFilterFlags.type + flags),
);

/** The traits that the codes of a filter can have; null where they can have any. Codes whose batch alone is paused are of the status too. */
export function matchingFlags({ type, status, reserved, usesLeft }: CodeFilter): number[] | null {
  const flag = (traits: number, bit: number) => (traits & bit) > 0;
  const fitting = allFlags.filter(
    (traits) =>
      (type === undefined || codeTypes[Math.floor(traits / codeFilterFlags.type)] === type) &&
      (reserved === undefined || flag(traits, codeFilterFlags.reserved) === reserved) &&
      (usesLeft === undefined || flag(traits, codeFilterFlags.exhausted) !== usesLeft) &&
      (status === undefined || status === "paused" || !flag(traits, codeFilterFlags.paused)) &&
      (status !== "exhausted" || flag(traits, codeFilterFlags.exhausted)) &&
      ((status !== "scheduled" && status !== "active") || !flag(traits, codeFilterFlags.exhausted)),
  );
  return fitting.length === allFlags.length ? null : fitting;
}

/** Those of `traits`, or of all, in which codes are paused by themselves, or are not. */
export const flagsByPaused = (traits: readonly number[] | null, paused: boolean): number[] =>
  (traits ?? allFlags).filter((each) => (each & codeFilterFlags.paused) > 0 === paused);

/** Traits as an array in SQL. */
export const flagsArray = (traits: readonly number[] | null): SQL => sql.raw(`'{${(traits ?? allFlags).join(",")}}'::smallint[]`);

/** How far the moment in a batch's id and the one it was made at may lie apart, in milliseconds: the clock of a process and the start of a transaction by the database's. */
const clockSkewMs = 10 * 60_000;

/**
 * The part of an index that a filter's codes stand in: of those in the order made, what the ids of batches tell of `since` and `until`;
 * of those by their ends, what the status tells of them.
 */
export function indexRange({ since, until, batch, status, endsBefore }: CodeFilter, ends?: EndDates): SQL[] {
  const parts: SQL[] = batch ? [sql`c.batch_id = ${batch}`] : [];
  if (ends === "some") {
    if (status === "expired") parts.push(sql`c.valid_until <= now()`);
    if (status === "exhausted" || status === "scheduled" || status === "active") parts.push(sql`c.valid_until > now()`);
    if (endsBefore) parts.push(sql`c.valid_until < ${endsBefore}::timestamptz`);
  } else {
    if (since) parts.push(sql`c.batch_id >= ${minIdAt(Date.parse(since) - clockSkewMs)}::uuid`);
    if (until) parts.push(sql`c.batch_id < ${minIdAt(Date.parse(until) + clockSkewMs)}::uuid`);
  }
  return parts;
}

/** The end of codes `c`, as the index of a batch's ends has it. */
export const endDate = validUntilOrInfinity(sql`c.valid_until`);

const endConditions: Readonly<Record<CodeStatus, SQL | null>> = {
  paused: null,
  expired: sql`${endDate} <= now()`,
  exhausted: sql`${endDate} > now()`,
  scheduled: sql`${endDate} > now()`,
  active: sql`${endDate} > now()`,
};

/** All codes of a batch have its start, which nothing changes. */
const excludedByStart: Readonly<Partial<Record<CodeStatus, SQL>>> = {
  scheduled: sql`b.valid_from is null or b.valid_from <= now()`,
  active: sql`b.valid_from > now()`,
};

/**
 * What is known of whole batches `b`: of which no code can match (`none`, each reason enough), and between which ends codes are that can
 * (`ends`, a part of an index; null: any).
 */
export function batchExclusions(
  { status, endsBefore, since, until }: CodeFilter,
  ends: EndDates = "any",
): { none: SQL[]; ends: SQL | null } {
  const none: SQL[] = [];
  const start = status && excludedByStart[status];
  if (status && status !== "paused") none.push(sql`b.paused_at is not null`);
  if (start) none.push(start);
  if (ends === "some") {
    // In the order made these are where the walk begins and stops.
    if (since) none.push(sql`b.id < ${minIdAt(Date.parse(since) - clockSkewMs)}::uuid`);
    if (until) none.push(sql`b.id >= ${minIdAt(Date.parse(until) + clockSkewMs)}::uuid`);
    return { none, ends: null };
  }
  if (ends === "none") return { none, ends: sql`${endDate} = 'infinity'` };
  if (endsBefore) return { none, ends: sql`${endDate} < ${endsBefore}::timestamptz` };
  return { none, ends: status ? endConditions[status] : null };
}
