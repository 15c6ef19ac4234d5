import { expect, test } from "vitest";
import type { PausableFeature } from "@/contract/kinds";
import { pausedSummary } from "./labels";

test.each<[PausableFeature[], string]>([
  [["claims"], "Claims are paused."],
  [["email"], "Mail is paused."],
  [["sign_ups", "email"], "Sign-ups and mail are paused."],
  [["claims", "sign_ups", "email"], "Claims, sign-ups, and mail are paused."],
])("what is paused is said in one sentence: %j", (paused, said) => {
  expect(pausedSummary(paused)).toBe(said);
});
