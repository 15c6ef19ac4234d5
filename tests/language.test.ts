import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folders = [
  "app",
  "bench",
  "browser",
  "cli",
  "components",
  "contract",
  "core",
  "db",
  "emails",
  "lib",
  "scripts",
  "sdk",
  "server",
  "worker",
];
test.each(folders)("%s exists", (folder) => expect(existsSync(folder)).toBe(true));

const generated = [/^db\/migrations\/meta\//, /^contract\/code-words\.ts$/, /^tests\/language\.test\.ts$/];

const code = globSync([...folders, "tests", "e2e"].map((folder) => `${folder}/**/*.{ts,tsx,mjs,css,sql}`).concat("*.{ts,mjs}"))
  .filter((file) => !generated.some((pattern) => pattern.test(file)))
  .sort();
const docs = globSync(["*.md", "docs/**/*.md"]).sort();
const openApi = "docs/openapi.json";

/** Words that readers stumble over, and what to write instead. They are banned in copy, API texts, docs, comments and names. */
const bannedWords: Record<string, RegExp> = {
  "whoever: name the person or say “anyone who”": /\bwhoever\b/gi,
  "nobody: say “no one”, or turn the sentence around": /\bnobody\b/gi,
  "somebody: say “someone”, or name the person": /\bsomebody\b/gi,
  "anew: say “again”": /\banew\b/gi,
  "meanwhile: say what happens at the same time": /\bmeanwhile\b/gi,
  "stands: say “is”": /\bstands? (?!for\b|-?alone\b|out\b|up\b)|\bstands[.,;:]/gi,
  "goes on: say “continues”": /\b(?:goes|go|went|gone) on\b/gi,
  "e-mail: write “email”": /\be-mails?\b/gi,
  "lets in: say “allows”": /\blets? (?:\w+ )?in\b/gi,
  "for good: say “permanently”": /\bfor good\b/gi,
  "doors: say “route handlers”": /\bdoors?\b/gi,
};

/** The channel is “email”; “mail” is left to the software that carries it. */
const mail = /\bmails?\b(?! (?:servers?|clients?|apps?|providers?|programs?|scanners?|exchangers?|FROM:))/gi;

/** Parts of names that say nothing about what they name. */
const bannedNameParts = new Set(
  "told met asked brought kept whoever nobody somebody anew door doors figures haste tidy lacking letterhead whom mails acts".split(" "),
);

/** Terms of the documented interface and of other software, with the text around them. */
const allowed = [
  // The Unix user.
  'findUser("nobody")',
  // Columns in exports of other products. cspell:words Einwilligung receber
  "core/imports/presets.ts:",
  "Einwilligung E-Mail",
  "receber e-mails",
];

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => {
    const line = text.slice(0, match.index).split("\n").length;
    return `${line}: ${text.slice(Math.max(0, match.index - 30), match.index + 30).replaceAll("\n", " ")}`;
  });
}

const nameParts = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/);

test.each(Object.entries(bannedWords))("our texts never have %s", (_, pattern) => {
  const found = [...code, ...docs, openApi].flatMap((file) =>
    matches(readFileSync(file, "utf8"), pattern).map((each) => `${file}:${each}`),
  );
  expect(found.filter((each) => !allowed.some((text) => each.includes(text)))).toEqual([]);
});

test("the channel is called “email” in product copy, API texts and docs", () => {
  const copy = code.filter((file) => /^components\/|^contract\/|^emails\//.test(file));
  const texts = copy.map((file): [string, string] => [file, stringsIn(readFileSync(file, "utf8"))]);
  for (const file of [...docs, openApi]) texts.push([file, readFileSync(file, "utf8").replace(/```[\s\S]*?```|`[^`\n]*`/g, "")]);
  expect(texts.flatMap(([file, text]) => matches(text, mail).map((each) => `${file}:${each}`))).toEqual([]);
});

test("files have the field's terms as names", () => {
  const files = [...code, ...docs].filter((file) => nameParts(file.replace(/\.[a-z.]+$/, "")).some((part) => bannedNameParts.has(part)));
  expect(files).toEqual([]);
});

test("exports have the field's terms as names", () => {
  const names = code.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(/^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm),
    ].flatMap(([, name = ""]) => (nameParts(name).some((part) => bannedNameParts.has(part)) ? [`${file}: ${name}`] : [])),
  );
  expect(names).toEqual([]);
});

/** The quoted strings and the text between tags of a source file, one on each line that has any; the rest is blank. */
function stringsIn(source: string): string {
  return source
    .split("\n")
    .map((line) => {
      const strings = /^\s*(?:\*|\/[*/]|import\b)/.test(line) ? [] : (line.match(/"[^"]*"|`[^`]*`|>[^<>{}]+</g) ?? []);
      return strings.filter((text) => /\s/.test(text)).join(" ");
    })
    .join("\n");
}
