"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useJobMutation } from "@/components/jobs/use-job-mutation";
import { toast } from "@/components/ui/toast";
import { showErrorToast, useApiMutation } from "@/components/use-api-mutation";
import { useIdempotentRequest } from "@/components/use-idempotent-request";
import type { bulkUpdateLeadsEndpoint } from "@/contract/bulk-lead-actions";
import { call } from "@/contract/call";
import type { createLeadEndpoint } from "@/contract/leads";
import { labels } from "./labels";
import { type EditableFields, type LeadChanges, updateCachedLead } from "./lead-cache";
import { leadQuery } from "./queries";

export function useCreateLead() {
  const sendOnce = useIdempotentRequest();
  return useApiMutation((body: z.input<typeof createLeadEndpoint.body>) =>
    sendOnce(body, (key) => call("POST /leads/create", { body, idempotencyKey: key })),
  );
}

/** Deletes a lead, then calls `leavePage` and refetches everything except the data of the deleted lead. */
export function useDeleteLead(email: string, leavePage: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /leads/delete", { body: { email } }),
    onSuccess: async () => {
      leavePage();
      await Promise.all([
        client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== email }),
        client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === email, refetchType: "none" }),
      ]);
    },
  });
}

/** Runs a bulk action on leads. Calls `onDeleted` before data is refetched, so that deleted leads don't stay selected. */
export const useBulkUpdateLeads = (onDeleted: () => void) =>
  useJobMutation(async (body: z.input<typeof bulkUpdateLeadsEndpoint.body>) => {
    const job = await call("POST /leads/bulk", { body });
    if (body.action === "delete") onDeleted();
    return job;
  });

/** Tells the user about a conflicting edit, and offers to copy their own notes. */
function showConflictToast(email: string, notes: string | undefined): void {
  toast.error(labels.edit.conflict(email), {
    description: labels.edit.conflictDescription,
    ...(notes && { action: { label: labels.edit.copyNotes, onClick: () => void navigator.clipboard.writeText(notes) } }),
  });
}

type LeadEdit = LeadChanges & { email: string; expected?: EditableFields | undefined };

const mutationKey = ["edit-lead"];

/** Updates a lead optimistically. A rejected change is undone and shown as a toast. */
export function useEditLead() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    // One at a time, since each edit names the values it expects.
    scope: { id: "edit-lead" },
    mutationFn: ({ email, onWaitlist, ...fields }: LeadEdit) =>
      call("PATCH /leads/email/:email", {
        params: { email },
        body: onWaitlist === undefined ? fields : { ...fields, waitlist: onWaitlist },
      }),
    onMutate: async ({ email, expected: _, ...changes }) => {
      // Responses to requests sent before the change would overwrite it.
      await Promise.all([client.cancelQueries({ queryKey: ["leads"] }), client.cancelQueries(leadQuery(email))]);
      return updateCachedLead(client, email, changes);
    },
    onError: (error, { email, notes }, previous) => {
      if (previous !== undefined) updateCachedLead(client, email, previous);
      if (error.name === "lead_changed") showConflictToast(email, notes);
      else showErrorToast(labels.edit.failed(email))(error);
    },
    onSettled: async () => {
      // Only the last of several edits refetches, so that no response shows an older value.
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries();
    },
  });
}
