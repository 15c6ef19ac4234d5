import { expect, test } from "vitest";
import { parseNumber } from "./special-inputs";

test.each([
  ["10", 10],
  ["10,000", 10_000],
  ["10 000", 10_000],
  ["1’000’000", 1_000_000],
  ["-5", -5],
  ["1.5", 1.5],
  ["ten", Number.NaN],
  ["1e3", Number.NaN],
  ["", undefined],
  ["  ", undefined],
])("parses %j as %s", (text, number) => {
  expect(parseNumber(text)).toBe(number);
});
