import type { ErrorName } from "@/contract/errors";
import type { JobRecord } from "@/contract/jobs";
import { type PluralForms, plural } from "@/lib/plural";
import type { Context } from "../context";

/**
 * A job as its handler sees it. `createdAt` is the database's text. A job excludes rows created after it, and batches that weren't committed
 * in `snapshot` (see `isBatchInSnapshot`). `snapshot` is null for jobs created before it was stored.
 */
export type Job<Params = unknown> = { id: string; params: Params; createdAt: string; snapshot: string | null };

/** Counts that a handler collects while it runs. */
export type Tally = Readonly<Record<string, number>>;

/** A range of a job's items: those after a position, at most `limit`. */
export type ListRange = { after: string | null; limit: number };

/** An item of a job, and its position in the list. */
export type JobItem = { id: string; position: string };

export type ChunkResult = { changed: number; tally?: Tally };

export type JobError = NonNullable<JobRecord["error"]>;

/** Runs one kind of job: lists the items, then locks, rechecks and changes them chunk by chunk. */
export type JobHandler<Params = unknown> = {
  /** Counts the items. */
  total(ctx: Context, job: Job<Params>): Promise<number>;
  /** Lists the items in an order that doesn't change while the job runs. */
  list(ctx: Context, job: Job<Params>, range: ListRange): Promise<JobItem[]>;
  /** Runs in the request's transaction when the worker does the rest. */
  prepare?(ctx: Context, job: Job<Params>): Promise<void>;
  /** Changes some items in the caller's transaction. Items can be deleted or changed since they were listed. */
  process(ctx: Context, job: Job<Params>, ids: readonly string[], isFirst: boolean): Promise<ChunkResult>;
  /** Runs in the transaction of the last chunk. */
  finish?(ctx: Context, job: Job<Params>, totals: { changed: number; tally: Tally }): Promise<void>;
  /** Explains from the tally why some items were skipped. Returns null if none were. */
  error?(tally: Tally): JobError | null;
};

/** Thrown when a job was ended elsewhere, to roll back the work in progress. */
export class JobEndedError extends Error {}

/** Thrown when another worker is running the job. */
export class JobInUseError extends Error {}

export function addTallies(left: Tally, right: Tally = {}): Tally {
  const sums: Record<string, number> = { ...left };
  for (const [name, count] of Object.entries(right)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Creates the error for codes that were skipped, from sentences with their counts. Returns null if none were skipped. */
export function skippedCodesError(error: ErrorName, skipped: readonly [count: number, sentence: PluralForms][]): JobError | null {
  const sentences = skipped.filter(([count]) => count > 0).map(([count, sentence]) => plural(count, sentence));
  return sentences.length === 0 ? null : { error, message: sentences.join(" ") };
}
