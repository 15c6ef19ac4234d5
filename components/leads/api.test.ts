import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { toBulkFilter } from "@/components/list/list-url";
import type { Page } from "@/contract/call";
import { exampleLead, type LeadRecord } from "@/contract/leads";
import { cachedLeads, leadQuery, leadsQuery, leadsUrlState, updateCachedLead } from "./api";

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

const ada = exampleLead;
const alan = { ...exampleLead, email: "alan@example.org", firstname: "Alan", notes: "Met at the fair." };
const page = (items: LeadRecord[]): Page<LeadRecord> => ({ items, next: null, total: String(items.length) });

function createClient() {
  const client = new QueryClient();
  client.setQueryData(leadsQuery({}).queryKey, page([ada, alan]));
  client.setQueryData(leadsQuery({ waitlist: "true" }).queryKey, page([alan]));
  client.setQueryData(["leads", "claimed", {}], "2");
  client.setQueryData(leadQuery(alan.email).queryKey, alan);
  return client;
}

const cachedData = (client: QueryClient) => [
  client.getQueryData(leadsQuery({}).queryKey)?.items,
  client.getQueryData(leadsQuery({ waitlist: "true" }).queryKey)?.items,
  client.getQueryData(leadQuery(alan.email).queryKey),
];

test("updates a lead in every list and on their page, and no other lead", () => {
  const client = createClient();
  updateCachedLead(client, alan.email, { firstname: "A.", onWaitlist: false });
  const updated = { ...alan, firstname: "A.", onWaitlist: false };
  expect(cachedData(client)).toEqual([[ada, updated], [updated], updated]);
  expect(client.getQueryData(["leads", "claimed", {}])).toBe("2");
});

test("undoes a rejected change without undoing other changes", () => {
  const client = createClient();
  const previous = updateCachedLead(client, alan.email, { notes: "Never mind." });
  updateCachedLead(client, alan.email, { lastname: "Turing" });
  updateCachedLead(client, alan.email, previous);
  const expected = { ...alan, lastname: "Turing" };
  expect(cachedData(client)).toEqual([[ada, expected], [expected], expected]);
});

test("updates a lead that is cached only for their page", () => {
  const client = new QueryClient();
  client.setQueryData(leadQuery(ada.email).queryKey, ada);
  const previous = updateCachedLead(client, ada.email, { notes: "Hello." });
  expect(client.getQueryData(leadQuery(ada.email).queryKey)?.notes).toBe("Hello.");
  updateCachedLead(client, ada.email, previous);
  expect(client.getQueryData(leadQuery(ada.email).queryKey)).toEqual(ada);
});

test("returns the leads of every fetched page", () => {
  expect([...cachedLeads(createClient()).keys()]).toEqual([ada.email, alan.email]);
});
