import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeStatus, codeFilters, listCodesEndpoint } from "@/contract/codes";
import { codeTypes } from "@/contract/kinds";
import { codeIdentity } from "@/contract/text";
import { codeTraits, endOf, hasSecondWord, secondWord } from "@/db/schema";
import { leastIdAt } from "@/lib/ids";
import type { Context } from "../context";
import { beginsWith } from "../sql";

/** What narrows a list of codes. */
export type CodeFilter = Pick<z.output<NonNullable<typeof listCodesEndpoint.query>>, keyof typeof codeFilters>;

/** Codes with an end, without one, or both. */
export type Ends = "some" | "none" | "any";

const batchIsPaused = sql`exists (select from batches p where p.project_id = c.project_id and p.id = c.batch_id and p.paused_at is not null)`;
const hasEnded = sql`c.valid_until <= now()`;
const hasNotEnded = sql`(c.valid_until is null or c.valid_until > now())`;

/** What a status asks of a code beside its traits. That its batch is paused is asked last, being a look-up. */
const timeOf: Readonly<Record<Exclude<CodeStatus, "paused">, SQL>> = {
  expired: hasEnded,
  exhausted: hasNotEnded,
  scheduled: sql`${hasNotEnded} and c.valid_from > now()`,
  active: sql`${hasNotEnded} and (c.valid_from is null or c.valid_from <= now())`,
};

/** Conditions on codes `c` that no trait stands for. */
export function furtherConditions(filter: CodeFilter): SQL[] {
  const conditions: SQL[] = [];
  if (filter.batch) conditions.push(sql`c.batch_id = ${filter.batch}`);
  if (filter.reservedFor) conditions.push(sql`c.reserved_for = ${filter.reservedFor}`);
  if (filter.endsBefore) conditions.push(sql`c.valid_until < ${filter.endsBefore}::timestamptz`);
  if (filter.since) conditions.push(sql`c.created_at >= ${filter.since}::timestamptz`);
  if (filter.until) conditions.push(sql`c.created_at < ${filter.until}::timestamptz`);
  if (filter.status && filter.status !== "paused") conditions.push(timeOf[filter.status], sql`not ${batchIsPaused}`);
  return conditions;
}

/** The conditions that a code, and that the second word of it, begins with a text. */
export function beginnings(q: string): [first: SQL, second: SQL] {
  const identity = codeIdentity(q);
  if (identity === "") return [sql`false`, sql`false`];
  return [beginsWith(sql`c.key`, identity), sql`(${hasSecondWord(sql`c.text`)} and ${beginsWith(secondWord(sql`c.text`), identity)})`];
}

/** The condition that the code, or the second word of it, begins with a text. */
export const codeBegins = (q: string): SQL => sql`(${sql.join(beginnings(q), sql` or `)})`;

/** Conditions on the traits of codes `c`. */
export function traitConditions(filter: CodeFilter): SQL[] {
  const traits = traitsOf(filter);
  const conditions = traits === null ? [] : [sql`c.traits = any(${inSql(traits)})`];
  return filter.status === "paused" ? [...conditions, sql`(c.paused_at is not null or ${batchIsPaused})`] : conditions;
}

/** What a filter asks of codes `c`. */
export function codeConditions(ctx: Context, filter: CodeFilter): SQL[] {
  const begins = filter.q ? [codeBegins(filter.q)] : [];
  return [sql`c.project_id = ${ctx.projectId}`, ...traitConditions(filter), ...furtherConditions(filter), ...begins];
}

const every = codeTypes.flatMap((_, place) => Array.from({ length: codeTraits.type }, (_, flags) => place * codeTraits.type + flags));

