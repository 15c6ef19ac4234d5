import { expect, test } from "vitest";
import { parseNumber } from "./special-inputs";

test.each([
  ["10", 10],
  ["10,000", 10_000],
  ["10 000", 10_000],
  ["1’000’000", 1_000_000],
  ["-5", -5],
  ["1.5", 1.5],
  ["1,000.5", 1_000.5],
  ["10.000", Number.NaN],
  ["1.000.000", Number.NaN],
  ["1,5", Number.NaN],
  ["0,125", Number.NaN],
  ["10,00", Number.NaN],
  ["1,000 000", Number.NaN],
  ["1000,000", Number.NaN],
  ["12 34", Number.NaN],
  ["٣", Number.NaN],
  ["ten", Number.NaN],
  ["1e3", Number.NaN],
  ["", undefined],
  ["  ", undefined],
])("the input %j is %s", (text, number) => {
  expect(parseNumber(text)).toBe(number);
});
