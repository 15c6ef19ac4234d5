import type { JobKind, JobRecord } from "@/contract/jobs";
import { type PluralForms, plural } from "@/lib/plural";

type JobLabels = {
  /** While the job runs. `unknown` is used until its items are counted. */
  running: PluralForms & { unknown: string };
  completed: PluralForms;
  failed: string;
  canceled: string;
  noun: "code" | "lead";
  /** For a job about one batch, which is named instead of counted. */
  batch?: { running: (name: string) => string; completed: (name: string, codes: number) => string };
};

const jobLabels: Readonly<Record<JobKind, JobLabels>> = {
  "codes.generate": {
    running: { one: "Generating {n} code", other: "Generating {n} codes", unknown: "Generating codes" },
    completed: { one: "Generated {n} code", other: "Generated {n} codes" },
    failed: "Failed to generate codes",
    canceled: "Code generation was canceled",
    noun: "code",
  },
  "codes.pause": {
    running: { one: "Pausing {n} code", other: "Pausing {n} codes", unknown: "Pausing codes" },
    completed: { one: "Paused {n} code", other: "Paused {n} codes" },
    failed: "Failed to pause codes",
    canceled: "Pausing codes was canceled",
    noun: "code",
  },
  "codes.resume": {
    running: { one: "Resuming {n} code", other: "Resuming {n} codes", unknown: "Resuming codes" },
    completed: { one: "Resumed {n} code", other: "Resumed {n} codes" },
    failed: "Failed to resume codes",
    canceled: "Resuming codes was canceled",
    noun: "code",
  },
  "codes.extend": {
    running: { one: "Extending {n} code", other: "Extending {n} codes", unknown: "Extending codes" },
    completed: { one: "Extended {n} code", other: "Extended {n} codes" },
    failed: "Failed to extend codes",
    canceled: "Extending codes was canceled",
    noun: "code",
  },
  "codes.delete": {
    running: { one: "Deleting {n} code", other: "Deleting {n} codes", unknown: "Deleting codes" },
    completed: { one: "Deleted {n} code", other: "Deleted {n} codes" },
    failed: "Failed to delete codes",
    canceled: "Deleting codes was canceled",
    noun: "code",
  },
  "batch.extend": {
    running: { one: "Extending {n} code", other: "Extending {n} codes", unknown: "Extending codes" },
    completed: { one: "Extended {n} code", other: "Extended {n} codes" },
    failed: "Failed to extend the batch",
    canceled: "Extending the batch was canceled",
    noun: "code",
    batch: {
      running: (name) => `Extending ${name}`,
      completed: (name, codes) => `Extended ${name}: ${itemCount("code", codes)}`,
    },
  },
  "batch.delete": {
    running: { one: "Deleting {n} code", other: "Deleting {n} codes", unknown: "Deleting codes" },
    completed: { one: "Deleted {n} code", other: "Deleted {n} codes" },
    failed: "Failed to delete the batch",
    canceled: "Deleting the batch was canceled",
    noun: "code",
    batch: {
      running: (name) => `Deleting ${name}`,
      completed: (name, codes) => `Deleted ${name}: ${itemCount("code", codes)}`,
    },
  },
  "leads.join_waitlist": {
    running: { one: "Adding {n} lead to the waitlist", other: "Adding {n} leads to the waitlist", unknown: "Adding leads to the waitlist" },
    completed: { one: "Added {n} lead to the waitlist", other: "Added {n} leads to the waitlist" },
    failed: "Failed to add leads to the waitlist",
    canceled: "Adding leads to the waitlist was canceled",
    noun: "lead",
  },
  "leads.leave_waitlist": {
    running: {
      one: "Removing {n} lead from the waitlist",
      other: "Removing {n} leads from the waitlist",
      unknown: "Removing leads from the waitlist",
    },
    completed: { one: "Removed {n} lead from the waitlist", other: "Removed {n} leads from the waitlist" },
    failed: "Failed to remove leads from the waitlist",
    canceled: "Removing leads from the waitlist was canceled",
    noun: "lead",
  },
  "leads.approve": {
    running: { one: "Approving {n} lead", other: "Approving {n} leads", unknown: "Approving leads" },
    completed: { one: "Approved {n} lead", other: "Approved {n} leads" },
    failed: "Failed to approve leads",
    canceled: "Approving leads was canceled",
    noun: "lead",
  },
  "leads.delete": {
    running: { one: "Deleting {n} lead", other: "Deleting {n} leads", unknown: "Deleting leads" },
    completed: { one: "Deleted {n} lead", other: "Deleted {n} leads" },
    failed: "Failed to delete leads",
    canceled: "Deleting leads was canceled",
    noun: "lead",
  },
};

