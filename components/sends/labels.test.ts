import { expect, test } from "vitest";
import { deliveryStatusLabels } from "@/components/delivery-status";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/enums";
import { codeSummary, groupLabel, skippedLabel } from "./dialog-labels";
import { durationLabel } from "./duration";
import { progressLabel, progressSentence, retryResultMessage, sendTitle, unsentParts } from "./labels";
import { refetchInterval, shortestRefetchInterval } from "./polling";
import { retrySelection } from "./retry-selection";

const countDeliveries = (counts: Partial<Record<DeliveryStatus, number>>) =>
  Object.fromEntries(deliveryStatuses.map((status) => [status, counts[status] ?? 0])) as Record<DeliveryStatus, number>;

/** A send without recipients. */
const noEmails = { receivedLeads: 0, notifiedLeads: 0, deletedLeads: 0, skippedLeads: [], queueing: null, deliveries: countDeliveries({}) };

test("every delivery status has a label of its own", () => {
  expect(new Set(deliveryStatuses.map((status) => deliveryStatusLabels[status].label)).size).toBe(deliveryStatuses.length);
});

test("a label says why recipients are skipped, for one and for many", () => {
  expect(skippedLabel("not_a_lead", 1)).toBe("1 email doesn't belong to a lead");
  expect(skippedLabel("already_claimed", 1204)).toBe("1,204 leads already claimed this code");
  expect(skippedLabel("code_unusable", 7)).toBe("7 leads have personal codes that can't be used anymore");
});

test("the preview names the groups that a sender can include, and those that are never emailed", () => {
  expect(groupLabel("unconfirmed", 1)).toBe("Include 1 lead who hasn't confirmed their email");
  expect(groupLabel("invited", 1204)).toBe("Include 1,204 leads who are already invited");
  expect(groupLabel("bounced", 2)).toBe("2 leads aren't emailed, because earlier emails bounced");
});

test.each([
  [0, "less than a minute"],
  [59, "less than a minute"],
  [60, "about 1 minute"],
  [100, "about 2 minutes"],
  [2 * 3600 - 1, "about 120 minutes"],
  [2 * 3600, "about 2 hours"],
  [48 * 3600, "about 2 days"],
])("the label of %i seconds is %s", (seconds, label) => {
  expect(durationLabel(seconds)).toBe(label);
});

test("a toast says how many emails are retried, and how many are skipped", () => {
  expect(retryResultMessage({ requeued: 1, skipped: 0 })).toBe("1 email queued again");
  expect(retryResultMessage({ requeued: 1204, skipped: 1 })).toBe("1,204 emails queued again, 1 skipped");
  expect(retryResultMessage({ requeued: 0, skipped: 3 })).toBe("No emails queued again, 3 skipped");
});

test("the progress counts the emails that left, and says what happened to the others", () => {
  const counts = { sent: 1190, saved_to_file: 10, failed: 2, bounced: 1, canceled: 5, retrying: 2 };
  const send = { ...noEmails, receivedLeads: 1210, notifiedLeads: 1210, deliveries: countDeliveries(counts) };
  expect(progressLabel(send)).toBe("1,190 of 1,210");
  expect(unsentParts(send).map(({ label }) => label)).toEqual(["10 saved to file", "2 failed", "1 bounced", "5 canceled"]);
  const saved = { ...noEmails, receivedLeads: 1, notifiedLeads: 1, deliveries: countDeliveries({ saved_to_file: 1 }) };
  expect([progressLabel(saved), ...unsentParts(saved).map(({ label }) => label)]).toEqual(["0 of 1", "1 saved to file"]);
  expect(progressSentence(send)).toBe("1,210 emails: 1,190 sent, 10 saved to file, 2 failed, 1 bounced, 5 canceled, 2 waiting.");
});

test("an empty send says why it has no emails", () => {
  const queueing = { job: "", status: "running", total: 60_000, processed: 100, changed: 0, error: null } as const;
  const suppressed = (count: number) => [{ reason: "suppressed" as const, count }];
  const skipped = { ...noEmails, receivedLeads: 3, skippedLeads: suppressed(3) };
  expect([progressLabel(skipped), progressSentence(skipped)]).toEqual(["No recipients", "All recipients were skipped."]);
  const earlier = { ...noEmails, receivedLeads: 3, skippedLeads: null };
  expect([progressLabel(earlier), progressSentence(earlier)]).toEqual(["No recipients", "All recipients were skipped."]);
  const large = { ...noEmails, receivedLeads: 60_000, skippedLeads: suppressed(100), queueing };
  expect([progressLabel(large), progressSentence(large)]).toEqual(["No emails yet", "No emails are queued yet."]);
  const stopped = { ...large, queueing: { ...queueing, status: "canceled" as const } };
  expect([progressLabel(stopped), progressSentence(stopped)]).toEqual(["No emails", "No emails were queued."]);
  // A wave that was stopped before it invited anyone, after its job was deleted.
  expect(progressSentence(noEmails)).toBe("No emails were queued.");
});

