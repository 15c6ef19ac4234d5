import { expect, test } from "vitest";
import { toBulkFilter } from "@/components/list/definition";
import { listLeadsEndpoint } from "@/contract/leads";
import { leadsList } from "./definition";

const toQuery = (values: Parameters<typeof leadsList.toFilterQuery>[0]) => leadsList.toFilterQuery(values, "Europe/Berlin");

test("the filters of the list become the filter of a bulk action", () => {
  expect(toBulkFilter(toQuery({}))).toEqual({ all: true });
  expect(toBulkFilter(toQuery({ ...leadsList.clearedFilters, waitlist: "true", from: "2026-11-21" }))).toEqual({
    waitlist: "true",
    since: "2026-11-20T23:00:00.000Z",
    until: undefined,
  });
});

test("the list has every filter of the endpoint", () => {
  const notFilters = ["limit", "cursor", "count", "sort", "order", "format", "columns", "header"];
  const names = Object.keys(listLeadsEndpoint.query?.shape ?? {}).filter((name) => !notFilters.includes(name));
  expect(Object.keys(toQuery({})).sort()).toEqual(names.sort());
});
