import { expect, test } from "vitest";
import type { Pausable } from "@/contract/kinds";
import { pausedSentence } from "./words";

test.each<[Pausable[], string]>([
  [["claims"], "Claims are paused."],
  [["mail"], "Mail is paused."],
  [["sign_ups", "mail"], "Sign-ups and mail are paused."],
  [["claims", "sign_ups", "mail"], "Claims, sign-ups, and mail are paused."],
])("what is paused is said in one sentence: %j", (paused, said) => {
  expect(pausedSentence(paused)).toBe(said);
});
