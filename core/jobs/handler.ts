import type { ErrorName } from "@/contract/errors";
import type { TaskRecord } from "@/contract/tasks";
import type { Context } from "../context";

/**
 * A task as the work on it sees it. `createdAt` is the database's text; what was made later is not the task's, nor is what `seen` does not
 * have: see `batchWasSeen`. It is null for tasks from before that was written down.
 */
export type Task<Ask = unknown> = { id: string; ask: Ask; createdAt: string; seen: string | null };

/** Things that were counted on the way, by names of the work's own. */
export type Tally = Readonly<Record<string, number>>;

/** Where a list of things goes on, and how many of them are wanted. */
export type From = { after: string | null; limit: number };

/** One thing that a task is about, by what identifies it, and where the list of them goes on after it. */
export type Thing = { id: string; at: string };

/** What came of some things. */
export type Done = { changed: number; tally?: Tally };

export type Problem = NonNullable<TaskRecord["problem"]>;

/** How tasks of a kind are done: things are listed, and some at a time are locked, looked at again and changed. */
export type Work<Ask = unknown> = {
  /** How many things there are to look at. */
  total(ctx: Context, task: Task<Ask>): Promise<number>;
  /** Lists them in an order that no change moves. */
  list(ctx: Context, task: Task<Ask>, from: From): Promise<Thing[]>;
  /** What is done at once where the worker does the rest, in the transaction of the call. */
  beforehand?(ctx: Context, task: Task<Ask>): Promise<void>;
  /** Changes some of them, which may be gone or another's by now, in the caller's transaction; `first` where none was done before. */
  change(ctx: Context, task: Task<Ask>, ids: readonly string[], first: boolean): Promise<Done>;
  /** What is done last, in the transaction of the last of them. */
  finish?(ctx: Context, task: Task<Ask>, sums: { changed: number; tally: Tally }): Promise<void>;
  /** Why some of it could not be done, from what was counted; null where all could. */
  problem?(tally: Tally): Problem | null;
};

/** Thrown where a task is found ended by somebody else, so that what is under way is undone. */
export class Ended extends Error {}

/** Thrown where another worker is still at a task. */
export class Elsewhere extends Error {}

/** The sums of two tallies. */
export function added(one: Tally, other: Tally = {}): Tally {
  const sums: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Tells of codes that were not changed, or not wholly, by how many of them and what they did instead. */
export function problemWith(error: ErrorName, codes: readonly [count: number, did: string][]): Problem | null {
  const told = codes.filter(([count]) => count > 0);
  const sentences = told.map(([count, did]) => `${count.toLocaleString("en")} ${count === 1 ? "code" : "codes"} ${did}.`);
  return told.length === 0 ? null : { error, message: sentences.join(" ") };
}
