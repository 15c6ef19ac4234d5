import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Chosen, frameAddress, policyOf, snippetOf, variables } from "./snippets";

const from = { base: "https://codes.example.org", key: "pk_0000" };
const chosen: Chosen = { form: "join", by: "script", names: true, theme: "system" };

test("the script names the key and the form, and names where they are asked for", () => {
  expect(snippetOf(chosen, from)).toBe(
    '<script async src="https://codes.example.org/embed.js"\n  data-key="pk_0000"\n  data-form="join" data-names></script>',
  );
  expect(snippetOf({ ...chosen, form: "claim" }, from)).not.toContain("names");
});

test("the frame's address says what it shows, as an attribute can hold it", () => {
  expect(frameAddress({ ...chosen, names: false })).toBe("/embed/join");
  expect(snippetOf({ ...chosen, by: "frame", theme: "dark" }, from)).toContain(
    'src="https://codes.example.org/embed/join?names=true&amp;theme=dark"',
  );
});

test("a site's policy names our origin alone", () => {
  expect(policyOf(chosen, "https://codes.example.org")).toBe(
    "script-src https://codes.example.org;\nconnect-src https://codes.example.org;",
  );
  expect(policyOf({ ...chosen, by: "frame" }, "https://codes.example.org")).toBe("frame-src https://codes.example.org;");
});

test("the variables that are told are those that the style sheet reads", () => {
  const read = readFileSync("browser/embed/style.css", "utf8").match(/--gatehouse-[a-z-]*[a-z]/g);
  expect(variables.map(({ name }) => name).sort()).toEqual([...new Set(read)].sort());
});
