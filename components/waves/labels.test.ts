import { expect, test } from "vitest";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/enums";
import { describeWaveEmails, describeWaveStatus } from "./labels";

const countDeliveries = (counts: Partial<Record<DeliveryStatus, number>>) =>
  Object.fromEntries(deliveryStatuses.map((status) => [status, counts[status] ?? 0])) as Record<DeliveryStatus, number>;

const inviting = { job: "", total: 60_000, processed: 20_000, changed: 20_000, error: null };

test("a large wave is being invited until all of its people are", () => {
  const label = (status: "queued" | "running" | "completed" | "canceled" | "failed") =>
    describeWaveStatus({ status: "sent", inviting: { ...inviting, status }, deliveries: countDeliveries({ sent: 1 }) }).label;
  expect(label("queued")).toBe("Inviting");
  expect(label("running")).toBe("Inviting");
  expect(label("canceled")).toBe("Stopped");
  expect(label("failed")).toBe("Failed");
  expect(label("completed")).toBe("Sent");
  expect(
    describeWaveStatus({ status: "recurring", inviting: { ...inviting, status: "running" }, deliveries: countDeliveries({}) }).label,
  ).toBe("Recurring");
});

test.each([
  [{}, "Done", "neutral"],
  [{ sent: 20 }, "Sent", "positive"],
  [{ saved_to_file: 20 }, "Saved to file", "warning"],
  [{ saved_to_file: 19, failed: 1 }, "Saved to file", "warning"],
  [{ sent: 19, saved_to_file: 1 }, "Partly sent", "warning"],
  [{ sent: 1, bounced: 1 }, "Partly sent", "warning"],
  [{ failed: 2 }, "Failed", "negative"],
  [{ bounced: 1, canceled: 1 }, "Bounced", "negative"],
  [{ suppressed: 3 }, "Suppressed", "neutral"],
  [{ queued: 20 }, "Queued", "neutral"],
  [{ queued: 10, sent: 10 }, "Sending", "info"],
  [{ retrying: 1 }, "Retrying", "warning"],
] as const)("a wave whose emails are %j is %s", (counts, label, tone) => {
  const deliveries = countDeliveries(counts);
  expect(describeWaveStatus({ status: "sent", inviting: null, deliveries })).toEqual({ label, tone });
});

test("the emails of a wave are counted by what happened to them", () => {
  expect(describeWaveEmails({ deliveries: countDeliveries({ sent: 1204, saved_to_file: 2, bounced: 1 }) })).toEqual([
    { status: "sent", text: "1,204 sent" },
    { status: "saved_to_file", text: "2 saved to file" },
    { status: "bounced", text: "1 bounced" },
  ]);
  expect(describeWaveEmails({ deliveries: countDeliveries({}) })).toEqual([]);
});
