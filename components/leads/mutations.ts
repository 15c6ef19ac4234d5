"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useJobMutation } from "@/components/jobs/use-job-mutation";
import { toast } from "@/components/ui/toast";
import { showErrorToast, useApiMutation } from "@/components/use-api-mutation";
import { useIdempotentRequest } from "@/components/use-idempotent-request";
import { call } from "@/contract/call";
import type { bulkUpdateLeadsEndpoint } from "@/contract/bulk-lead-actions";
import type { createLeadEndpoint } from "@/contract/leads";
import { type LeadChanges, updateCachedLead, type EditableFields } from "./lead-cache";
import { leadQuery } from "./queries";

export function useCreateLead() {
  const once = useIdempotentRequest();
  return useApiMutation((body: z.input<typeof createLeadEndpoint.body>) => once(body, (key) => call("POST /leads/create", { body, idempotencyKey: key })));
}

/** Deletes a lead and leads away from their page, of which nothing is asked any more. */
export function useDeleteLead(email: string, away: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /leads/delete", { body: { email } }),
    onSuccess: async () => {
      away();
      await Promise.all([
        client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== email }),
        client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === email, refetchType: "none" }),
      ]);
    },
  });
}

/** Does something with several leads. `onDeleted` is told before anything is asked anew: what is gone cannot be acted on again. */
export const useBulkUpdateLeads = (onDeleted: () => void) =>
  useJobMutation(async (body: z.input<typeof bulkUpdateLeadsEndpoint.body>) => {
    const task = await call("POST /leads/act", { body });
    if (body.act === "delete") onDeleted();
    return task;
  });

/** Says that somebody else was there first. What was written is not lost with that. */
function showConflictToast(email: string, notes: string | undefined): void {
  toast.error(`Somebody else changed ${email} meanwhile`, {
    description: "What they wrote is shown now, and yours was not saved.",
    ...(notes && { action: { label: "Copy mine", onClick: () => void navigator.clipboard.writeText(notes) } }),
  });
}

type LeadEdit = LeadChanges & { email: string; was?: EditableFields | undefined };

const mutationKey = ["edit-lead"];

/** Changes what staff write of a lead. It is shown at once, and taken back where it is refused. */
export function useEditLead() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    // One after another: each says what it was that it changes.
    scope: { id: "edit-lead" },
    mutationFn: ({ onWaitlist, ...body }: LeadEdit) =>
      call("POST /leads/change", { body: onWaitlist === undefined ? body : { ...body, waitlist: onWaitlist } }),
    onMutate: async ({ email, was: _, ...changes }) => {
      // What is under way was asked before the change, and would show what was there then.
      await Promise.all([client.cancelQueries({ queryKey: ["leads"] }), client.cancelQueries(leadQuery(email))]);
      return updateCachedLead(client, email, changes);
    },
    onError: (error, { email, notes }, before) => {
      if (before !== undefined) updateCachedLead(client, email, before);
      if (error.name === "lead_changed") showConflictToast(email, notes);
      else showErrorToast(`${email} was not changed`)(error);
    },
    onSettled: async () => {
      // Of several at once the last one asks, so that no answer shows an earlier one undone.
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries();
    },
  });
}
