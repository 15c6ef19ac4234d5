import { expect, test } from "vitest";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/kinds";
import { progressSentence, progressLabel } from "./progress";
import { refetchInterval } from "./queries";
import { retrySelection } from "./retry-selection";
import { codeSummary, deliveryStatusLabels, retryResultMessage, sendTitle, skippedLabel } from "./labels";

const tally = (some: Partial<Record<DeliveryStatus, number>>) =>
  Object.fromEntries(deliveryStatuses.map((status) => [status, some[status] ?? 0])) as Record<DeliveryStatus, number>;

test("every status has a word of its own", () => {
  expect(new Set(deliveryStatuses.map((status) => deliveryStatusLabels[status].label)).size).toBe(deliveryStatuses.length);
});

test("who is skipped is said for one and for many", () => {
  expect(skippedLabel("not_a_lead", 1)).toBe("1 is not a lead");
  expect(skippedLabel("already_claimed", 1204)).toBe("1,204 have claimed this code already");
  expect(skippedLabel("code_unusable", 7)).toBe("7 have personal codes that cannot be sent any more");
});

test("what was tried again is told with what was passed over", () => {
  expect(retryResultMessage({ requeued: 1, skippedCount: 0 })).toBe("1 message is queued again");
  expect(retryResultMessage({ requeued: 1204, skippedCount: 1 })).toBe("1,204 messages are queued again, 1 was passed over");
  expect(retryResultMessage({ requeued: 0, skippedCount: 3 })).toBe("No message is queued again, 3 were passed over");
});

test("how far a send is counts what has left or was kept, of what was queued", () => {
  const send = { notifiedLeads: 1210, deliveries: tally({ sent: 1190, saved_to_file: 10, failed: 2, canceled: 5, retrying: 3 }) };
  expect(progressLabel(send)).toBe("1,200 of 1,210");
  expect(progressSentence(send)).toBe("Of 1,210 messages: 1,190 sent, 10 kept as files, 2 failed, 5 cancelled, 3 still wait.");
  expect(progressSentence({ notifiedLeads: 0, deliveries: tally({}) })).toBe("Nobody who was named could get it.");
});

test("a send is looked at again soon while mail leaves, later while all that waits was put off, and not once it is done", () => {
  expect(refetchInterval({ completed: true, deliveries: tally({ sent: 3 }) })).toBe(false);
  const soon = refetchInterval({ completed: false, deliveries: tally({ queued: 1, retrying: 4 }) });
  const later = refetchInterval({ completed: false, deliveries: tally({ retrying: 4 }) });
  expect(Number(soon)).toBeLessThan(Number(later));
});

test("what was sent is named by its code or its batch", () => {
  expect(sendTitle({ kind: "code", code: "curious-pineapple", batch: null })).toBe("curious-pineapple");
  expect(sendTitle({ kind: "invitation", code: null, batch: { id: "1", name: "First wave" } })).toBe("First wave");
  expect(sendTitle({ kind: "code", code: null, batch: null })).toBe("A deleted code");
});

test("how a code stands is said with its uses and its end", () => {
  const code = { code: "x", type: "creative", batch: { id: "1", name: "b" }, createdAt: "", updatedAt: "", reservedFor: null } as const;
  const until = "2026-12-31T23:30:00.000Z";
  expect(
    codeSummary({ ...code, status: "active", claims: 38, allowedClaims: 50, validFrom: null, validUntil: until }, "Europe/Berlin"),
  ).toBe("Active, 12 of 50 uses left, ends 1 Jan 2027");
  expect(codeSummary({ ...code, status: "exhausted", claims: 1, allowedClaims: 1, validFrom: null, validUntil: null }, "UTC")).toBe(
    "Used up",
  );
});

test("of a selection only what failed is tried again", () => {
  const send = { id: "1", deliveries: tally({ failed: 7 }) };
  const known = new Map([
    ["a", { status: "failed" as const }],
    ["b", { status: "sent" as const }],
  ]);
  const none = { q: null, status: null };
  expect(retrySelection(send, none, { kind: "some", ids: ["a", "b", "c"] }, known)).toEqual({
    count: 1,
    retried: { send: "1", deliveries: ["a"] },
  });
  expect(retrySelection(send, none, { kind: "all" }, known)).toEqual({ count: 7, retried: { send: "1" } });
  expect(retrySelection(send, { q: "ada", status: "failed" }, { kind: "all" }, known)).toEqual({
    count: null,
    retried: { send: "1", filter: { q: "ada" } },
  });
  expect(retrySelection(send, { q: null, status: "sent" }, { kind: "all" }, known).count).toBe(0);
});
