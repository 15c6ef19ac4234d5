"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { apiQuery, cachedItems } from "@/components/api-query";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call, type Page } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { dialogLabels } from "./dialog-labels";

/** The fields of a lead that staff can edit as text. */
export type EditableFields = Partial<Pick<LeadRecord, "firstname" | "lastname" | "notes">>;

/** The fields of a lead that can be changed optimistically. */
export type LeadChanges = EditableFields & Partial<Pick<LeadRecord, "onWaitlist" | "fields">>;

const leadQuery = (email: string) => apiQuery("GET /leads/email/:email", { params: { email } });

/** Updates a lead in all cached data before it is saved. Returns the previous values, which undo the update. */
export function updateCachedLead(client: QueryClient, email: string, changes: LeadChanges): LeadChanges {
  const { queryKey } = leadQuery(email);
  const current = client.getQueryData(queryKey) ?? cachedItems(client, "GET /leads").find((lead) => lead.email === email);
  client.setQueryData(queryKey, (lead) => lead && { ...lead, ...changes });
  client.setQueriesData<Page<LeadRecord>>(
    { queryKey: ["GET /leads"] },
    (page) => page && { ...page, items: page.items.map((lead) => (lead.email === email ? { ...lead, ...changes } : lead)) },
  );
  if (current === undefined) return {};
  return Object.fromEntries((Object.keys(changes) as (keyof LeadChanges)[]).map((name) => [name, current[name]]));
}

/** `answers` changes single answers. Null removes one. */
type LeadEdit = Omit<LeadChanges, "fields"> & {
  email: string;
  addTags?: string[];
  removeTags?: string[];
  expected?: EditableFields | undefined;
  answers?: Readonly<Record<string, string | boolean | null>>;
};

const isAnswer = (entry: [string, string | boolean | null]): entry is [string, string | boolean] => entry[1] !== null;

/** Updates a lead optimistically. `mutate` shows an error as a toast, which can send the change again. Callers of `mutateAsync` show it. */
export function useEditLead() {
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation(patchLead, {
    changes: ["GET /leads", "GET /leads/email/:email"],
    // One at a time, since each edit names the values it expects.
    optimistic: { scope: "edit-lead", show: (edit) => showEdit(client, edit) },
  });
  const mutate = (edit: LeadEdit): void => {
    const tryAgain = { label: dialogLabels.edit.tryAgain, onClick: () => mutate(edit) };
    mutateAsync(edit).catch(showErrorToast(dialogLabels.edit.failed(edit.email), tryAgain));
  };
  return { mutate, mutateAsync };
}

const patchLead = ({ email, onWaitlist, answers, ...fields }: LeadEdit, idempotencyKey: string) =>
  call("PATCH /leads/email/:email", {
    params: { email },
    body: {
      ...fields,
      ...(answers && { fields: { ...answers } }),
      ...(onWaitlist !== undefined && { waitlist: onWaitlist }),
    },
    idempotencyKey,
  });

/** Shows an edit in all cached data. Returns what undoes it. */
async function showEdit(
  client: QueryClient,
  { email, expected: _, answers, addTags: _added, removeTags: _removed, ...changes }: LeadEdit,
): Promise<() => void> {
  // Responses to requests sent before the change would overwrite it.
  await Promise.all([client.cancelQueries({ queryKey: ["GET /leads"] }), client.cancelQueries(leadQuery(email))]);
  const current = client.getQueryData(leadQuery(email).queryKey);
  const fields = answers && Object.fromEntries(Object.entries({ ...current?.fields, ...answers }).filter(isAnswer));
  const previous = updateCachedLead(client, email, { ...changes, ...(fields && { fields }) });
  return () => void updateCachedLead(client, email, previous);
}
