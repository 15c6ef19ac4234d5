import { expect, test } from "vitest";
import { insertProject } from "@/tests/harness/factories";
import { importLeads, uploadLeads } from "@/tests/harness/imports";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { checkImport } from "./start";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const lines = ["email,first name,notes", "a@example.org,Ada,x", "b@example.org,Bob,y", "c@example.org,Car"];

test.each(["\n", "\r\n"])("a file that ends in the middle of its last row is asked about, with line breaks of %j", async (lineBreak) => {
  const ctx = await createProject();
  const file = lines.join(lineBreak);
  const { id, cutOff, questions, suggestedMapping: mapping } = await uploadLeads(ctx, file);
  expect(cutOff).toEqual({ row: 4, isReadable: true });
  expect(questions).toMatchObject([{ id: "cut_off", kind: "cut_off", rows: 1, options: ["skip", "ignore"], suggestion: null }]);
  await expect(checkImport(ctx, id, { mapping })).rejects.toMatchObject({
    errorName: "invalid_input",
    fields: { "answers.cut_off": [expect.stringContaining("incomplete")] },
  });
  expect((await importLeads(ctx, file, { answers: { cut_off: "skip" } })).checked.counts).toMatchObject({ new: 2, invalid: 1 });
  expect((await importLeads(ctx, file, { answers: { cut_off: "ignore" } })).checked.counts).toMatchObject({ new: 1, existing: 2 });
});

test("a file that is cut off in a quoted cell is asked about, and its last row isn't imported", async () => {
  const ctx = await createProject();
  const file = [...lines.slice(0, 3), 'c@example.org,Cara,"likes'].join("\n");
  const { cutOff, questions } = await uploadLeads(ctx, file);
  expect(cutOff).toEqual({ row: 4, isReadable: false });
  expect(questions).toMatchObject([{ id: "cut_off", options: ["skip"], suggestion: "skip" }]);
  expect((await importLeads(ctx, file)).checked.counts).toMatchObject({ new: 2, invalid: 1 });
});

test.each([
  ["ends with a line break", `${lines.join("\n")}\n`],
  ["has all cells in the last row", [...lines.slice(0, 3), "c@example.org,Cara,"].join("\n")],
  ["has one column", "email\na@example.org\nb@example.org"],
])("a file that %s isn't asked about", async (_, file) => {
  const { cutOff, questions } = await uploadLeads(await createProject(), file);
  expect({ cutOff, questions }).toEqual({ cutOff: null, questions: [] });
});
