import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { insertCode, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { suggestCodes } from "./suggest";

const { ctx } = await createTestApp();

async function insertCodes(texts: readonly string[]): Promise<Context> {
  const { ctx: projectCtx } = await insertProject(ctx);
  for (const text of texts) await insertCode(projectCtx, { text });
  return projectCtx;
}

const suggest = async (projectCtx: Context, text: string) => (await suggestCodes(projectCtx, normalizeCode(text))).map(({ code }) => code);

test.each([
  ["004218", "004217"],
  ["04217", "004217"],
  ["0042177", "004217"],
  ["004271", "004217"],
  ["xyz98", "xyz987"],
  ["curious-pinapple", "curious-pineapple"],
  ["curius pinapple", "curious-pineapple"],
  ["cruious-pineapple", "curious-pineapple"],
])("the typed code %s finds the code %s", async (typed, code) => {
  expect(await suggest(await insertCodes(["004217", "xyz987", "curious-pineapple", "lucky-canyon"]), typed)).toEqual([code]);
});

test("suggestions are only existing codes of this project, and never the same text", async () => {
  const projectCtx = await insertCodes(["004217"]);
  await insertCodes(["004219"]);
  expect(await suggest(projectCtx, "004217")).toEqual([]);
  expect(await suggest(projectCtx, "004219")).toEqual(["004217"]);
  expect(await suggest(projectCtx, "999999")).toEqual([]);
  expect(await suggest(projectCtx, "x".repeat(150))).toEqual([]);
});

test("suggestions have the closest codes first, up to five", async () => {
  const projectCtx = await insertCodes(["120000", "110000", "130000", "140000", "150000", "160000", "10000"]);
  const suggestions = await suggest(projectCtx, "100000");
  expect(suggestions).toHaveLength(5);
  expect(suggestions).toEqual([...suggestions].sort());
});
