import { expect, test } from "vitest";
import { exampleJob, type JobRecord, jobKinds } from "@/contract/jobs";
import { jobProgressLabel, describeJobResult } from "./labels";

const aTask = (some: Partial<JobRecord>): JobRecord => ({ ...exampleJob, ...some });
const batch = { id: exampleJob.id, name: "Spring fair" };

test.each<[Partial<JobRecord>, string]>([
  [{ kind: "codes.delete", total: 120_000 }, "Deleting 120,000 codes"],
  [{ kind: "codes.pause", total: 1 }, "Pausing 1 code"],
  [{ kind: "codes.extend", total: null }, "Extending codes"],
  [{ kind: "codes.generate", total: 250_000, batch: null }, "Generating 250,000 codes"],
  [{ kind: "batch.delete", total: 500, batch }, "Deleting Spring fair"],
  [{ kind: "batch.delete", total: 500, batch: { ...batch, name: "" } }, "Deleting a batch"],
  [{ kind: "leads.join_waitlist", total: 12 }, "Putting 12 leads on the waitlist"],
  [{ kind: "leads.leave_waitlist", total: 1 }, "Taking 1 lead off the waitlist"],
])("a task that goes on, %j, says %j", (some, said) => {
  expect(jobProgressLabel(aTask(some))).toBe(said);
});

const done = { status: "completed", total: 12, processed: 12, changed: 12 } as const;
const problem = { error: "batch_paused", message: "That code's batch is paused. Resume the batch instead." };

test.each<[Partial<JobRecord>, string, string | undefined, boolean]>([
  [{ ...done, kind: "codes.delete" }, "Deleted 12 codes", undefined, true],
  [{ ...done, kind: "codes.pause", changed: 9 }, "Paused 9 codes", "3 codes needed nothing done.", true],
  [{ ...done, kind: "codes.pause", changed: 0 }, "No code needed that", undefined, true],
  [{ ...done, kind: "codes.resume", changed: 9, error: problem }, "Resumed 9 codes", problem.message, false],
  [{ ...done, kind: "codes.generate", batch }, "Generated 12 codes", undefined, true],
  [{ ...done, kind: "batch.delete", batch }, "Deleted Spring fair: 12 codes", undefined, true],
  [{ ...done, kind: "leads.join_waitlist", total: 1, processed: 1, changed: 1 }, "Put 1 lead on the waitlist", undefined, true],
  [
    { kind: "codes.delete", status: "canceled", total: 100, processed: 40, changed: 40 },
    "Deleting codes was stopped",
    "40 of 100 codes were done before, and stay so.",
    true,
  ],
  [
    { kind: "codes.generate", status: "canceled", total: 100, processed: 40, changed: 40 },
    "Generating codes was stopped",
    "Nothing was made.",
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
      error: { error: "internal", message: "It broke." },
    },
    "Deleting the batch failed",
    "It broke. 40 of 100 codes were done before, and stay so.",
    false,
  ],
])("a task that has ended, %j, says %j", (some, title, text, isWell) => {
  expect(describeJobResult(aTask(some))).toEqual({ title, text, isWell });
});

test("every kind of task says something of itself", () => {
  for (const kind of jobKinds) {
    expect(jobProgressLabel(aTask({ kind })), kind).toMatch(/^[A-Z]/);
    for (const status of ["completed", "failed", "canceled"] as const)
      expect(describeJobResult(aTask({ kind, status })).title, kind).toMatch(/^[A-Z][\w ,:]+$/);
  }
});