type ItemForms = {
  count: PluralForms;
  unchanged: PluralForms;
  processed: PluralForms;
  processedOfTotal: (total: string) => PluralForms;
  noneChanged: string;
};

/** The sentences about the codes or leads that a job processes. */
const itemForms: Readonly<Record<JobLabels["noun"], ItemForms>> = {
  code: {
    count: { one: "{n} code", other: "{n} codes" },
    unchanged: { one: "{n} code needed no change.", other: "{n} codes needed no change." },
    processed: { one: "{n} code was already processed.", other: "{n} codes were already processed." },
    processedOfTotal: (total) => ({
      one: `{n} of ${total} codes was already processed.`,
      other: `{n} of ${total} codes were already processed.`,
    }),
    noneChanged: "No codes needed a change",
  },
  lead: {
    count: { one: "{n} lead", other: "{n} leads" },
    unchanged: { one: "{n} lead needed no change.", other: "{n} leads needed no change." },
    processed: { one: "{n} lead was already processed.", other: "{n} leads were already processed." },
    processedOfTotal: (total) => ({
      one: `{n} of ${total} leads was already processed.`,
      other: `{n} of ${total} leads were already processed.`,
    }),
    noneChanged: "No leads needed a change",
  },
};

const itemCount = (noun: JobLabels["noun"], count: number): string => plural(count, itemForms[noun].count);

/** The copy of the background jobs panel. */
export const labels = {
  panel: "Background jobs",
  queued: "Queued",
  processed: (count: number) => plural(count, { one: "{n} done", other: "{n} done" }),
  cancel: "Cancel",
  cancelJob: (job: string) => `Cancel: ${job}`,
  cancelFailed: "Couldn't cancel the job",
  dismiss: (title: string) => `Dismiss: ${title}`,
  viewBatch: "View batch",
  unnamedBatch: "the batch",
  nothingGenerated: "No codes were generated.",
} as const;

type JobFields = Pick<JobRecord, "kind" | "status" | "total" | "processed" | "changed" | "error" | "batch">;

/** Describes what a running job does: "Deleting 120,000 codes". */
export function jobProgressLabel({ kind, total, batch }: JobFields): string {
  const { running, batch: batchLabels } = jobLabels[kind];
  if (batchLabels && batch !== null) return batchLabels.running(batch.name || labels.unnamedBatch);
  return total === null ? running.unknown : plural(total, running);
}

/** How a job ended: a title, details if there are any, and whether everything worked. */
type JobResult = { title: string; text: string | undefined; isSuccess: boolean };

/** Describes how a job ended. */
export function describeJobResult(job: JobFields): JobResult {
  const { kind, status, processed, changed, error, batch } = job;
  const { completed, failed, canceled, noun, batch: batchLabels } = jobLabels[kind];
  if (status === "failed")
    return { title: failed, text: [error?.message, changed > 0 && partialResult(job)].filter(Boolean).join(" "), isSuccess: false };
  if (status === "canceled") return { title: canceled, text: partialResult(job), isSuccess: true };
  const isSuccess = error === null;
  const unchanged = processed - changed;
  const text = error?.message ?? (unchanged > 0 ? plural(unchanged, itemForms[noun].unchanged) : undefined);
  if (batchLabels && batch !== null) return { title: batchLabels.completed(batch.name || labels.unnamedBatch, changed), text, isSuccess };
  if (changed === 0) return { title: itemForms[noun].noneChanged, text: error?.message, isSuccess };
  return { title: plural(changed, completed), text, isSuccess };
}

function partialResult({ kind, total, changed }: JobFields): string {
  if (kind === "codes.generate") return labels.nothingGenerated;
  const { processed, processedOfTotal } = itemForms[jobLabels[kind].noun];
  return plural(changed, total === null || total === changed ? processed : processedOfTotal(total.toLocaleString("en")));
}
