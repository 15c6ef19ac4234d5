import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { expect, test } from "vitest";
import { defineListUrl } from "./list-url";
import { toTimeRange, dateRangeParsers, omitUnset, booleanParser } from "./filter-parsers";

const list = defineListUrl({
  filters: { q: parseAsString, kind: parseAsStringLiteral(["a", "b"] as const), paused: booleanParser, ...dateRangeParsers },
  toFilterQuery: ({ from, to, ...filters }, zone) => ({ ...omitUnset(filters), ...toTimeRange({ from, to }, zone) }),
  sorts: { directions: { createdAt: "desc", name: "asc" }, default: "createdAt" },
});
const unsorted = defineListUrl({ filters: { q: parseAsString }, toFilterQuery: omitUnset });
const read = (search: string) => list.readUrl(new URLSearchParams(search));

test("an address without anything is the first page, in the list's own sort", async () => {
  const address = await read("");
  expect(address.sort).toEqual({ by: "createdAt", order: "desc" });
  expect(JSON.parse(JSON.stringify(list.toPageQuery(address, "UTC")))).toEqual({
    sort: "createdAt",
    order: "desc",
    limit: "50",
    count: "capped",
  });
});

test("an address says the filters, the sort and the page", async () => {
  const address = await read("q=ada&kind=b&paused=false&from=2026-11-20&to=2026-11-21&sort=name&cursor=one,two");
  expect(list.toPageQuery(address, "Europe/Berlin")).toEqual({
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

test("what an address says that is not there is passed over", async () => {
  const { filters, sort } = await read("kind=c&paused=maybe&from=2026-02-30&sort=size&order=up");
  expect(Object.values(filters)).toEqual([null, null, null, null, null]);
  expect(sort).toEqual({ by: "createdAt", order: "desc" });
});

test("a list in an order of its own asks for none", async () => {
  const query = unsorted.toPageQuery(await unsorted.readUrl(new URLSearchParams("q=ada&sort=name&order=asc")), "UTC");
  expect(Object.keys(query).sort()).toEqual(["count", "cursor", "limit", "q"]);
});

test("a header begins in its own direction, then turns around", () => {
  const first = { by: "createdAt", order: "desc" } as const;
  const named = list.sorting.toggle("name", first);
  expect(named).toEqual({ by: "name", order: "asc" });
  expect(list.sorting.toggle("name", named)).toEqual({ by: "name", order: "desc" });
  expect(list.sorting.toggle("createdAt", named)).toEqual(first);
});

test.each([
  ["createdAt", "desc", { sort: null, order: null }],
  ["createdAt", "asc", { sort: null, order: "asc" }],
  ["name", "asc", { sort: "name", order: null }],
  ["name", "desc", { sort: "name", order: "desc" }],
] as const)("by %s, %s, the address says %j of the sort, and reads it back", async (by, order, said) => {
  expect(list.sorting.toSortParams({ by, order })).toEqual(said);
  const search = Object.entries(said).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  expect((await list.readUrl(new URLSearchParams(search))).sort).toEqual({ by, order });
});

test("the way back is not endless", () => {
  expect(list.toCursorParams(Array.from({ length: 60 }, (_, page) => String(page))).cursor).toHaveLength(50);
});

test("a link to the list, narrowed, says the filters alone", () => {
  expect(list.filterHref("/list", { q: "a b", kind: "a" })).toBe("/list?q=a+b&kind=a");
});
