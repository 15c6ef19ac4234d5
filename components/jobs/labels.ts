import type { JobKind, JobRecord } from "@/contract/jobs";
import { type PluralForms, plural } from "@/lib/plural";

type JobLabels = {
  /** While the job runs. `unknown` is used until its items are counted. */
  running: PluralForms & { unknown: string };
  completed: PluralForms;
  failed: string;
  canceled: string;
  /** The title if it changed none of its items. */
  noneChanged: string;
  noun: "code" | "lead" | "item" | "row" | "email" | "person";
  /** For a job about one batch, which is named instead of counted. */
  batch?: { running: (name: string) => string; completed: (name: string, codes: number) => string };
};

/** The labels of a job that does the same to many codes: `doing`, `done` and `verb` are "Deleting", "Deleted" and "delete". */
const codeJob = (doing: string, done: string, verb: string): JobLabels => ({
  running: { one: `${doing} {n} code`, other: `${doing} {n} codes`, unknown: `${doing} codes` },
  completed: { one: `${done} {n} code`, other: `${done} {n} codes` },
  failed: `Failed to ${verb} codes`,
  canceled: `${doing} codes was canceled`,
  noneChanged: "No codes needed a change",
  noun: "code",
});

/** The labels of a job that does the same to all codes of a batch. */
const batchJob = (doing: string, done: string, verb: string): JobLabels => ({
  ...codeJob(doing, done, verb),
  failed: `Failed to ${verb} the batch`,
  canceled: `${doing} the batch was canceled`,
  batch: {
    running: (name) => `${doing} ${name}`,
    completed: (name, codes) => `${done} ${name}: ${itemCount("code", codes)}`,
  },
});

/** The labels of a job that does the same to many leads. `place` is such as " to the waitlist". */
const leadJob = (doing: string, done: string, verb: string, place = ""): JobLabels => ({
  running: { one: `${doing} {n} lead${place}`, other: `${doing} {n} leads${place}`, unknown: `${doing} leads${place}` },
  completed: { one: `${done} {n} lead${place}`, other: `${done} {n} leads${place}` },
  failed: `Failed to ${verb} leads${place}`,
  canceled: `${doing} leads${place} was canceled`,
  noneChanged: "No leads needed a change",
  noun: "lead",
});

/** The labels of a job about items of the bin. */
const binJob = (doing: string, done: string, verb: string): JobLabels => ({
  running: { one: `${doing} {n} item`, other: `${doing} {n} items`, unknown: `${doing} items` },
  completed: { one: `${done} {n} item`, other: `${done} {n} items` },
  failed: `Failed to ${verb}`,
  canceled: `${doing} was canceled`,
  noneChanged: `Nothing was ${done.toLowerCase()}`,
  noun: "item",
});

const jobLabels: Readonly<Record<JobKind, JobLabels>> = {
  "codes.generate": { ...codeJob("Generating", "Generated", "generate"), canceled: "Code generation was canceled" },
  "codes.pause": codeJob("Pausing", "Paused", "pause"),
  "codes.resume": codeJob("Resuming", "Resumed", "resume"),
  "codes.extend": codeJob("Extending", "Extended", "extend"),
  "codes.add_tags": codeJob("Adding tags to", "Added tags to", "add tags to"),
  "codes.remove_tags": codeJob("Removing tags from", "Removed tags from", "remove tags from"),
  "codes.delete": codeJob("Deleting", "Deleted", "delete"),
  "codes.print": {
    running: { one: "Creating a file of {n} code", other: "Creating a file of {n} codes", unknown: "Creating a file of codes" },
    completed: { one: "The file of {n} code is ready", other: "The file of {n} codes is ready" },
    failed: "Failed to create the file",
    canceled: "Creating the file was canceled",
    noneChanged: "No codes were printed",
    noun: "code",
  },
  "batch.extend": batchJob("Extending", "Extended", "extend"),
  "batch.delete": batchJob("Deleting", "Deleted", "delete"),
  "leads.join_waitlist": leadJob("Adding", "Added", "add", " to the waitlist"),
  "leads.leave_waitlist": leadJob("Removing", "Removed", "remove", " from the waitlist"),
  "leads.return_to_waitlist": leadJob("Putting", "Put", "put", " back in line"),
  "leads.reissue_invitation": {
    ...leadJob("Reissuing the invitation of", "Reissued the invitation of", "reissue the invitation of"),
    noneChanged: "No invitation needed to be reissued",
  },
  "leads.approve": leadJob("Approving", "Approved", "approve"),
  "leads.add_tags": leadJob("Adding tags to", "Added tags to", "add tags to"),
  "leads.remove_tags": leadJob("Removing tags from", "Removed tags from", "remove tags from"),
  "leads.delete": leadJob("Deleting", "Deleted", "delete"),
  "import.check": leadJob("Checking", "Checked", "check", " in a file"),
  "import.run": leadJob("Importing", "Imported", "import"),
  "list.export": {
    running: { one: "Exporting {n} row", other: "Exporting {n} rows", unknown: "Exporting a list" },
    completed: { one: "Exported {n} row", other: "Exported {n} rows" },
    failed: "Failed to export the list",
    canceled: "The export was canceled",
    noneChanged: "The list has no rows",
    noun: "row",
  },
  "import.undo": leadJob("Removing", "Removed", "remove", " from an import"),
  "bin.restore": {
    ...binJob("Restoring", "Restored", "restore from the bin"),
    batch: { running: (name) => `Restoring ${name}`, completed: (name, codes) => `Restored ${name}: ${itemCount("code", codes)}` },
  },
  "bin.delete": binJob("Permanently deleting", "Permanently deleted", "delete from the bin"),
  "send.queue": {
    running: { one: "Queueing {n} email", other: "Queueing {n} emails", unknown: "Queueing emails" },
    completed: { one: "Queued {n} email", other: "Queued {n} emails" },
    failed: "Failed to queue emails",
    canceled: "Sending was stopped",
    noneChanged: "No emails were queued",
    noun: "email",
  },
  "send.retry": {
    running: { one: "Retrying {n} failed email", other: "Retrying {n} failed emails", unknown: "Retrying failed emails" },
    completed: { one: "Queued {n} email again", other: "Queued {n} emails again" },
    failed: "Failed to retry emails",
    canceled: "Retrying emails was canceled",
    noneChanged: "No emails queued again",
    noun: "email",
  },
  "wave.invite": {
    running: { one: "Inviting {n} person", other: "Inviting {n} people", unknown: "Inviting people" },
    completed: { one: "Invited {n} person", other: "Invited {n} people" },
    failed: "Failed to invite people",
    canceled: "Inviting people was stopped",
    noneChanged: "No one was invited",
    noun: "person",
  },
  "webhook.recover": {
    running: { one: "Queuing {n} event", other: "Queuing {n} events", unknown: "Queuing events" },
    completed: { one: "Queued {n} event", other: "Queued {n} events" },
    failed: "Failed to queue events for a webhook",
    canceled: "Queuing events for a webhook was stopped",
    noneChanged: "No event needed to be sent again",
    noun: "item",
  },
};

