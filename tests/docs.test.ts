import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const docs = globSync(["*.md", "docs/**/*.md"]).sort();
const topLevel = "app bench browser cli components contract core db deploy docs e2e emails lib patches scripts server tests worker".split(
  " ",
);

test("names only files and folders that exist", () => {
  const missing = docs.flatMap((doc) =>
    [...readFileSync(doc, "utf8").matchAll(/`([a-z]+\/[\w./[\]()-]*)`/g)].flatMap(([, named = ""]) =>
      topLevel.includes(named.split("/")[0] ?? "") && !existsSync(named) ? [`${doc}: ${named}`] : [],
    ),
  );
  expect(missing).toEqual([]);
});

test("links only to files and headings that exist", () => {
  const anchors = (file: string) =>
    [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    );
  const broken = docs.flatMap((doc) =>
    [...readFileSync(doc, "utf8").matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].flatMap(([, link = "", anchor]) => {
      const file = link === "" ? doc : path.join(path.dirname(doc), link);
      if (!existsSync(file)) return [`${doc}: ${link}`];
      return anchor && !anchors(file).includes(anchor) ? [`${doc}: ${link}#${anchor}`] : [];
    }),
  );
  expect(broken).toEqual([]);
});

test("keeps the README within 900 words", () => {
  expect(readFileSync("README.md", "utf8").split(/\s+/).length).toBeLessThanOrEqual(900);
});
