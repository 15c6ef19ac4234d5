import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type EmbedOptions, frameUrl, contentSecurityPolicy, embedSnippet, cssVariables } from "./snippets";

const from = { base: "https://codes.example.org", key: "pk_0000" };
const chosen: EmbedOptions = { form: "join", method: "script", names: true, theme: "system" };

test("the script names the key and the form, and names where they are asked for", () => {
  expect(embedSnippet(chosen, from)).toBe(
    '<script async src="https://codes.example.org/embed.js"\n  data-key="pk_0000"\n  data-form="join" data-names></script>',
  );
  expect(embedSnippet({ ...chosen, form: "claim" }, from)).not.toContain("names");
});

test("the frame's address says what it shows, as an attribute can hold it", () => {
  expect(frameUrl({ ...chosen, names: false })).toBe("/embed/join");
  expect(embedSnippet({ ...chosen, method: "frame", theme: "dark" }, from)).toContain(
    'src="https://codes.example.org/embed/join?names=true&amp;theme=dark"',
  );
});

test("a site's policy names our origin alone", () => {
  expect(contentSecurityPolicy(chosen, "https://codes.example.org")).toBe(
    "script-src https://codes.example.org;\nconnect-src https://codes.example.org;",
  );
  expect(contentSecurityPolicy({ ...chosen, method: "frame" }, "https://codes.example.org")).toBe("frame-src https://codes.example.org;");
});

test("the variables that are told are those that the style sheet reads", () => {
  const read = readFileSync("browser/embed/style.css", "utf8").match(/--gatehouse-[a-z-]*[a-z]/g);
  expect(cssVariables.map(({ name }) => name).sort()).toEqual([...new Set(read)].sort());
});
