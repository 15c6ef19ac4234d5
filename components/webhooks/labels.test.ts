import { describe, expect, test } from "vitest";
import { eventTypes } from "@/contract/event-types";
import { countCap } from "@/contract/limits";
import { webhookName } from "@/contract/webhook-targets";
import {
  describeDelivery,
  describeMissed,
  describeWebhookStatus,
  eventGroups,
  formatMilliseconds,
  formatPayload,
  formatSuccess,
  requestHeaders,
  summarizeEvents,
} from "./labels";

const now = Date.parse("2026-11-21T12:00:00.000Z");
const active = { status: "active", stopReason: null, failingSince: null, slowUntil: null } as const;

test("a webhook is named by its description, or by the host of its URL, whose path can be a secret", () => {
  const url = "https://hooks.slack.com/services/T000/B000/secret";
  expect(webhookName({ url, description: "Sales" })).toBe("Sales");
  expect(webhookName({ url, description: "" })).toBe("hooks.slack.com");
});

test("the status of a webhook says what is wrong, and no longer that it is slow once that has passed", () => {
  const earlier = "2026-11-21T11:00:00.000Z";
  const later = "2026-11-21T13:00:00.000Z";
  const statusText = (health: Partial<Parameters<typeof describeWebhookStatus>[0]>) =>
    describeWebhookStatus({ ...active, ...health }, now, "UTC").text;
  expect(statusText({})).toBe("Active");
  expect(statusText({ failingSince: earlier })).toBe("Failing since Nov 21, 2026, 11:00");
  expect(statusText({ failingSince: earlier, slowUntil: later })).toBe("Slowed down until Nov 21, 2026, 13:00");
  expect(statusText({ slowUntil: earlier })).toBe("Active");
  expect(statusText({ status: "paused", failingSince: earlier })).toBe("Paused");
  expect(statusText({ status: "disabled", stopReason: "gone" })).toBe("Disabled: it no longer exists");
  expect(statusText({ status: "disabled", stopReason: "failing" })).toBe("Disabled: it kept failing");
});

test("success is only 100% if nothing failed, and isn't shown without attempts", () => {
  expect(formatSuccess({ delivered: 0, failed: 0 })).toBeNull();
  expect(formatSuccess({ delivered: 1202, failed: 2 })).toBe("99.8% of 1,204");
  expect(formatSuccess({ delivered: 99_999, failed: 1 })).toBe("99.9% of 100,000");
  expect(formatSuccess({ delivered: 3, failed: 0 })).toBe("100% of 3");
});

test("events are summarized as all, or as two names and how many more", () => {
  expect(summarizeEvents(null)).toBe("All events");
  expect(summarizeEvents(["lead.created"])).toBe("lead.created");
  expect(summarizeEvents(["lead.created", "code.claimed", "code.sent", "wave.sent"])).toBe("lead.created, code.claimed, +2");
});

test("each type of event is offered once", () => {
  expect(eventGroups.flatMap(({ types }) => types).toSorted()).toEqual(eventTypes.toSorted());
});

test("what resuming sends is exact, unless a filter is set or counting stopped", () => {
  const missedTexts = (webhook: Partial<Parameters<typeof describeMissed>[0]>) =>
    describeMissed({ missed: 0, waiting: 0, filter: {}, ...webhook });
  expect(missedTexts({}).count).toBe(0);
  expect(missedTexts({ missed: 1200, waiting: 4 })).toMatchObject({
    count: 1204,
    send: "Send the 1,204 missed events",
    sendHint: undefined,
    skip: "Skip them",
  });
  expect(missedTexts({ missed: 1 })).toMatchObject({ send: "Send the missed event", skip: "Skip it" });
  expect(missedTexts({ missed: 1204, filter: { tag: "vip" } })).toMatchObject({
    send: "Send up to 1,204 missed events",
    sendHint: "Only those that match the filter are sent.",
  });
  // What waits has been filtered before.
  expect(missedTexts({ waiting: 4, filter: { tag: "vip" } }).send).toBe("Send the 4 missed events");
  expect(missedTexts({ missed: countCap, filter: { tag: "vip" } }).send).toBe("Send all missed events, 10,000 or more");
});

test("a delivery that is tried again isn't just pending", () => {
  const attempt = { at: "2026-11-21T12:00:00.500Z", status: 500, error: "It answered with status 500.", milliseconds: 84, response: "" };
  expect(describeDelivery({ status: "pending", attempts: [] }).label).toBe("Pending");
  expect(describeDelivery({ status: "pending", attempts: [attempt] }).label).toBe("Retrying");
  expect(describeDelivery({ status: "failed", attempts: [attempt] }).label).toBe("Failed");
});

describe("the request of a delivery", () => {
  const event = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
  const attempts = [{ at: "2026-11-21T12:00:00.500Z", status: 200, error: null, milliseconds: 84, response: "" }];

  test("has the headers of its format", () => {
    expect(requestHeaders("standard", { event, attempts })).toBe(
      `webhook-id: ${event}\nwebhook-timestamp: 1795262400\nwebhook-signature: v1,… (different for each attempt)`,
    );
    expect(requestHeaders("original", { event, attempts })).toBe(`webhook-id: ${event}\nlancero-signature: … (the secret)`);
    expect(requestHeaders("slack", { event, attempts })).toBe("");
  });

  test("has its payload in lines, or as it is if it isn't JSON", () => {
    expect(formatPayload('{"id":1}')).toBe('{\n  "id": 1\n}');
    expect(formatPayload("{")).toBe("{");
  });
});

test("times of requests are in milliseconds, and from a second on in seconds", () => {
  expect([84, 999, 1000, 15_020].map(formatMilliseconds)).toEqual(["84 ms", "999 ms", "1.0 s", "15.0 s"]);
});
