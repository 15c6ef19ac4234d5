import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { leadOf } from "./queries";

/** What people write of a lead. */
export type Written = Partial<Pick<LeadRecord, "firstname" | "lastname" | "notes">>;

/** What of a lead is changed in place. */
export type Changes = Written & Partial<Pick<LeadRecord, "onWaitlist">>;

/** Every page of leads that was fetched, also those that are not shown at the moment. */
const pages = { queryKey: ["leads"] };
const isPage = (data: unknown): data is Page<LeadRecord> => typeof data === "object" && data !== null && "items" in data;

/** Leads that were fetched, by their addresses. */
export function knownLeads(client: QueryClient): ReadonlyMap<string, LeadRecord> {
  const listed = client.getQueriesData(pages).flatMap(([, data]) => (isPage(data) ? data.items : []));
  return new Map(listed.map((lead) => [lead.email, lead]));
}

/** Shows a lead changed wherever they are shown, before anything is stored; answers what was there before, by which it is taken back. */
export function patchLead(client: QueryClient, email: string, changes: Changes): Changes {
  const { queryKey } = leadOf(email);
  const now = client.getQueryData(queryKey) ?? knownLeads(client).get(email);
  client.setQueryData(queryKey, (lead) => lead && { ...lead, ...changes });
  client.setQueriesData(pages, (data) =>
    isPage(data) ? { ...data, items: data.items.map((lead) => (lead.email === email ? { ...lead, ...changes } : lead)) } : data,
  );
  if (now === undefined) return {};
  return Object.fromEntries((Object.keys(changes) as (keyof Changes)[]).map((name) => [name, now[name]]));
}
