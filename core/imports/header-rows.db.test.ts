import { expect, test } from "vitest";
import { insertProject } from "@/tests/harness/factories";
import { importLeads, uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { listLeads } from "../leads/list";
import { listImportRows } from "./record";

const app = await createTestApp();
const { ctx } = await insertProject(app.ctx);

const list = ["Email,First name,City", "ada@example.org,Ada,London", "bob@example.org,Bob,Rome"];

test.each<[string, string[], number]>([
  ["at the top", list, 1],
  ["below a title", ["Newsletter sign-ups,,", ...list], 2],
  ["below a title and a blank line", ["Newsletter sign-ups,,", ",,", ...list], 3],
  ["below a title and an empty line", ["Newsletter sign-ups", "", ...list], 3],
  ["below two title lines", ["Example Ltd,,", "Sign-ups of 2025,,", ...list], 3],
  ["below a title in merged cells, whose text is in the first one", ["Sign-ups,,", ",,", "Exported by Ada,2025-03-04,", ...list], 4],
  ["below a title in merged cells, whose text is in each", ["Sign-ups,Sign-ups,Sign-ups", ...list], 2],
  ["below notes with the words of headers", ["This file has the name and email of each person,,", "Date:,2025-03-04,", ...list], 3],
  ["below a group row over several columns", ["Contact,,Address", ...list], 2],
  ["below the number of rows", ["Total,2,", ...list], 2],
])("the headers of a file are found %s", async (_name, lines, headerRow) => {
  const record = await uploadLeads(ctx, lines.join("\n"));
  expect(record).toMatchObject({ headerRow, columns: ["Email", "First name", "City"], rowCount: 2 });
  expect(record.suggestedMapping).toMatchObject({ Email: "email", "First name": "firstname" });
});

test("a list without headers has none", async () => {
  expect(await uploadLeads(ctx, list.slice(1).join("\n"))).toMatchObject({ headerRow: null, rowCount: 2 });
});

test("repeated headers are numbered, an empty column in the middle keeps its place, and empty ones at the end are left out", async () => {
  const record = await uploadLeads(ctx, "Email,Tag,,Tag,Name,,\na@example.org,x,,y,Ada,,\nb@example.org,x,,y,Bob,,");
  expect(record.columns).toEqual(["Email", "Tag", "Column 3", "Tag (2)", "Name"]);
  expect(record.suggestedMapping).toMatchObject({ Email: "email", Name: "name", Tag: "tags" });
  expect((await collectAll(await listImportRows(ctx, record.id, {})))[0]?.cells.slice(0, 5)).toEqual([
    "a@example.org",
    "x",
    "",
    "y",
    "Ada",
  ]);
});

test("a row with totals is refused by its number, and the others are imported", async () => {
  const project = await insertProject(app.ctx);
  const { id, checked } = await importLeads(project.ctx, `${list.join("\n")}\nTotal,2,\n,,2 people`);
  expect(checked.counts).toMatchObject({ new: 2, invalid: 2 });
  const refused = await collectAll(await listImportRows(project.ctx, id, { outcome: "invalid" }));
  expect(refused.map(({ row, problem }) => [row, problem?.column])).toEqual([
    [4, "Email"],
    [5, "Email"],
  ]);
  expect((await collectAll(await listLeads(project.ctx, {}))).map(({ email }) => email).sort()).toEqual([
    "ada@example.org",
    "bob@example.org",
  ]);
});
