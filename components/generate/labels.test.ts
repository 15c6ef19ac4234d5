import { expect, test } from "vitest";
import { codeTypes } from "@/contract/enums";
import { exampleCodes } from "./labels";

const patterns = {
  creative: /^[a-z]+-[a-z]+$/,
  alphanumeric: /^[bcdfghjkmnpqrstvwxyz23456789]{6}$/,
  numeric: /^\d{6}$/,
};

test.each(codeTypes)("examples of %s codes differ and have the right format", (type) => {
  const examples = Array.from({ length: 8 }, (_, index) => exampleCodes[type](index));
  for (const example of examples) expect(example).toMatch(patterns[type]);
  expect(new Set(examples).size).toBe(8);
});
