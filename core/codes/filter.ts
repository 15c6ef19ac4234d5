import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { AnyCodeType, CodeStatus, codeFilters, listCodesEndpoint } from "@/contract/codes";
import { codeTypes, customCodeType } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { codeFilterFlags, hasSecondWord, secondWord, validUntilOrInfinity } from "@/db/schema";
import type { Context } from "../context";
import { hasMetadata } from "../metadata";
import { idAfter, minIdSince, startsWith } from "../sql";
import { hasTag } from "../tags";
import { storedCustomType, storedType } from "./record";
import { batchIsPaused, rulesOfStatus } from "./rules";

export type CodeFilter = Pick<z.output<NonNullable<typeof listCodesEndpoint.query>>, keyof typeof codeFilters>;

/** Codes with an end date, without one, or both. */
export type EndDateFilter = "some" | "none" | "any";

/** The batches with the type `custom` of the project of codes `c`. */
const customBatches = sql`(select custom.id from batches custom where custom.project_id = c.project_id and custom.type = 'custom')`;

/** Conditions on codes `c` that filter flags don't cover. */
export function otherConditions(filter: CodeFilter): SQL[] {
  const conditions: SQL[] = [];
  if (filter.batch) conditions.push(sql`c.batch_id = ${filter.batch}`);
  if (filter.type === customCodeType) conditions.push(sql`c.batch_id in ${customBatches}`);
  if (filter.type === storedCustomType) conditions.push(sql`c.batch_id not in ${customBatches}`);
  if (filter.reservedFor) conditions.push(sql`c.reserved_for = ${filter.reservedFor}`);
  if (filter.externalId) conditions.push(sql`c.external_id = ${filter.externalId}`);
  if (filter.tag) conditions.push(hasTag(sql`c.tags`, filter.tag));
  if (filter.metadata) conditions.push(hasMetadata(sql`c.metadata`, filter.metadata));
  if (filter.endsBefore) conditions.push(sql`c.valid_until < ${filter.endsBefore}::timestamptz`);
  if (filter.since) conditions.push(sql`c.created_at >= ${filter.since}::timestamptz`);
  if (filter.until) conditions.push(sql`c.created_at < ${filter.until}::timestamptz`);
  if (filter.status && filter.status !== "paused") {
    const dateRules = rulesOfStatus(filter.status).filter(({ rule }) => rule === "end" || rule === "start");
    // The batch comes last, because it needs a lookup.
    conditions.push(...dateRules.map(({ condition }) => condition), sql`not ${batchIsPaused}`);
  }
  return conditions;
}

/** The conditions that a code, and that its second word, starts with a text. */
export function prefixConditions(q: string): [codeStarts: SQL, secondWordStarts: SQL] {
  const key = normalizeCode(q);
  if (key === "") return [sql`false`, sql`false`];
  return [startsWith(sql`c.key`, key), sql`(${hasSecondWord(sql`c.text`)} and ${startsWith(secondWord(sql`c.text`), key)})`];
}

/** The condition that a code or its second word starts with a text. */
export const matchesSearch = (q: string): SQL => sql`(${sql.join(prefixConditions(q), sql` or `)})`;

/** Conditions on the filter flags of codes `c`. */
export function flagConditions(filter: CodeFilter): SQL[] {
  const flags = matchingFlags(filter);
  const conditions = flags === null ? [] : [sql`c.filter_flags = any(${flagsArray(flags)})`];
  return filter.status === "paused" ? [...conditions, sql`(c.paused_at is not null or ${batchIsPaused})`] : conditions;
}

/** All conditions of a filter on codes `c`. */
export function codeConditions(ctx: Context, filter: CodeFilter): SQL[] {
  const search = filter.q ? [matchesSearch(filter.q)] : [];
  return [sql`c.project_id = ${ctx.projectId}`, ...flagConditions(filter), ...otherConditions(filter), ...search];
}

const allFlags = codeTypes.flatMap((_, typeIndex) =>
  Array.from({ length: codeFilterFlags.type }, (_, flags) => typeIndex * codeFilterFlags.type + flags),
);

const ruleOfStatus = (status: CodeStatus | undefined, name: "end" | "start" | "uses") =>
  status && rulesOfStatus(status).find(({ rule }) => rule === name);

