import { expect, test } from "vitest";
import { problemsOf } from "@/contract/mail-rules";
import { mailTexts } from "@/contract/mail-texts";
import { inserted } from "./insertion";

test("a variable stands where it is put", () => {
  expect(inserted("firstname", "Hello ", ",")).toBe("{{firstname}}");
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
  expect(inserted("button", before, after)).toBe(wanted);
  expect(problemsOf("confirm", { ...mailTexts.confirm, body: `${before}${wanted}${after}` }, () => null)).toEqual([]);
});
