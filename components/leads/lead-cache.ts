import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { leadQuery } from "./queries";

/** What people write of a lead. */
export type EditableFields = Partial<Pick<LeadRecord, "firstname" | "lastname" | "notes">>;

/** What of a lead is changed in place. */
export type LeadChanges = EditableFields & Partial<Pick<LeadRecord, "onWaitlist">>;

/** Every page of leads that was fetched, also those that are not shown at the moment. */
const leadPages = { queryKey: ["leads"] };
const isPage = (data: unknown): data is Page<LeadRecord> => typeof data === "object" && data !== null && "items" in data;

/** Leads that were fetched, by their addresses. */
export function cachedLeads(client: QueryClient): ReadonlyMap<string, LeadRecord> {
  const listed = client.getQueriesData(leadPages).flatMap(([, data]) => (isPage(data) ? data.items : []));
  return new Map(listed.map((lead) => [lead.email, lead]));
}

/** Shows a lead changed wherever they are shown, before anything is stored; answers what was there before, by which it is taken back. */
export function updateCachedLead(client: QueryClient, email: string, changes: LeadChanges): LeadChanges {
  const { queryKey } = leadQuery(email);
  const now = client.getQueryData(queryKey) ?? cachedLeads(client).get(email);
  client.setQueryData(queryKey, (lead) => lead && { ...lead, ...changes });
  client.setQueriesData(leadPages, (data) =>
    isPage(data) ? { ...data, items: data.items.map((lead) => (lead.email === email ? { ...lead, ...changes } : lead)) } : data,
  );
  if (now === undefined) return {};
  return Object.fromEntries((Object.keys(changes) as (keyof LeadChanges)[]).map((name) => [name, now[name]]));
}
