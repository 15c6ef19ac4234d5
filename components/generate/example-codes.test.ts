import { expect, test } from "vitest";
import { codeTypes } from "@/contract/kinds";
import { exampleCodes } from "./example-codes";

const forms = {
  creative: /^[a-z]+-[a-z]+$/,
  alphanumeric: /^[bcdfghjkmnpqrstvwxyz23456789]{6}$/,
  numeric: /^\d{6}$/,
};

test.each(codeTypes)("examples of %s codes look like them, and each is another", (type) => {
  const examples = Array.from({ length: 8 }, (_, number) => exampleCodes[type](number));
  for (const example of examples) expect(example).toMatch(forms[type]);
  expect(new Set(examples).size).toBe(8);
});
