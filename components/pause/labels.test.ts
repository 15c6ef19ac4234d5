import { expect, test } from "vitest";
import type { PausableFeature } from "@/contract/enums";
import { pausedSummary, runningText } from "./labels";

test.each<[PausableFeature[], string]>([
  [["claims"], "Claims are paused."],
  [["email"], "Email is paused."],
  [["sign_ups", "email"], "Sign-ups and email are paused."],
  [["claims", "sign_ups", "email"], "Claims, sign-ups, and email are paused."],
])("one sentence summarizes the paused features %j", (paused, summary) => {
  expect(pausedSummary(paused)).toBe(summary);
});

test.each([
  [null, null, "Customers can join the waitlist."],
  ["2026-11-01T00:00:00Z", "2026-12-31T00:00:00Z", "Customers can join the waitlist."],
  ["2026-12-24T11:00:00Z", null, "Customers can join from Dec 24, 2026, 12:00 Berlin time (11:00 UTC)."],
  [null, "2026-11-30T00:00:00Z", "Sign-ups have closed. You can still add leads."],
])("sign-ups that open at %s and close at %s are described as they are now", (signUpsOpenAt, signUpsCloseAt, text) => {
  const project = { signUpsOpenAt, signUpsCloseAt, timeZone: "Europe/Berlin" };
  expect(runningText("sign_ups", project, Date.parse("2026-12-01T00:00:00Z"))).toBe(text);
  expect(runningText("email", project, Date.parse("2026-12-01T00:00:00Z"))).toBe("Emails aren't paused.");
});
