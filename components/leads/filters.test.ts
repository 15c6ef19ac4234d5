import { expect, test } from "vitest";
import { toBulkFilter } from "@/components/list/filter-parsers";
import { leadsUrlState } from "./filters";

test("an act on all leads says so, and one on those who match names what narrows them", () => {
  const nothing = {
    q: null,
    waitlist: null,
    invited: null,
    claimed: null,
    referred: null,
    referredBy: null,
    source: null,
    standing: null,
    from: null,
    to: null,
  };
  expect(toBulkFilter(leadsUrlState.toFilterQuery(nothing, "Europe/Berlin"))).toEqual({ everything: true });
  expect(toBulkFilter(leadsUrlState.toFilterQuery({ ...nothing, waitlist: "true", from: "2026-11-21" }, "Europe/Berlin"))).toEqual({
    waitlist: "true",
    since: "2026-11-20T23:00:00.000Z",
    until: undefined,
  });
});
