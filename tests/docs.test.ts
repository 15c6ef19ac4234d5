import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { apiExample } from "@/cli/launch/api-example";
import { sampleVariables } from "@/components/reference/samples/request";
import { confirmationMinutes, replaceTools, toolCallsPerMinute } from "@/contract/agent-tools";
import { changelog } from "@/contract/changelog";
import { replaceRoleMatrix, roleMatrix } from "@/contract/guide";
import { openApiDocument } from "@/contract/openapi";
import { exportedTables, omittedTables } from "@/core/project-export/tables";
import * as schema from "@/db/schema";

const docs = globSync(["*.md", "docs/**/*.md"]).sort();
const topLevel =
  "app bench browser cli components contract core db deploy docs e2e emails lib patches scripts sdk server tests worker".split(" ");

test("the docs name only files and folders that exist", () => {
  const missing = docs.flatMap((doc) =>
    [...readFileSync(doc, "utf8").matchAll(/`([a-z]+\/[\w./[\]()-]*)`/g)].flatMap(([, named = ""]) =>
      topLevel.includes(named.split("/")[0] ?? "") && !existsSync(named) ? [`${doc}: ${named}`] : [],
    ),
  );
  expect(missing).toEqual([]);
});

test("the docs link only to files and headings that exist", () => {
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

test("every table in the docs starts with a header and a line below it", () => {
  const broken = docs.flatMap((doc) => {
    const text = readFileSync(doc, "utf8").replaceAll(/^```.*?^```/gms, "");
    return [...text.matchAll(/(?:^\|.*\n)+/gm)].flatMap(([table]) =>
      /^\|.*\n\|[ :|-]+\n/.test(table) ? [] : [`${doc}: ${table.split("\n")[0]}`],
    );
  });
  expect(broken).toEqual([]);
});

test("the README has at most 900 words", () => {
  expect(readFileSync("README.md", "utf8").split(/\s+/).length).toBeLessThanOrEqual(900);
});

test("the terminal shows the API example of the README", () => {
  const [, block = ""] = /## The same with the API\n\n```sh\n(.*?)\n```/s.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(apiExample("http://localhost:3000", "sk_…")).toBe(block.replaceAll(/ +# .*$/gm, ""));
});

test("the README, the guides and the API reference name the variables of the shell in the same way", () => {
  for (const doc of docs.filter((name) => !name.startsWith("docs/decisions"))) {
    for (const [block] of readFileSync(doc, "utf8").matchAll(/```sh\n.*?```/gs)) {
      // Clients of agents take the address of /mcp, which isn't part of the API.
      if (!block.includes("Authorization: Bearer") || block.includes("/mcp")) continue;
      expect(block, doc).not.toMatch(/\$SECRET_KEY|\$GATEHOUSE\/api\/|https:\/\/\S*\/api\//);
      for (const [, name = ""] of block.matchAll(/Bearer \$(\w+)/g)) expect(name, doc).toBe(sampleVariables.key);
      expect(block, doc).toContain(`$${sampleVariables.baseUrl}`);
    }
  }
});

test("the product and the API have one version", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(openApiDocument().info.version).toBe(version);
  expect(openApiDocument("keys").info.version).toBe(version);
});

test("the changelog says what every version of the API added, newest first", () => {
  expect(changelog.map(({ date }) => date)).toEqual(
    changelog
      .map(({ date }) => date)
      .toSorted()
      .reverse(),
  );
  expect(new Set(changelog.map(({ version }) => version)).size).toBe(changelog.length);
  for (const { version, date, changes } of changelog) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(changes.length, version).toBeGreaterThan(0);
  }
});

/** The tables of the schema. */
const tables = Object.values(schema).filter((value) => is(value, PgTable));

test("a project export has every table and column of the schema, or says why not", () => {
  expect([...exportedTables.map(({ name }) => name), ...Object.keys(omittedTables)].sort()).toEqual(tables.map(getTableName).sort());
  for (const { name, table, fields, omitted } of exportedTables) {
    const stored = Object.entries(getTableColumns(table)).flatMap(([field, column]) =>
      column.generated || column.name === "project_id" ? [] : [field],
    );
    expect([...fields.map((field) => field.name), ...Object.keys(omitted)].sort(), name).toEqual(stored.sort());
  }
});

test("the guide documents every folder and field of a project export", () => {
  const rows = readFileSync("docs/guide/project-export.md", "utf8").matchAll(/^\| `(\w+)` \| .* \| (`.*`) \|$/gm);
  const documented = Object.fromEntries([...rows].map(([, name, fields = ""]) => [name, fields.replaceAll("`", "").split(", ")]));
  expect(documented).toEqual(Object.fromEntries(exportedTables.map(({ name, fields }) => [name, fields.map((field) => field.name)])));
});

test("the guide has the tools for AI agents as they are declared", () => {
  const guide = readFileSync("docs/guide/ai-agents.md", "utf8");
  expect(guide).toBe(replaceTools(guide));
  expect(guide).toContain(`${confirmationMinutes} minutes`);
  expect(guide).toContain(`${toolCallsPerMinute} calls a minute`);
});

test("the guide has the matrix of roles as the endpoints declare them", () => {
  const guide = readFileSync("docs/guide/team-and-security.md", "utf8");
  expect(guide).toBe(replaceRoleMatrix(guide));
  for (const { area, access } of roleMatrix()) {
    expect(access.owner, area).toBe("all");
    expect(guide).toContain(`| ${area} | `);
  }
});
