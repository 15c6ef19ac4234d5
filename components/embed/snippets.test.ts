import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contentSecurityPolicy, cssVariables, type EmbedOptions, embedSnippet, frameUrl } from "./snippets";

const context = { baseUrl: "https://codes.example.org", key: "pk_0000" };
const options: EmbedOptions = { form: "join", method: "script", names: true, theme: "system" };

test("adds the key, the form and the name fields to the script element", () => {
  expect(embedSnippet(options, context)).toBe(
    '<script async src="https://codes.example.org/embed.js"\n  data-key="pk_0000"\n  data-form="join" data-names></script>',
  );
  expect(embedSnippet({ ...options, form: "claim" }, context)).not.toContain("names");
});

test("adds the options to the URL of the frame, escaped for an attribute", () => {
  expect(frameUrl({ ...options, names: false })).toBe("/embed/join");
  expect(embedSnippet({ ...options, method: "frame", theme: "dark" }, context)).toContain(
    'src="https://codes.example.org/embed/join?names=true&amp;theme=dark"',
  );
});

test("allows only our origin in the site's Content-Security-Policy", () => {
  expect(contentSecurityPolicy(options, "https://codes.example.org")).toBe(
    "script-src https://codes.example.org;\nconnect-src https://codes.example.org;",
  );
  expect(contentSecurityPolicy({ ...options, method: "frame" }, "https://codes.example.org")).toBe("frame-src https://codes.example.org;");
});

test("lists exactly the CSS variables that the style sheet uses", () => {
  const usedVariables = readFileSync("browser/embed/style.css", "utf8").match(/--gatehouse-[a-z-]*[a-z]/g);
  expect(cssVariables.map(({ name }) => name).sort()).toEqual([...new Set(usedVariables)].sort());
});
