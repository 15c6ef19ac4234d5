import type { JobKind, JobRecord } from "@/contract/jobs";

type JobLabels = {
  /** What it is doing, and what it has done, to `what`: "120,000 codes", or the name of a batch. */
  doing: (what: string) => string;
  did: (what: string) => string;
  /** The act in itself, to say that it failed. */
  act: string;
  noun: "code" | "lead";
  /** It is about one batch, and is called by its name. */
  ofBatch?: true;
};

const verbLabels = (doing: string, did: string, noun: JobLabels["noun"]): JobLabels => ({
  doing: (what) => `${doing} ${what}`,
  did: (what) => `${did} ${what}`,
  act: `${doing} ${noun}s`,
  noun,
});

const jobLabels: Readonly<Record<JobKind, JobLabels>> = {
  "codes.generate": verbLabels("Generating", "Generated", "code"),
  "codes.pause": verbLabels("Pausing", "Paused", "code"),
  "codes.resume": verbLabels("Resuming", "Resumed", "code"),
  "codes.extend": verbLabels("Extending", "Extended", "code"),
  "codes.delete": verbLabels("Deleting", "Deleted", "code"),
  "batch.extend": { ...verbLabels("Extending", "Extended", "code"), act: "Extending the batch", ofBatch: true },
  "batch.delete": { ...verbLabels("Deleting", "Deleted", "code"), act: "Deleting the batch", ofBatch: true },
  "leads.join_waitlist": {
    doing: (what) => `Putting ${what} on the waitlist`,
    did: (what) => `Put ${what} on the waitlist`,
    act: "Putting leads on the waitlist",
    noun: "lead",
  },
  "leads.leave_waitlist": {
    doing: (what) => `Taking ${what} off the waitlist`,
    did: (what) => `Took ${what} off the waitlist`,
    act: "Taking leads off the waitlist",
    noun: "lead",
  },
  "leads.approve": verbLabels("Accepting", "Accepted", "lead"),
  "leads.delete": verbLabels("Deleting", "Deleted", "lead"),
};

const whole = (count: number): string => count.toLocaleString("en");

/** "1 code", "120,000 codes". */
export const counted = (count: number, noun: string): string => `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;

type JobFields = Pick<JobRecord, "kind" | "status" | "total" | "processed" | "changed" | "error" | "batch">;

/** What a task that goes on is doing: "Deleting 120,000 codes". */
export function jobProgressLabel({ kind, total, batch }: JobFields): string {
  const { doing, noun, ofBatch } = jobLabels[kind];
  if (ofBatch && batch !== null) return doing(batch.name || "a batch");
  return doing(total === null ? `${noun}s` : counted(total, noun));
}

/** How a task ended: what it did, and what else there is to say of that. */
export type JobResult = { title: string; text: string | undefined; isWell: boolean };

/** How a task ended, in words. */
export function describeJobResult(task: JobFields): JobResult {
  const { kind, status, total, processed, changed, error, batch } = task;
  const { did, act, noun, ofBatch } = jobLabels[kind];
  const of = total === null || total === changed ? "" : ` of ${whole(total)}`;
  const soFar = kind === "codes.generate" ? "Nothing was made." : `${whole(changed)}${of} ${noun}s were done before, and stay so.`;
  if (status === "failed")
    return { title: `${act} failed`, text: [error?.message, changed > 0 && soFar].filter(Boolean).join(" "), isWell: false };
  if (status === "canceled") return { title: `${act} was stopped`, text: soFar, isWell: true };
  const left = processed - changed;
  const passed = left > 0 ? `${counted(left, noun)} needed nothing done.` : undefined;
  const text = error?.message ?? passed;
  if (ofBatch && batch !== null)
    return { title: did(`${batch.name || "the batch"}: ${counted(changed, noun)}`), text, isWell: error === null };
  if (changed === 0) return { title: `No ${noun} needed that`, text: error?.message, isWell: error === null };
  return { title: did(counted(changed, noun)), text, isWell: error === null };
}