/** The filter flags that codes of a filter can have; null if they can have any. Codes in a paused batch have the status without the flag. */
export function matchingFlags({ type, status, reserved, usesLeft }: CodeFilter): number[] | null {
  const has = (flags: number, flag: number) => (flags & flag) > 0;
  const usesRule = ruleOfStatus(status, "uses");
  const matching = allFlags.filter(
    (flags) =>
      (type === undefined || codeTypes[Math.floor(flags / codeFilterFlags.type)] === storedType(type)) &&
      (reserved === undefined || has(flags, codeFilterFlags.reserved) === reserved) &&
      (usesLeft === undefined || has(flags, codeFilterFlags.exhausted) !== usesLeft) &&
      (status === undefined || status === "paused" || !has(flags, codeFilterFlags.paused)) &&
      (usesRule === undefined || has(flags, codeFilterFlags.exhausted) !== usesRule.passes),
  );
  return matching.length === allFlags.length ? null : matching;
}

/** The flags, of all by default, of codes that are paused on their own, or that aren't. */
export const flagsByPaused = (flags: readonly number[] | null, paused: boolean): number[] =>
  (flags ?? allFlags).filter((value) => (value & codeFilterFlags.paused) > 0 === paused);

/** Flags as an SQL array; all of them by default. */
export const flagsArray = (flags: readonly number[] | null): SQL => sql.raw(`'{${(flags ?? allFlags).join(",")}}'::smallint[]`);

/**
 * The part of an index that the codes of a filter are in. The index in creation order is limited by `since` and `until`, which batch ids
 * tell. The index by end date (`endDates` is "some") is limited by the status.
 */
export function indexRange({ since, until, batch, status, endsBefore }: CodeFilter, endDates?: EndDateFilter): SQL[] {
  const conditions: SQL[] = batch ? [sql`c.batch_id = ${batch}`] : [];
  if (endDates === "some") {
    const ofStatus = endDatesOfStatus(status, sql`c.valid_until`);
    if (ofStatus) conditions.push(ofStatus);
    if (endsBefore) conditions.push(sql`c.valid_until < ${endsBefore}::timestamptz`);
  } else {
    if (since) conditions.push(sql`c.batch_id >= ${minIdSince(since)}`);
    if (until) conditions.push(sql`c.batch_id < ${idAfter(until)}`);
  }
  return conditions;
}

/** The end date of codes `c`, as in the index that starts with the batch. */
export const endDate = validUntilOrInfinity(sql`c.valid_until`);

/** The range of end dates, in a column that is never null, of codes with a status. Null: any. */
function endDatesOfStatus(status: CodeStatus | undefined, column: SQL): SQL | null {
  const endRule = ruleOfStatus(status, "end");
  return endRule ? sql`${column} ${sql.raw(endRule.passes ? ">" : "<=")} now()` : null;
}

/** Batches whose codes can't have a type, where `filter_flags` don't tell. */
function excludedByType(type: AnyCodeType): SQL[] {
  if (type === customCodeType) return [sql`b.type <> 'custom'`];
  return type === storedCustomType ? [sql`b.type = 'custom'`] : [];
}

/**
 * Batches whose codes can't have a status, by their start date. All codes of a batch have the same one, and it never changes. Only imported
 * batches have codes with different ones.
 */
function excludedByStart(status: CodeStatus | undefined): SQL[] {
  const startRule = ruleOfStatus(status, "start");
  if (!startRule) return [];
  const isImported = sql`(b.type = 'custom' and b.pattern is null)`;
  return [
    startRule.passes
      ? sql`(b.valid_from > now() and not ${isImported})`
      : sql`((b.valid_from is null or b.valid_from <= now()) and not ${isImported})`,
  ];
}

/**
 * What a filter says about batches `b` as a whole: reasons why no code of the batch can match, each of them sufficient, and the range of
 * end dates of the codes that can (null: any).
 */
export function batchExclusions(
  { type, status, endsBefore, since, until }: CodeFilter,
  endDates: EndDateFilter = "any",
): { reasons: SQL[]; endDateRange: SQL | null } {
  const reasons: SQL[] = [];
  if (status && status !== "paused") reasons.push(sql`b.paused_at is not null`);
  if (type !== undefined) reasons.push(...excludedByType(type));
  reasons.push(...excludedByStart(status));
  if (endDates === "some") {
    // In creation order, `indexRange` covers these.
    if (since) reasons.push(sql`b.id < ${minIdSince(since)}`);
    if (until) reasons.push(sql`b.id >= ${idAfter(until)}`);
    return { reasons, endDateRange: null };
  }
  if (endDates === "none") return { reasons, endDateRange: sql`${endDate} = 'infinity'` };
  if (endsBefore) return { reasons, endDateRange: sql`${endDate} < ${endsBefore}::timestamptz` };
  return { reasons, endDateRange: endDatesOfStatus(status, endDate) };
}
