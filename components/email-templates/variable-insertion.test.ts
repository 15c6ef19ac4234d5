import { expect, test } from "vitest";
import { findTemplateProblems } from "@/contract/email-template-rules";
import { defaultEmailTemplates } from "@/contract/email-templates";
import { variableInsertion } from "./variable-insertion";

test("a variable stands where it is put", () => {
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
])("a button between %j and %j is a paragraph by itself", (before, after, wanted) => {
  expect(variableInsertion("button", before, after)).toBe(wanted);
  expect(findTemplateProblems("confirm", { ...defaultEmailTemplates.confirm, body: `${before}${wanted}${after}` }, () => null)).toEqual([]);
});
