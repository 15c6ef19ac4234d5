import { expect, test } from "vitest";
import { defaultEmailTemplates } from "@/contract/default-email-templates";
import { findTemplateProblems } from "@/contract/email-template-rules";
import { formatSelection, type TextFormat, variableInsertion } from "./template-schema";

test("a variable is inserted without changes around it, and the first name with a fallback", () => {
  expect(variableInsertion("project", "Hello ", ",")).toBe("{{project}}");
  expect(variableInsertion("firstname", "Hello ", ",")).toBe("{{firstname|there}}");
});

/** Applies a format to a text whose selection is between two carets. */
function format(kind: TextFormat, marked: string): string {
  const [before = "", inside = "", after = ""] = marked.split("^");
  const from = before.length;
  const result = formatSelection(kind, { text: before + inside + after, from, to: from + inside.length });
  return `${result.text.slice(0, result.from)}^${result.text.slice(result.from, result.to)}^${result.text.slice(result.to)}`;
}

test.each<[TextFormat, string, string]>([
  ["bold", "a ^b^ c", "a **^b^** c"],
  ["bold", "a **^b^** c", "a ^b^ c"],
  ["bold", "^^", "**^^**"],
  ["italic", "a ^b^ c", "a *^b^* c"],
  ["italic", "a *^b^* c", "a ^b^ c"],
  ["italic", "**^b^**", "***^b^***"],
  ["italic", "***^b^***", "**^b^**"],
  ["link", "see ^docs^.", "see [docs](^https://^)."],
  ["link", "see ^^", "see [^text^](https://)"],
  ["list", "^one\ntwo^", "^- one\n- two^"],
  ["list", "^- one\n- two^", "^one\ntwo^"],
  ["list", "a\no^n^e\nb", "a\n\n^- one^\nb"],
  ["list", "a\n\no^n^e\nb", "a\n\n^- one^\nb"],
  ["numberedList", "^one\n- two^", "^1. one\n2. two^"],
  ["numberedList", "^1. one\n2. two^", "^one\ntwo^"],
])("the format %s turns %j into %j", (kind, before, after) => {
  expect(format(kind, before)).toBe(after);
});

test.each<[string, string, string]>([
  ["", "", "{{button}}"],
  ["Hello", "", "\n\n{{button}}"],
  ["Hello\n", "", "\n{{button}}"],
  ["Hello\n\n", "\n\nBye", "{{button}}"],
  ["Hello\n\n", "\nBye", "{{button}}\n"],
  ["Hello ", "Bye", "\n\n{{button}}\n\n"],
  ["", "Bye", "{{button}}\n\n"],
])("a button between %j and %j is a paragraph of its own", (before, after, expected) => {
  expect(variableInsertion("button", before, after)).toBe(expected);
  expect(
    findTemplateProblems(
      "confirm",
      { ...defaultEmailTemplates.confirm, body: `${before}${expected}${after}` },
      { questions: [], findNearest: () => null },
    ),
  ).toEqual([]);
});