/** The traits that the codes of a filter can have; null where they can have any. Codes whose batch alone is paused are of the status too. */
export function traitsOf({ type, status, reserved, usesLeft }: CodeFilter): number[] | null {
  const flag = (traits: number, bit: number) => (traits & bit) > 0;
  const fitting = every.filter(
    (traits) =>
      (type === undefined || codeTypes[Math.floor(traits / codeTraits.type)] === type) &&
      (reserved === undefined || flag(traits, codeTraits.reserved) === reserved) &&
      (usesLeft === undefined || flag(traits, codeTraits.usedUp) !== usesLeft) &&
      (status === undefined || status === "paused" || !flag(traits, codeTraits.paused)) &&
      (status !== "exhausted" || flag(traits, codeTraits.usedUp)) &&
      ((status !== "scheduled" && status !== "active") || !flag(traits, codeTraits.usedUp)),
  );
  return fitting.length === every.length ? null : fitting;
}

/** Those of `traits`, or of all, in which codes are paused by themselves, or are not. */
export const pausedAmong = (traits: readonly number[] | null, paused: boolean): number[] =>
  (traits ?? every).filter((each) => (each & codeTraits.paused) > 0 === paused);

/** Traits as an array in SQL. */
export const inSql = (traits: readonly number[] | null): SQL => sql.raw(`'{${(traits ?? every).join(",")}}'::smallint[]`);

/** How far the moment in a batch's id and the one it was made at may lie apart, in milliseconds: the clock of a process and the start of a transaction by the database's. */
const apart = 10 * 60_000;

/**
 * The part of an index that a filter's codes stand in: of those in the order made, what the ids of batches tell of `since` and `until`;
 * of those by their ends, what the status tells of them.
 */
export function stretchOf({ since, until, batch, status, endsBefore }: CodeFilter, ends?: Ends): SQL[] {
  const parts: SQL[] = batch ? [sql`c.batch_id = ${batch}`] : [];
  if (ends === "some") {
    if (status === "expired") parts.push(sql`c.valid_until <= now()`);
    if (status === "exhausted" || status === "scheduled" || status === "active") parts.push(sql`c.valid_until > now()`);
    if (endsBefore) parts.push(sql`c.valid_until < ${endsBefore}::timestamptz`);
  } else {
    if (since) parts.push(sql`c.batch_id >= ${leastIdAt(Date.parse(since) - apart)}::uuid`);
    if (until) parts.push(sql`c.batch_id < ${leastIdAt(Date.parse(until) + apart)}::uuid`);
  }
  return parts;
}

/** The end of codes `c`, as the index of a batch's ends has it. */
export const end = endOf(sql`c.valid_until`);

const endsIn: Readonly<Record<CodeStatus, SQL | null>> = {
  paused: null,
  expired: sql`${end} <= now()`,
  exhausted: sql`${end} > now()`,
  scheduled: sql`${end} > now()`,
  active: sql`${end} > now()`,
};

/** All codes of a batch have its start, which nothing changes. */
const startOf: Readonly<Partial<Record<CodeStatus, SQL>>> = {
  scheduled: sql`b.valid_from is null or b.valid_from <= now()`,
  active: sql`b.valid_from > now()`,
};

/**
 * What is known of whole batches `b`: of which no code can match (`none`, each reason enough), and between which ends codes are that can
 * (`ends`, a part of an index; null: any).
 */
export function ofWholeBatches({ status, endsBefore, since, until }: CodeFilter, ends: Ends = "any"): { none: SQL[]; ends: SQL | null } {
  const none: SQL[] = [];
  const start = status && startOf[status];
  if (status && status !== "paused") none.push(sql`b.paused_at is not null`);
  if (start) none.push(start);
  if (ends === "some") {
    // In the order made these are where the walk begins and stops.
    if (since) none.push(sql`b.id < ${leastIdAt(Date.parse(since) - apart)}::uuid`);
    if (until) none.push(sql`b.id >= ${leastIdAt(Date.parse(until) + apart)}::uuid`);
    return { none, ends: null };
  }
  if (ends === "none") return { none, ends: sql`${end} = 'infinity'` };
  if (endsBefore) return { none, ends: sql`${end} < ${endsBefore}::timestamptz` };
  return { none, ends: status ? endsIn[status] : null };
}
