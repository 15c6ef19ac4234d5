import { expect, test, vi } from "vitest";
import { RequestError } from "@/contract/call";
import { changedItems, mergeItems, saveMergedList } from "./merge";

const items = (record: Record<string, string>) => new Map(Object.entries(record));

test.each([
  ["both added", { a: "1" }, { a: "1", b: "2" }, { a: "1", c: "3" }, { a: "1", c: "3", b: "2" }, []],
  ["each changed another", { a: "1", b: "2" }, { a: "9", b: "2" }, { a: "1", b: "8" }, { a: "9", b: "8" }, []],
  ["each removed another", { a: "1", b: "2" }, { a: "1" }, { b: "2" }, {}, []],
  ["both changed one alike", { a: "1" }, { a: "2" }, { a: "2" }, { a: "2" }, []],
  ["both changed one", { a: "1" }, { a: "2" }, { a: "3" }, { a: "2" }, ["a"]],
  ["one changed what the other removed", { a: "1" }, { a: "2" }, {}, { a: "2" }, ["a"]],
  ["both added one with the same key", {}, { a: "2" }, { a: "3" }, { a: "2" }, ["a"]],
  ["mine is reordered", { a: "1", b: "2" }, { b: "2", a: "1" }, { a: "1", b: "2", c: "3" }, { b: "2", a: "1", c: "3" }, []],
  ["theirs is reordered", { a: "1", b: "2" }, { a: "1", b: "3" }, { b: "2", a: "1" }, { b: "3", a: "1" }, []],
])("two changed lists are merged if %s", (_, base, mine, theirs, merged, conflicts) => {
  const result = mergeItems(items(base), items(mine), items(theirs));
  expect([...result.merged]).toEqual(Object.entries(merged));
  expect(result.conflicts).toEqual(conflicts);
});

test("a different order of both is a conflict that the winner decides, and nothing of either is lost", () => {
  const [base, mine, theirs] = [
    items({ a: "1", b: "2", c: "3" }),
    items({ c: "3", a: "1", b: "2", d: "4" }),
    items({ b: "9", a: "1", c: "3", e: "5" }),
  ];
  const ours = mergeItems(base, mine, theirs);
  expect([...ours.merged]).toEqual(Object.entries({ c: "3", a: "1", b: "9", d: "4", e: "5" }));
  expect(ours).toMatchObject({ conflicts: [], isOrderConflict: true });
  expect([...mergeItems(base, mine, theirs, "theirs").merged.keys()]).toEqual(["b", "a", "c", "e", "d"]);
  for (const other of [base, mine]) expect(mergeItems(base, mine, other).isOrderConflict).toBe(false);
  // The order of what only one of them has isn't compared.
  expect(mergeItems(items({ a: "1", b: "2" }), items({ a: "1" }), items({ b: "2", a: "1" })).isOrderConflict).toBe(false);
});

test("what both changed is theirs if they win", () => {
  const { merged } = mergeItems(items({ a: "1", b: "1" }), items({ a: "2", b: "2" }), items({ a: "3", b: "1" }), "theirs");
  expect(Object.fromEntries(merged)).toEqual({ a: "3", b: "2" });
});

test("a list is merged until no one else saves it at the same time", async () => {
  const body = {
    error: "project_changed",
    message: "Changed",
    code: 409,
    time: 0,
    requestId: "1",
    details: { retryable: false, docs: "" },
    success: false,
  } as const;
  const conflict = new RequestError(409, body, null);
  let saved = ["a", "theirs"];
  const send = vi.fn(async (list: string[], expected: string[]) => {
    if (send.mock.calls.length === 2) saved = ["theirs", "more"];
    if (expected.join() !== saved.join()) throw conflict;
    return list;
  });
  expect(await saveMergedList(["a"], ["a", "mine"], { send, load: async () => saved })).toEqual(["theirs", "more", "mine"]);
  expect(send).toHaveBeenCalledTimes(3);
});

test("items whose fields are in another order aren't changes", () => {
  const base = new Map([["company", { label: "Company", required: false }]]);
  const reordered = new Map([["company", { required: false, label: "Company" }]]);
  const changed = new Map([["company", { required: true, label: "Company" }]]);
  expect(mergeItems(base, reordered, reordered)).toEqual({ merged: base, conflicts: [], isOrderConflict: false });
  expect(changedItems(reordered, base)).toEqual([]);
  expect(changedItems(changed, base)).toEqual([...changed]);
  expect(mergeItems(base, reordered, changed)).toEqual({ merged: changed, conflicts: [], isOrderConflict: false });
});
