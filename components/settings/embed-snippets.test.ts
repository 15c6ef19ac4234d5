import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  contentSecurityPolicy,
  cssVariables,
  type EmbedOptions,
  embedSnippet,
  frameHeight,
  frameUrl,
  type JoinFormContent,
} from "./embed-snippets";

const content: JoinFormContent = { consentText: null, joinHeadline: null, joinText: null, questions: [] };
const context = { baseUrl: "https://codes.example.org", key: "pk_0000", content };
const options: EmbedOptions = { form: "join", method: "script", names: true, theme: "system" };

test("the script element has the key, the form and the name fields", () => {
  expect(embedSnippet(options, context)).toBe(
    '<script async src="https://codes.example.org/embed.js"\n  data-key="pk_0000"\n  data-form="join" data-names></script>',
  );
  expect(embedSnippet({ ...options, form: "claim" }, context)).not.toContain("names");
});

test("the URL of the frame has the options, escaped for an attribute", () => {
  expect(frameUrl({ ...options, names: false })).toBe("/embed/join");
  expect(embedSnippet({ ...options, method: "frame", theme: "dark" }, context)).toContain(
    'src="https://codes.example.org/embed/join?names=true&amp;theme=dark"',
  );
});

const frame: EmbedOptions = { ...options, method: "frame" };
const added = (changes: Partial<JoinFormContent>, shown = frame) =>
  frameHeight(shown, { ...content, ...changes }) - frameHeight(shown, content);

test("an embedded form has room for the project's own texts, whatever they link to", () => {
  expect(added({ consentText: "I agree to the [terms](https://example.org/a-very-long-address)." })).toBe(48);
  expect(added({ consentText: "x".repeat(100) }, { ...frame, method: "script" })).toBe(96);
  expect(added({ joinHeadline: "Short", joinText: "Short" })).toBe(0);
  expect(added({ joinText: "One\nTwo\nThree" })).toBe(24);
  expect(added({ consentText: "I agree." }, { ...frame, form: "claim" })).toBe(0);
});

test("an embedded form has room for the questions that the join forms show", () => {
  const question = { key: "plan", label: "Plan", type: "choice", options: ["Free"], required: false, onJoinForms: true } as const;
  const height = (changes: Partial<JoinFormContent["questions"][number]>, shown = frame) =>
    added({ questions: [{ ...question, ...changes, options: [] }] }, shown);
  expect(height({})).toBe(80);
  expect(height({}, { ...frame, method: "script" })).toBe(80);
  expect(height({ type: "text", label: "x".repeat(100) })).toBe(80 + 3 * 24);
  expect(height({ type: "checkbox" })).toBe(48);
  expect(height({ onJoinForms: false })).toBe(0);
  expect(height({}, { ...frame, form: "claim" })).toBe(0);
});

test("the site's Content-Security-Policy allows only our origin", () => {
  expect(contentSecurityPolicy(options, "https://codes.example.org")).toBe(
    "script-src https://codes.example.org;\nconnect-src https://codes.example.org;",
  );
  expect(contentSecurityPolicy({ ...options, method: "frame" }, "https://codes.example.org")).toBe("frame-src https://codes.example.org;");
});

test("the reference lists exactly the CSS variables that the style sheet uses", () => {
  const usedVariables = readFileSync("browser/embed/style.css", "utf8").match(/--gatehouse-[a-z-]*[a-z]/g);
  expect(cssVariables.map(({ name }) => name).sort()).toEqual([...new Set(usedVariables)].sort());
});
