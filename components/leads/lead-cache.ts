import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { leadQuery } from "./queries";

/** The fields of a lead that staff can edit as text. */
export type EditableFields = Partial<Pick<LeadRecord, "firstname" | "lastname" | "notes">>;

/** The fields of a lead that can be changed optimistically. */
export type LeadChanges = EditableFields & Partial<Pick<LeadRecord, "onWaitlist">>;

/** Matches every fetched page of leads, shown or not. */
const leadPages = { queryKey: ["leads"] };
const isPage = (data: unknown): data is Page<LeadRecord> => typeof data === "object" && data !== null && "items" in data;

/** Returns the fetched leads by email. */
export function cachedLeads(client: QueryClient): ReadonlyMap<string, LeadRecord> {
  const leads = client.getQueriesData(leadPages).flatMap(([, data]) => (isPage(data) ? data.items : []));
  return new Map(leads.map((lead) => [lead.email, lead]));
}

/** Updates a lead in all cached data before it is saved. Returns the previous values, which undo the update. */
export function updateCachedLead(client: QueryClient, email: string, changes: LeadChanges): LeadChanges {
  const { queryKey } = leadQuery(email);
  const current = client.getQueryData(queryKey) ?? cachedLeads(client).get(email);
  client.setQueryData(queryKey, (lead) => lead && { ...lead, ...changes });
  client.setQueriesData(leadPages, (data) =>
    isPage(data) ? { ...data, items: data.items.map((lead) => (lead.email === email ? { ...lead, ...changes } : lead)) } : data,
  );
  if (current === undefined) return {};
  return Object.fromEntries((Object.keys(changes) as (keyof LeadChanges)[]).map((name) => [name, current[name]]));
}
