import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Page } from "@/contract/call";
import { exampleLead, type LeadRecord } from "@/contract/leads";
import { cachedLeads, updateCachedLead } from "./lead-cache";
import { leadQuery, leadsQuery } from "./queries";

const ada = exampleLead;
const alan = { ...exampleLead, email: "alan@example.org", firstname: "Alan", notes: "Met at the fair." };
const page = (items: LeadRecord[]): Page<LeadRecord> => ({ items, next: null, total: String(items.length) });

function aClient() {
  const client = new QueryClient();
  client.setQueryData(leadsQuery({}).queryKey, page([ada, alan]));
  client.setQueryData(leadsQuery({ waitlist: "true" }).queryKey, page([alan]));
  client.setQueryData(["leads", "claimed", {}], "2");
  client.setQueryData(leadQuery(alan.email).queryKey, alan);
  return client;
}

const shown = (client: QueryClient) => [
  client.getQueryData(leadsQuery({}).queryKey)?.items,
  client.getQueryData(leadsQuery({ waitlist: "true" }).queryKey)?.items,
  client.getQueryData(leadQuery(alan.email).queryKey),
];

test("a lead that is changed in place is shown changed in every list and on their page, and nobody else is", () => {
  const client = aClient();
  updateCachedLead(client, alan.email, { firstname: "A.", onWaitlist: false });
  const changed = { ...alan, firstname: "A.", onWaitlist: false };
  expect(shown(client)).toEqual([[ada, changed], [changed], changed]);
  expect(client.getQueryData(["leads", "claimed", {}])).toBe("2");
});

test("a change that is refused is taken back alone: what was changed beside it meanwhile stays", () => {
  const client = aClient();
  const before = updateCachedLead(client, alan.email, { notes: "Never mind." });
  updateCachedLead(client, alan.email, { lastname: "Turing" });
  updateCachedLead(client, alan.email, before);
  const kept = { ...alan, lastname: "Turing" };
  expect(shown(client)).toEqual([[ada, kept], [kept], kept]);
});

test("a lead whom no list holds is changed on their page alone", () => {
  const client = new QueryClient();
  client.setQueryData(leadQuery(ada.email).queryKey, ada);
  const before = updateCachedLead(client, ada.email, { notes: "Hello." });
  expect(client.getQueryData(leadQuery(ada.email).queryKey)?.notes).toBe("Hello.");
  updateCachedLead(client, ada.email, before);
  expect(client.getQueryData(leadQuery(ada.email).queryKey)).toEqual(ada);
});

test("leads of every page that was seen are known", () => {
  expect([...cachedLeads(aClient()).keys()]).toEqual([ada.email, alan.email]);
});
