import { expect, test } from "vitest";
import type { PausableFeature } from "@/contract/enums";
import { pausedSummary } from "./labels";

test.each<[PausableFeature[], string]>([
  [["claims"], "Claims are paused."],
  [["email"], "Email is paused."],
  [["sign_ups", "email"], "Sign-ups and email are paused."],
  [["claims", "sign_ups", "email"], "Claims, sign-ups, and email are paused."],
])("one sentence summarizes the paused features %j", (paused, summary) => {
  expect(pausedSummary(paused)).toBe(summary);
});
