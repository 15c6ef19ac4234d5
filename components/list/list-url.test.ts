import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { expect, test } from "vitest";
import { booleanParser, dateRangeParsers, defineListUrl, omitUnset, toTimeRange } from "./list-url";

const list = defineListUrl({
  filters: { q: parseAsString, kind: parseAsStringLiteral(["a", "b"] as const), paused: booleanParser, ...dateRangeParsers },
  toFilterQuery: ({ from, to, ...filters }, zone) => ({ ...omitUnset(filters), ...toTimeRange({ from, to }, zone) }),
  sorts: { directions: { createdAt: "desc", name: "asc" }, default: "createdAt" },
});
const unsorted = defineListUrl({ filters: { q: parseAsString }, toFilterQuery: omitUnset });
const read = (search: string) => list.readUrl(new URLSearchParams(search));

test("reads an empty URL as the first page in the default order", async () => {
  const urlState = await read("");
  expect(urlState.sort).toEqual({ by: "createdAt", order: "desc" });
  expect(JSON.parse(JSON.stringify(list.toPageQuery(urlState, "UTC")))).toEqual({
    sort: "createdAt",
    order: "desc",
    limit: "50",
    count: "capped",
  });
});

test("reads the filters, the sort order and the page from the URL", async () => {
  const urlState = await read("q=ada&kind=b&paused=false&from=2026-11-20&to=2026-11-21&sort=name&cursor=one,two");
  expect(list.toPageQuery(urlState, "Europe/Berlin")).toEqual({
    q: "ada",
    kind: "b",
    paused: "false",
    since: "2026-11-19T23:00:00.000Z",
    until: "2026-11-21T23:00:00.000Z",
    sort: "name",
    order: "asc",
    cursor: "two",
    limit: "50",
    count: "capped",
  });
});

test("ignores unknown values in the URL", async () => {
  const { filters, sort } = await read("kind=c&paused=maybe&from=2026-02-30&sort=size&order=up");
  expect(Object.values(filters)).toEqual([null, null, null, null, null]);
  expect(sort).toEqual({ by: "createdAt", order: "desc" });
});

test("sends no sort order for a list that can't be sorted", async () => {
  const query = unsorted.toPageQuery(await unsorted.readUrl(new URLSearchParams("q=ada&sort=name&order=asc")), "UTC");
  expect(Object.keys(query).sort()).toEqual(["count", "cursor", "limit", "q"]);
});

test("sorts by a column in its initial direction first, then reversed", () => {
  const byDate = { by: "createdAt", order: "desc" } as const;
  const byName = list.sorting.toggle("name", byDate);
  expect(byName).toEqual({ by: "name", order: "asc" });
  expect(list.sorting.toggle("name", byName)).toEqual({ by: "name", order: "desc" });
  expect(list.sorting.toggle("createdAt", byName)).toEqual(byDate);
});

test.each([
  ["createdAt", "desc", { sort: null, order: null }],
  ["createdAt", "asc", { sort: null, order: "asc" }],
  ["name", "asc", { sort: "name", order: null }],
  ["name", "desc", { sort: "name", order: "desc" }],
] as const)("writes the sort by %s, %s as %j and reads it back", async (by, order, params) => {
  expect(list.sorting.toSortParams({ by, order })).toEqual(params);
  const search = Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  expect((await list.readUrl(new URLSearchParams(search))).sort).toEqual({ by, order });
});

test("limits how many cursors the URL holds", () => {
  expect(list.toCursorParams(Array.from({ length: 60 }, (_, page) => String(page))).cursor).toHaveLength(50);
});

test("builds links to a filtered list without other parameters", () => {
  expect(list.filterHref("/list", { q: "a b", kind: "a" })).toBe("/list?q=a+b&kind=a");
});
