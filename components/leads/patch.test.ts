import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Page } from "@/contract/call";
import { exampleLead, type LeadRecord } from "@/contract/leads";
import { knownLeads, patchLead } from "./patch";
import { leadOf, leadsPage } from "./queries";

const ada = exampleLead;
const alan = { ...exampleLead, email: "alan@example.org", firstname: "Alan", notes: "Met at the fair." };
const page = (items: LeadRecord[]): Page<LeadRecord> => ({ items, next: null, total: String(items.length) });

function aClient() {
  const client = new QueryClient();
  client.setQueryData(leadsPage({}).queryKey, page([ada, alan]));
  client.setQueryData(leadsPage({ waitlist: "true" }).queryKey, page([alan]));
  client.setQueryData(["leads", "claimed", {}], "2");
  client.setQueryData(leadOf(alan.email).queryKey, alan);
  return client;
}

const shown = (client: QueryClient) => [
  client.getQueryData(leadsPage({}).queryKey)?.items,
  client.getQueryData(leadsPage({ waitlist: "true" }).queryKey)?.items,
  client.getQueryData(leadOf(alan.email).queryKey),
];

test("a lead that is changed in place is shown changed in every list and on their page, and nobody else is", () => {
  const client = aClient();
  patchLead(client, alan.email, { firstname: "A.", onWaitlist: false });
  const changed = { ...alan, firstname: "A.", onWaitlist: false };
  expect(shown(client)).toEqual([[ada, changed], [changed], changed]);
  expect(client.getQueryData(["leads", "claimed", {}])).toBe("2");
});

test("a change that is refused is taken back alone: what was changed beside it meanwhile stays", () => {
  const client = aClient();
  const before = patchLead(client, alan.email, { notes: "Never mind." });
  patchLead(client, alan.email, { lastname: "Turing" });
  patchLead(client, alan.email, before);
  const kept = { ...alan, lastname: "Turing" };
  expect(shown(client)).toEqual([[ada, kept], [kept], kept]);
});

test("a lead whom no list holds is changed on their page alone", () => {
  const client = new QueryClient();
  client.setQueryData(leadOf(ada.email).queryKey, ada);
  const before = patchLead(client, ada.email, { notes: "Hello." });
  expect(client.getQueryData(leadOf(ada.email).queryKey)?.notes).toBe("Hello.");
  patchLead(client, ada.email, before);
  expect(client.getQueryData(leadOf(ada.email).queryKey)).toEqual(ada);
});

test("leads of every page that was seen are known", () => {
  expect([...knownLeads(aClient()).keys()]).toEqual([ada.email, alan.email]);
});
