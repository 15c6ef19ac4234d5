import { type SQL, sql } from "drizzle-orm";
import type { ErrorName } from "@/contract/errors";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { minIdAt } from "@/lib/ids";
import { type PluralForms, plural } from "@/lib/plural";
import type { Context } from "../context";
import { joinAnd } from "../sql";

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
  /** Runs in the transaction of the last chunk. Not if the job fails or is canceled. */
  finish?(ctx: Context, job: Job<Params>, totals: { changed: number; tally: Tally }): Promise<void>;
  /** The smallest size of a slow chunk, if most of its time doesn't depend on its size. */
  minChunkSize?: number;
  /** Explains from the tally why some items were skipped. Returns null if none were. */
  error?(tally: Tally): JobError | null;
};

/** Reports how many items are done. Throws if the job was ended elsewhere, or if the worker stops. */
export type OnProgress = (processed: number) => Promise<void>;

/** Runs one kind of job in one transaction, so that all of its work is done or nothing. It starts over after an interruption. */
export type AtomicJobHandler<Params = unknown> = {
  /** Does the work in the transaction of `ctx`, and returns how many items it changed. */
  run(ctx: Context, job: Job<Params>, onProgress: OnProgress): Promise<AtomicJobResult>;
};

export type AtomicJobResult = { changed: number; batch?: NamedBatch };

export type NamedBatch = { id: string; name: string };

/** Thrown when a job was ended elsewhere, to roll back the work in progress. */
export class JobEndedError extends Error {}

/** Thrown when another worker is running the job. */
export class JobInUseError extends Error {}

export function addTallies(left: Tally, right: Tally = {}): Tally {
  const sums: Record<string, number> = { ...left };
  for (const [name, count] of Object.entries(right)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Creates the error for records that were skipped, from sentences with their counts. Returns null if none were skipped. */
export function skippedRecordsError(error: ErrorName, skipped: readonly [count: number, sentence: PluralForms][]): JobError | null {
  const sentences = skipped.filter(([count]) => count > 0).map(([count, sentence]) => plural(count, sentence));
  return sentences.length === 0 ? null : { error, message: sentences.join(" ") };
}

/** Lists a range of explicit IDs. */
export function sliceIds(ids: readonly string[], { after, limit }: ListRange): JobItem[] {
  const start = Number(after ?? 0);
  return ids.slice(start, start + limit).map((id, i) => ({ id, position: String(start + i + 1) }));
}

/** Lists a range of the rows of `from` that match `conditions`, ordered by their ID. */
export async function listMatchingRows(
  { db }: Context,
  { from, id, project, conditions }: { from: SQL; id: SQL; project: SQL; conditions: readonly SQL[] },
  { after, limit }: ListRange,
): Promise<JobItem[]> {
  const cursorCondition = after === null ? [] : [sql`${id} > ${after}`];
  const matches = await queryRows<{ id: string }>(
    db,
    sql`select ${id} as id from ${from} where ${joinAnd([...conditions, ...cursorCondition])} order by ${project}, ${id} limit ${limit}`,
  );
  return matches.map(({ id }) => ({ id, position: id }));
}

/**
 * The committed transactions that a statement sees, after the ID of the database cluster. Transaction IDs mean nothing in another cluster,
 * such as one restored from a backup. `batches.created_in_transaction` has the same form.
 */
export const currentSnapshot: SQL = sql`(pg_control_system()).system_identifier || ' ' || pg_current_snapshot()`;

/** The maximum time that generating a batch can take, in milliseconds. After that, the queue gives the job to another worker. */
const maxGenerationMs = 24 * 3600_000;

/**
 * The condition that batch `id` was committed when the job was created. A batch that was being generated at that time has codes with an
 * earlier `created_at`, because that is when its transaction began, but the person who started the job couldn't see them.
 */
export function isBatchInSnapshot(
  { snapshot, createdAt }: Pick<Job, "snapshot" | "createdAt">,
  { id, project }: { id: SQL; project: SQL },
): SQL {
  const [cluster = "", transactions = ""] = snapshot?.split(" ") ?? [];
  if (transactions === "") return sql`true`;
  const uncommitted = sql`select b.id from batches b where b.project_id = ${project}
    and b.id >= ${minIdAt(Date.parse(isoTimestamp(createdAt)) - maxGenerationMs)}::uuid and b.created_at <= ${createdAt}::timestamptz
    and split_part(b.created_in_transaction, ' ', 1) = ${cluster} and not pg_visible_in_snapshot(split_part(b.created_in_transaction, ' ', 2)::xid8, ${transactions}::pg_snapshot)`;
  // The array makes it one lookup per statement. Without coalesce, the planner assumes that almost no code matches.
  return sql`coalesce(${id} <> all(array(${uncommitted})), true)`;
}
