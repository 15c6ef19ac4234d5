import type { RowOf } from "@/db/query";
import type { sends } from "@/db/schema";
import type { Context } from "../context";
import type { Job, JobItem, ListRange, Tally } from "../jobs/handler";
import type { SendMessage } from "./queue-send";

/** The columns of a large send that its job needs. */
export type QueuedRow = RowOf<
  typeof sends,
  "kind" | "code_key" | "code_text" | "batch_id" | "from_batch" | "scheduled_at" | "received" | "notified" | "skipped"
>;

/** Where the recipients of a large send come from. */
export type RecipientSource<Params> = {
  /** Counts those who are recipients now. */
  count(ctx: Context, params: Params): Promise<number>;
  /** Counts the recipients of a job. */
  total(ctx: Context, job: Job<Params>): Promise<number>;
  /** Lists them in an order that doesn't change. */
  list(ctx: Context, job: Job<Params>, range: ListRange): Promise<JobItem[]>;
  /** Locks some of them, and returns the emails that they get and how many don't get one, by reason. */
  select(ctx: Context, send: QueuedRow, job: Job<Params>, ids: readonly string[]): Promise<{ messages: SendMessage[]; skipped: Tally }>;
};
