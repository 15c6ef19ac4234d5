import { expect, test } from "vitest";
import { defaultEmailTemplates } from "@/contract/default-email-templates";
import { findTemplateProblems } from "@/contract/email-template-rules";
import { variableInsertion } from "./template-schema";

test("inserts a variable without changes around it", () => {
  expect(variableInsertion("firstname", "Hello ", ",")).toBe("{{firstname}}");
});

test.each<[string, string, string]>([
  ["", "", "{{button}}"],
  ["Hello", "", "\n\n{{button}}"],
  ["Hello\n", "", "\n{{button}}"],
  ["Hello\n\n", "\n\nBye", "{{button}}"],
  ["Hello\n\n", "\nBye", "{{button}}\n"],
  ["Hello ", "Bye", "\n\n{{button}}\n\n"],
  ["", "Bye", "{{button}}\n\n"],
])("inserts a button between %j and %j as its own paragraph", (before, after, expected) => {
  expect(variableInsertion("button", before, after)).toBe(expected);
  expect(findTemplateProblems("confirm", { ...defaultEmailTemplates.confirm, body: `${before}${expected}${after}` }, () => null)).toEqual(
    [],
  );
});