type ItemForms = {
  count: PluralForms;
  unchanged: PluralForms;
  processed: PluralForms;
  processedOfTotal: (total: string) => PluralForms;
};

/** The sentences about what a job processes. `done` is what happened to those it has processed. */
const createForms = ([one, other]: readonly [string, string], done: string, unchanged: PluralForms): ItemForms => ({
  count: { one: `{n} ${one}`, other: `{n} ${other}` },
  processed: { one: `{n} ${one} was already ${done}.`, other: `{n} ${other} were already ${done}.` },
  processedOfTotal: (total) => ({
    one: `{n} of ${total} ${other} was already ${done}.`,
    other: `{n} of ${total} ${other} were already ${done}.`,
  }),
  unchanged,
});

const itemForms: Readonly<Record<JobLabels["noun"], ItemForms>> = {
  code: createForms(["code", "codes"], "processed", { one: "{n} code needed no change.", other: "{n} codes needed no change." }),
  lead: createForms(["lead", "leads"], "processed", { one: "{n} lead needed no change.", other: "{n} leads needed no change." }),
  item: createForms(["item", "items"], "processed", {
    one: "{n} item was no longer in the bin.",
    other: "{n} items were no longer in the bin.",
  }),
  email: createForms(["email", "emails"], "queued", { one: "{n} lead was skipped.", other: "{n} leads were skipped." }),
  person: createForms(["person", "people"], "invited", {
    one: "{n} fewer person could be invited.",
    other: "{n} fewer people could be invited.",
  }),
  row: createForms(["row", "rows"], "written", { one: "{n} row was left out.", other: "{n} rows were left out." }),
};

const itemCount = (noun: JobLabels["noun"], count: number): string => plural(count, itemForms[noun].count);

/** The copy of the background jobs panel. */
export const labels = {
  panel: "Background jobs",
  queued: "Queued",
  processed: (count: number) => plural(count, { one: "{n} done", other: "{n} done" }),
  cancel: "Cancel",
  undo: "Undo",
  undoJob: (title: string) => `Undo: ${title}`,
  undoFailed: "Couldn't restore it",
  restorable: (days: number) => plural(days, { one: "You can restore it for {n} day.", other: "You can restore it for {n} days." }),
  irreversible: "This can't be undone.",
  /** What has to be typed to confirm a permanent deletion. */
  confirmText: "delete",
  cancelJob: (job: string) => `Cancel: ${job}`,
  cancelFailed: "Couldn't cancel the job",
  dismiss: (title: string) => `Dismiss: ${title}`,
  viewBatch: "View batch",
  downloadFile: "Download file",
  unnamedBatch: "the batch",
  nothingGenerated: "No codes were generated.",
  noFile: "No file was created.",
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
  const { completed, failed, canceled, noneChanged, noun, batch: batchLabels } = jobLabels[kind];
  if (status === "failed")
    return { title: failed, text: [error?.message, changed > 0 && partialResult(job)].filter(Boolean).join(" "), isSuccess: false };
  if (status === "canceled") return { title: canceled, text: partialResult(job), isSuccess: true };
  const isSuccess = error === null;
  const unchanged = processed - changed;
  const text = error?.message ?? (unchanged > 0 ? plural(unchanged, itemForms[noun].unchanged) : undefined);
  if (batchLabels && batch !== null) return { title: batchLabels.completed(batch.name || labels.unnamedBatch, changed), text, isSuccess };
  if (changed === 0) return { title: noneChanged, text: error?.message, isSuccess };
  return { title: plural(changed, completed), text, isSuccess };
}

function partialResult({ kind, total, changed }: JobFields): string {
  if (kind === "codes.generate") return labels.nothingGenerated;
  if (kind === "codes.print") return labels.noFile;
  const { processed, processedOfTotal } = itemForms[jobLabels[kind].noun];
  return plural(changed, total === null || total === changed ? processed : processedOfTotal(total.toLocaleString("en")));
}
