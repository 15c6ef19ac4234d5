import { expect, test } from "vitest";
import { describeWaveStatus } from "./labels";

test("a wave is sent once all of its people are invited", () => {
  const inviting = { job: "", total: 60_000, processed: 20_000, changed: 20_000, error: null };
  const label = (status: "queued" | "running" | "completed" | "canceled" | "failed") =>
    describeWaveStatus({ status: "sent", inviting: { ...inviting, status } }).label;
  expect(label("queued")).toBe("Inviting");
  expect(label("running")).toBe("Inviting");
  expect(label("canceled")).toBe("Stopped");
  expect(label("failed")).toBe("Failed");
  expect(label("completed")).toBe("Sent");
  expect(describeWaveStatus({ status: "sent", inviting: null }).label).toBe("Sent");
  expect(describeWaveStatus({ status: "recurring", inviting: { ...inviting, status: "running" } }).label).toBe("Recurring");
});
