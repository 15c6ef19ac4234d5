import { expect, test } from "vitest";
import { toBulkFilter } from "@/components/list/filter-parsers";
import { leadsUrlState } from "./filters";

test("turns the filters of the list into the filter of a bulk action", () => {
  const noFilters = {
    q: null,
    waitlist: null,
    invited: null,
    claimed: null,
    referred: null,
    referredBy: null,
    source: null,
    status: null,
    from: null,
    to: null,
  };
  expect(toBulkFilter(leadsUrlState.toFilterQuery(noFilters, "Europe/Berlin"))).toEqual({ all: true });
  expect(toBulkFilter(leadsUrlState.toFilterQuery({ ...noFilters, waitlist: "true", from: "2026-11-21" }, "Europe/Berlin"))).toEqual({
    waitlist: "true",
    since: "2026-11-20T23:00:00.000Z",
    until: undefined,
  });
});
