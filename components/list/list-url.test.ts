import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { expect, test } from "vitest";
import { type Column, columnsInView, neededWidth, toggleColumn, visibleColumns } from "./columns";
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

test("saves the filters, the sort order and the chosen columns of the URL as a view, and opens it again", async () => {
  const state = await read("q=ada, b&paused=false&from=2026-11-20&sort=name&columns=name,kind&cursor=one&view=old");
  const view = list.toView(state);
  expect(view).toEqual({
    filters: { q: "ada, b", paused: "false", from: "2026-11-20" },
    sort: { by: "name", order: "asc" },
    columns: ["name", "kind"],
  });
  expect(list.normalizeView(view)).toEqual(view);
  expect(list.toViewParams(view)).toEqual({
    q: "ada, b",
    kind: null,
    paused: "false",
    from: "2026-11-20",
    to: null,
    sort: "name",
    order: null,
    columns: ["name", "kind"],
  });
  expect(list.toView(await read("sort=createdAt"))).toEqual({ filters: {}, sort: null, columns: null });
});

test("resets everything that a view doesn't set, and ignores what the list doesn't know anymore", () => {
  const reset = { q: null, kind: null, paused: null, from: null, to: null, sort: null, order: null, columns: null };
  expect(list.toViewParams(null)).toEqual(reset);
  const outdated = { filters: { kind: "c", removed: "x", from: "2026-02-30" }, sort: { by: "size", order: "asc" } as const, columns: null };
  expect(list.toViewParams(outdated)).toEqual(reset);
  expect(list.normalizeView(outdated)).toEqual({ filters: {}, sort: null, columns: null });
  expect(unsorted.normalizeView(outdated)).toEqual({ filters: {}, sort: null, columns: null });
});

type Item = { name: string };
const column = (id: string, options: Partial<Column<Item>> = {}): Column<Item> => ({
  id,
  header: id,
  cell: ({ name }) => name,
  ...options,
});
const columns = [
  column("name"),
  column("kind", { width: "w-24", minTableWidth: "lg" }),
  column("notes", { width: "w-32 sm:w-40", isOptional: true }),
  column("actions", { hideLabel: true, width: "w-12" }),
];
const visible = (chosen: string[] | null) => visibleColumns(columns, chosen).map(({ id }) => id);

test("shows the chosen columns at every width, beside the main one and actions", () => {
  expect(visible(null)).toEqual(["name", "kind", "actions"]);
  expect(visible(["notes"])).toEqual(["name", "notes", "actions"]);
  expect(visibleColumns(columns, ["notes", "kind", "removed"]).map(({ minTableWidth }) => minTableWidth)).toEqual(Array(4).fill(undefined));
  expect(visible(["name"])).toEqual(["name", "actions"]);
  expect(visible(["removed"])).toEqual(visible(null));
  // A column without a width gets 12 rem, and padding and the selection 3.
  expect(neededWidth(columns)).toBe(3 + 12 + 6 + 10 + 3);
});

test("knows which columns a narrow table shows", () => {
  const inView = (chosen: string[] | null, width: number) => columnsInView(columns, chosen, width).map(({ id }) => id);
  expect(inView(null, 58)).toEqual(["name", "kind", "actions"]);
  expect(inView(null, 57)).toEqual(["name", "actions"]);
  expect(inView(["kind"], 20)).toEqual(["name", "kind", "actions"]);
});

test("shows or hides one column, and keeps those that a narrow table hides", () => {
  expect(toggleColumn(columns, null, "notes", 57)).toEqual(["name", "kind", "notes", "actions"]);
  expect(toggleColumn(columns, null, "kind", 57)).toEqual(["name", "kind", "actions"]);
  expect(toggleColumn(columns, null, "kind", 58)).toEqual(["name", "actions"]);
  expect(toggleColumn(columns, ["kind"], "kind", 57)).toEqual(["name", "actions"]);
  expect(toggleColumn(columns, ["name"], "kind", 58)).toBeNull();
});
