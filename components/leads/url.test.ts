import { expect, test } from "vitest";
import { toBulkFilter } from "@/components/list/list-url";
import { leadsUrlState } from "./url";

test("turns the filters of the list into the filter of a bulk action", () => {
  const noFilters = {
    q: null,
    waitlist: null,
    invited: null,
    claimed: null,
    referred: null,
    referredBy: null,
    source: null,
    sourceTag: null,
    referralCode: null,
    field: null,
    tag: null,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    utm_term: null,
    utm_content: null,
    confirmed: null,
    minReferrals: null,
    waitlistStatus: null,
    wave: null,
    status: null,
    suppression: null,
    import: null,
    sentCode: null,
    lastEmailKind: null,
    lastEmailStatus: null,
    emailedFrom: null,
    emailedTo: null,
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
