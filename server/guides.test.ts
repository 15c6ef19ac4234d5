import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { guides, resources } from "@/contract/guide";
import { routes } from "@/lib/routes";
import { docsFiles, isGuide, renderGuide } from "./guides";

const names = Object.keys(guides).filter(isGuide);

test("every guide has a page with its title", () => {
  const titles = globSync("docs/guide/*.md").map((file) => {
    const [, title] = /^# (.+)\n/.exec(readFileSync(file, "utf8")) ?? [];
    return [path.basename(file, ".md"), title];
  });
  expect(Object.fromEntries(titles)).toEqual(guides);
  expect(isGuide("toString")).toBe(false);
});

test("the examples have the address of the server that shows the guide", async () => {
  for (const name of names) expect((await renderGuide(name, "https://codes.example.org")).html, name).not.toMatch(/localhost:3000\//);
  expect((await renderGuide("gate-a-sign-up", "https://codes.example.org")).html).toContain("GATEHOUSE=https://codes.example.org/api");
});

const readFile = async (path: string) => {
  const request = new Request(`http://127.0.0.1${path}`, { headers: { host: "codes.example.org", "x-forwarded-proto": "https" } });
  const response = await docsFiles[path]?.GET(request);
  return { type: response?.headers.get("content-type"), text: await response?.text() };
};

test("the list for language models names every guide, which is Markdown with the address of this server", async () => {
  const { type, text = "" } = await readFile(routes.guideList);
  expect(type).toBe("text/plain; charset=utf-8");
  for (const { id } of resources) expect(text).toContain(`](https://codes.example.org${routes.docsResource(id)})`);
  const listed = [...text.matchAll(/\]\(https:\/\/codes\.example\.org(.+\.md)\)/g)].map(([, path = ""]) => path);
  expect(listed).toEqual(names.map(routes.guideFile));
  for (const path of listed) {
    const file = await readFile(path);
    expect(file.type, path).toBe("text/markdown; charset=utf-8");
    expect(file.text, path).toMatch(/^# /);
    expect(file.text, path).not.toContain("localhost:3000/");
  }
  expect((await docsFiles[routes.guideList]?.POST(new Request("http://127.0.0.1/llms.txt", { method: "POST" })))?.status).toBe(405);
});

test("the collection for Postman has the address of this server, and a name that its app takes", async () => {
  const { type, text = "" } = await readFile(routes.postmanCollection);
  expect(type).toBe("application/json");
  expect(JSON.parse(text).variable[0]).toMatchObject({ key: "baseUrl", value: "https://codes.example.org" });
  expect(routes.postmanCollection).toMatch(/\.postman_collection\.json$/);
});

describe.each(names)("the guide %s", (name) => {
  test("links only to guides and sections that exist", async () => {
    const { html, sections } = await renderGuide(name, "https://codes.example.org");
    for (const { id } of sections) expect(html).toContain(`id="${id}"`);
    const links = [...html.matchAll(/<a href="(?!https?:)([^#"]*)(?:#([^"]*))?"/g)];
    for (const [link, target = "", anchor] of links) {
      const other = target === "" ? name : target.replace("/docs/guide/", "");
      expect(isGuide(other), link).toBe(true);
      if (anchor && isGuide(other)) expect((await renderGuide(other, "https://codes.example.org")).html, link).toContain(`id="${anchor}"`);
    }
  });
});