test("the progress leaves out emails to leads who were deleted", () => {
  const send = { ...noEmails, receivedLeads: 50, notifiedLeads: 50, deletedLeads: 2, deliveries: countDeliveries({ sent: 48 }) };
  expect(progressLabel(send)).toBe("48 of 48");
  expect(progressSentence(send)).toBe("48 emails: 48 sent.");
  const erased = { ...noEmails, receivedLeads: 2, notifiedLeads: 2, deletedLeads: 2 };
  expect(progressLabel(erased)).toBe("2 leads deleted");
  expect(progressSentence(erased)).toBe("2 leads deleted.");
});

test("the page refetches a send soon while emails are being sent, later while they wait for a retry, and not once it is completed", () => {
  expect(refetchInterval({ completed: true, deliveries: countDeliveries({ sent: 3 }), scheduledAt: null })).toBe(false);
  const whileSending = refetchInterval({ completed: false, deliveries: countDeliveries({ queued: 1, retrying: 4 }), scheduledAt: null });
  const whileRetrying = refetchInterval({ completed: false, deliveries: countDeliveries({ retrying: 4 }), scheduledAt: null });
  expect(Number(whileSending)).toBeLessThan(Number(whileRetrying));
  const scheduledAt = new Date(Date.now() + 60_000).toISOString();
  expect(refetchInterval({ completed: false, deliveries: countDeliveries({ queued: 9 }), scheduledAt })).toBe(whileRetrying);
});

test("the page refetches sends with many emails less often, because the server counts all of them", () => {
  const send = (sent: number) => ({ completed: false, deliveries: countDeliveries({ queued: 10, sent }), scheduledAt: null });
  expect(refetchInterval(send(1000))).toBe(1500);
  expect(refetchInterval(send(1_000_000))).toBeGreaterThan(15_000);
  expect(refetchInterval(send(500_000_000))).toBe(60_000);
  const list = Array.from({ length: 50 }, () => ({ ...send(20_000), completed: true }));
  expect(shortestRefetchInterval(list)).toBe(false);
  expect(shortestRefetchInterval([...list, send(10)])).toBeGreaterThan(15_000);
});

test("the name of a send is its code, its batch or its subject", () => {
  expect(sendTitle({ kind: "code", code: "curious-pineapple", batch: null, content: null })).toBe("curious-pineapple");
  expect(sendTitle({ kind: "invitation", code: null, batch: { id: "1", name: "First wave" }, content: null })).toBe("First wave");
  expect(sendTitle({ kind: "code", code: null, batch: null, content: null })).toBe("Deleted code");
  const content = { subject: "News", body: "Hello", button: null };
  expect(sendTitle({ kind: "announcement", code: null, batch: null, content })).toBe("News");
});

test("the summary of a code has its uses and its end", () => {
  const code = {
    id: "1-1",
    code: "x",
    type: "creative" as const,
    batch: { id: "1", name: "b" },
    createdAt: "",
    updatedAt: "",
    reservedFor: null,
    redemptionUrl: null,
    redemptionInstructions: null,
    allowedDomains: null,
    oncePerBatch: null,
    tags: [],
    metadata: {},
    externalId: null,
  };
  const validUntil = "2026-12-31T23:30:00.000Z";
  expect(codeSummary({ ...code, status: "active", claims: 38, allowedClaims: 50, validFrom: null, validUntil }, "Europe/Berlin")).toBe(
    "Active, 12 of 50 uses left, expires Jan 1, 2027",
  );
  expect(codeSummary({ ...code, status: "exhausted", claims: 1, allowedClaims: 1, validFrom: null, validUntil: null }, "UTC")).toBe(
    "Used up",
  );
});

test("a retry of a selection has only its failed emails", () => {
  const send = { id: "1", deliveries: countDeliveries({ failed: 7 }) };
  const cached = new Map([
    ["a", { status: "failed" as const }],
    ["b", { status: "sent" as const }],
  ]);
  const noFilters = {};
  expect(retrySelection(send, noFilters, { kind: "some", ids: ["a", "b", "c"] }, cached)).toEqual({
    count: 1,
    request: { id: "1", deliveries: ["a"] },
  });
  expect(retrySelection(send, noFilters, { kind: "all" }, cached)).toEqual({ count: 7, request: { id: "1" } });
  expect(retrySelection(send, { q: "ada", status: "failed" }, { kind: "all" }, cached)).toEqual({
    count: null,
    request: { id: "1", filter: { q: "ada" } },
  });
  expect(retrySelection(send, { status: "sent" }, { kind: "all" }, cached).count).toBe(0);
});
