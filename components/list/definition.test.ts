import { expect, test } from "vitest";
import { booleanFilter, choiceFilter, customFilter, dateRangeFilter, defineList, searchFilter, textFilter } from "./definition";

const leads = defineList("GET /leads", {
  filters: {
    q: searchFilter("Search"),
    status: choiceFilter("Status", ["active", "held"], (status) => status),
    claimed: booleanFilter("Claimed"),
    emailedSince: dateRangeFilter("Last emailed", { from: "emailedFrom", to: "emailedTo", until: "emailedUntil" }),
    since: dateRangeFilter(),
  },
  sorts: { created: "desc", email: "asc" },
});
const unsorted = defineList("GET /waves", { filters: {} });
const toParams = (search: string) => Object.fromEntries(new URLSearchParams(search));
const read = (search: string) => leads.readUrl(toParams(search));
const readQuery = async (search: string, zone: string) => leads.toPageQuery(await read(search), zone);

test("a list only takes filters that the endpoint has, with values that it accepts", () => {
  // @ts-expect-error: leads have no such filter
  defineList("GET /leads", { filters: { code: textFilter("Code", "code") } });
  // @ts-expect-error: leads have no such status
  defineList("GET /leads", { filters: { status: choiceFilter("Status", ["lost"], (status) => status) } });
  // @ts-expect-error: leads can't be sorted like this
  defineList("GET /leads", { filters: {}, sorts: { name: "asc" } });
});

test("an empty URL is the first page in the default order", async () => {
  const urlState = await read("");
  expect(urlState.sort).toEqual({ by: "created", order: "desc" });
  expect(JSON.parse(JSON.stringify(leads.toPageQuery(urlState, "UTC")))).toEqual({
    sort: "created",
    order: "desc",
    limit: "50",
    count: "capped",
  });
});

test("the URL has the filters, the sort order and the page", async () => {
  const search = "q=ada&status=held&claimed=false&from=2026-11-20&to=2026-11-21&emailedTo=2026-11-22&sort=email&cursor=one,two";
  expect(await readQuery(search, "Europe/Berlin")).toEqual({
    q: "ada",
    status: "held",
    claimed: "false",
    since: "2026-11-19T23:00:00.000Z",
    until: "2026-11-21T23:00:00.000Z",
    emailedUntil: "2026-11-22T23:00:00.000Z",
    sort: "email",
    order: "asc",
    cursor: "two",
    limit: "50",
    count: "capped",
  });
});

test("a list ignores unknown values in the URL", async () => {
  const { values, sort } = await read("q=&status=lost&claimed=maybe&from=2026-02-30&sort=size&order=up");
  expect(Object.keys(values)).toEqual(["q", "status", "claimed", "emailedFrom", "emailedTo", "from", "to"]);
  expect(Object.values(values).every((value) => value === null)).toBe(true);
  expect(sort).toEqual({ by: "created", order: "desc" });
  const custom = defineList("GET /codes", {
    filters: { batch: { ...customFilter("Batch"), parse: (text) => (text === "known" ? text : null) } },
  });
  expect((await custom.readUrl({ batch: "other" })).values).toEqual({ batch: null });
});

test("a list that can't be sorted sends no sort order", async () => {
  const query = unsorted.toPageQuery(await unsorted.readUrl(toParams("sort=name&order=asc")), "UTC");
  expect(Object.keys(query).sort()).toEqual(["count", "cursor", "limit"]);
});

test("a click sorts by a column in its initial direction first, then reversed", () => {
  const byDate = { by: "created", order: "desc" } as const;
  const byEmail = leads.sorting.toggle("email", byDate);
  expect(byEmail).toEqual({ by: "email", order: "asc" });
  expect(leads.sorting.toggle("email", byEmail)).toEqual({ by: "email", order: "desc" });
  expect(leads.sorting.toggle("created", byEmail)).toEqual(byDate);
});

test.each([
  ["created", "desc", { sort: null, order: null }],
  ["created", "asc", { sort: null, order: "asc" }],
  ["email", "asc", { sort: "email", order: null }],
  ["email", "desc", { sort: "email", order: "desc" }],
] as const)("writes the sort by %s, %s as %j and reads it back", async (by, order, params) => {
  expect(leads.sorting.toParams({ by, order })).toEqual(params);
  const search = Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  expect((await leads.readUrl(Object.fromEntries(search))).sort).toEqual({ by, order });
});

test("a list ignores an empty page and an empty choice of columns", async () => {
  expect(await read("cursor=&columns=")).toMatchObject({ cursors: [], columns: null });
});

test("the URL holds a limited number of cursors", () => {
  expect(leads.toCursorParams(Array.from({ length: 60 }, (_, page) => String(page))).cursor).toBe(
    Array.from({ length: 50 }, (_, page) => String(page + 10)).join(","),
  );
});

test("a view saves the filters, the sort order and the chosen columns of the URL, and opens them again", async () => {
  const view = leads.toView(await read("q=ada, b&claimed=false&from=2026-11-20&sort=email&columns=name,kind&cursor=one&view=old"));
  expect(view).toEqual({
    filters: { q: "ada, b", claimed: "false", from: "2026-11-20" },
    sort: { by: "email", order: "asc" },
    columns: ["name", "kind"],
  });
  expect(leads.normalizeView(view)).toEqual(view);
  expect(leads.toViewParams(view)).toEqual({
    ...leads.clearedFilters,
    q: "ada, b",
    claimed: "false",
    from: "2026-11-20",
    sort: "email",
    order: null,
    columns: "name,kind",
  });
  expect(leads.toView(await read("sort=created"))).toEqual({ filters: {}, sort: null, columns: null });
});

test("a view resets everything that it doesn't set, and ignores what the list doesn't know anymore", () => {
  const reset = { ...leads.clearedFilters, sort: null, order: null, columns: null };
  expect(leads.toViewParams(null)).toEqual(reset);
  const outdated = {
    filters: { status: "lost", removed: "x", from: "2026-02-30" },
    sort: { by: "size", order: "asc" } as const,
    columns: null,
  };
  expect(leads.toViewParams(outdated)).toEqual(reset);
  expect(leads.normalizeView(outdated)).toEqual({ filters: {}, sort: null, columns: null });
  expect(unsorted.normalizeView(outdated)).toEqual({ filters: {}, sort: null, columns: null });
});
