import { expect, test } from "vitest";
import { toLeadFilter, waitlistList } from "./definition";

const filterOf = (values: Parameters<typeof waitlistList.toFilterQuery>[0]) => toLeadFilter(waitlistList.toFilterQuery(values, "UTC"));

test("a bulk action on everyone who matches on the waitlist selects the same people as the list", () => {
  expect(filterOf({})).toEqual({ waitlistStatus: "waiting" });
  expect(filterOf({ status: "declined", utm_campaign: "launch" })).toEqual({ waitlistStatus: "declined", utm_campaign: "launch" });
  // A wave's people have all statuses.
  expect(filterOf({ wave: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e11" })).toEqual({ wave: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e11" });
  expect(filterOf({ field: "company:Acme", confirmed: "true" })).toMatchObject({ field: "company:Acme", confirmed: "true" });
});
