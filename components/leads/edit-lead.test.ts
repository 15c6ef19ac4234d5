import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import type { Page } from "@/contract/call";
import { exampleDailyStats } from "@/contract/fields";
import { exampleLead, type LeadRecord } from "@/contract/leads";
import { updateCachedLead } from "./edit-lead";

const leadQuery = (email: string) => apiQuery("GET /leads/email/:email", { params: { email } });
const leadsQuery = (query: { waitlist?: "true" }) => apiPageQuery("GET /leads", { query });
const statsKey = apiQuery("GET /leads/stats", { query: { span: "30" } }).queryKey;

const ada = exampleLead;
const alan = { ...exampleLead, email: "alan@example.org", firstname: "Alan", notes: "Met at the fair." };
const page = (items: LeadRecord[]): Page<LeadRecord> => ({ items, next: null, total: String(items.length) });

function createClient() {
  const client = new QueryClient();
  client.setQueryData(leadsQuery({}).queryKey, page([ada, alan]));
  client.setQueryData(leadsQuery({ waitlist: "true" }).queryKey, page([alan]));
  client.setQueryData(statsKey, exampleDailyStats);
  client.setQueryData(leadQuery(alan.email).queryKey, alan);
  return client;
}

const cachedData = (client: QueryClient) => [
  client.getQueryData(leadsQuery({}).queryKey)?.items,
  client.getQueryData(leadsQuery({ waitlist: "true" }).queryKey)?.items,
  client.getQueryData(leadQuery(alan.email).queryKey),
];

test("an edit updates a lead in every list and on their page, and no other lead", () => {
  const client = createClient();
  updateCachedLead(client, alan.email, { firstname: "A.", onWaitlist: false });
  const updated = { ...alan, firstname: "A.", onWaitlist: false };
  expect(cachedData(client)).toEqual([[ada, updated], [updated], updated]);
  expect(client.getQueryData(statsKey)).toEqual(exampleDailyStats);
});

test("a rejected change is undone without undoing other changes", () => {
  const client = createClient();
  const previous = updateCachedLead(client, alan.email, { notes: "Never mind." });
  updateCachedLead(client, alan.email, { lastname: "Turing" });
  updateCachedLead(client, alan.email, previous);
  const expected = { ...alan, lastname: "Turing" };
  expect(cachedData(client)).toEqual([[ada, expected], [expected], expected]);
});

test("an edit updates a lead that is cached only for their page", () => {
  const client = new QueryClient();
  client.setQueryData(leadQuery(ada.email).queryKey, ada);
  const previous = updateCachedLead(client, ada.email, { notes: "Hello." });
  expect(client.getQueryData(leadQuery(ada.email).queryKey)?.notes).toBe("Hello.");
  updateCachedLead(client, ada.email, previous);
  expect(client.getQueryData(leadQuery(ada.email).queryKey)).toEqual(ada);
});
