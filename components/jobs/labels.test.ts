import { expect, test } from "vitest";
import { exampleJob, type JobRecord, jobKinds } from "@/contract/jobs";
import { describeJobResult, jobProgressLabel } from "./labels";

const createJob = (fields: Partial<JobRecord>): JobRecord => ({ ...exampleJob, ...fields });
const batch = { id: exampleJob.id, name: "Spring fair" };

test.each<[Partial<JobRecord>, string]>([
  [{ kind: "codes.delete", total: 120_000 }, "Deleting 120,000 codes"],
  [{ kind: "codes.pause", total: 1 }, "Pausing 1 code"],
  [{ kind: "codes.extend", total: null }, "Extending codes"],
  [{ kind: "codes.generate", total: 250_000, batch: null }, "Generating 250,000 codes"],
  [{ kind: "batch.delete", total: 500, batch }, "Deleting Spring fair"],
  [{ kind: "batch.delete", total: 500, batch: { ...batch, name: "" } }, "Deleting the batch"],
  [{ kind: "leads.join_waitlist", total: 12 }, "Adding 12 leads to the waitlist"],
  [{ kind: "leads.leave_waitlist", total: 1 }, "Removing 1 lead from the waitlist"],
])("the running job %j is described as %j", (fields, label) => {
  expect(jobProgressLabel(createJob(fields))).toBe(label);
});

const completed = { status: "completed", total: 12, processed: 12, changed: 12 } as const;
const error = { error: "batch_paused", message: "This code's batch is paused. Resume the batch instead." };

test.each<[Partial<JobRecord>, string, string | undefined, boolean]>([
  [{ ...completed, kind: "codes.delete" }, "Deleted 12 codes", undefined, true],
  [{ ...completed, kind: "codes.pause", changed: 9 }, "Paused 9 codes", "3 codes needed no change.", true],
  [{ ...completed, kind: "codes.pause", changed: 0 }, "No codes needed a change", undefined, true],
  [{ ...completed, kind: "codes.resume", changed: 9, error }, "Resumed 9 codes", error.message, false],
  [{ ...completed, kind: "codes.generate", batch }, "Generated 12 codes", undefined, true],
  [{ ...completed, kind: "batch.delete", batch }, "Deleted Spring fair: 12 codes", undefined, true],
  [{ ...completed, kind: "bin.restore", total: 1, processed: 1, changed: 1 }, "Restored 1 item", undefined, true],
  [{ ...completed, kind: "bin.restore", batch }, "Restored Spring fair: 12 codes", undefined, true],
  [{ ...completed, kind: "bin.restore", total: 1, processed: 1, changed: 0, error }, "Nothing was restored", error.message, false],
  [{ ...completed, kind: "bin.delete", total: 1, processed: 1, changed: 0 }, "Nothing was permanently deleted", undefined, true],
  [{ ...completed, kind: "bin.delete" }, "Permanently deleted 12 items", undefined, true],
  [{ ...completed, kind: "leads.join_waitlist", total: 1, processed: 1, changed: 1 }, "Added 1 lead to the waitlist", undefined, true],
  [
    { kind: "codes.delete", status: "canceled", total: 100, processed: 40, changed: 40 },
    "Deleting codes was canceled",
    "40 of 100 codes were already processed.",
    true,
  ],
  [
    { kind: "codes.generate", status: "canceled", total: 100, processed: 40, changed: 40 },
    "Code generation was canceled",
    "No codes were generated.",
    true,
  ],
  [
    {
      kind: "batch.delete",
      status: "failed",
      total: 100,
      processed: 40,
      changed: 40,
      batch,
      error: { error: "internal", message: "Something went wrong." },
    },
    "Failed to delete the batch",
    "Something went wrong. 40 of 100 codes were already processed.",
    false,
  ],
])("the result of the job %j is described as %j", (fields, title, text, isSuccess) => {
  expect(describeJobResult(createJob(fields))).toEqual({ title, text, isSuccess });
});

test("every kind of job has labels", () => {
  for (const kind of jobKinds) {
    expect(jobProgressLabel(createJob({ kind })), kind).toMatch(/^[A-Z]/);
    for (const status of ["completed", "failed", "canceled"] as const)
      expect(describeJobResult(createJob({ kind, status })).title, kind).toMatch(/^[A-Z][\w ,:]+$/);
  }
});
