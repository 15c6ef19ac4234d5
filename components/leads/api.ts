import { type Query, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { apiInfiniteQuery, apiPageQuery, apiQuery, cachedItems } from "@/components/api-query";
import { showJobResult } from "@/components/jobs";
import {
  booleanParser,
  dateRangeParsers,
  defineListUrl,
  type FilterValues,
  omitUnset,
  pageQuery,
  toTimeRange,
} from "@/components/list/list-url";
import { toast } from "@/components/ui/toast";
import { showErrorToast, useApiMutation, useIdempotentRequest } from "@/components/use-api-mutation";
import { call, callPage, type Page } from "@/contract/call";
import { deliveryStatuses, leadStatuses, messageKinds, sources, suppressionReasons, waitlistStatuses } from "@/contract/enums";
import type { createLeadEndpoint, LeadRecord } from "@/contract/leads";
import type { resendMessageEndpoint } from "@/contract/messages";
import { applyTagChange } from "@/contract/tag-change";
import { datedFileName } from "@/lib/dates";
import { labels } from "./labels";

/** The numbers of referrals that lists can be filtered by. */
export const referralSteps = ["1", "2", "3", "5", "10"] as const;

/** The filters that the lists of leads and the waitlist share, kept in the URL. */
export const sharedFilterParsers = {
  q: parseAsString,
  invited: booleanParser,
  claimed: booleanParser,
  referred: booleanParser,
  referredBy: parseAsString,
  referralCode: parseAsString,
  field: parseAsString,
  source: parseAsStringLiteral(sources),
  sourceTag: parseAsString,
  utm_source: parseAsString,
  utm_medium: parseAsString,
  utm_campaign: parseAsString,
  utm_term: parseAsString,
  utm_content: parseAsString,
  tag: parseAsString,
  confirmed: booleanParser,
  minReferrals: parseAsStringLiteral(referralSteps),
  suppression: parseAsStringLiteral(suppressionReasons),
  sentCode: booleanParser,
  lastEmailKind: parseAsStringLiteral(messageKinds),
  lastEmailStatus: parseAsStringLiteral(deliveryStatuses),
  emailedFrom: dateRangeParsers.from,
  emailedTo: dateRangeParsers.to,
  wave: parseAsString,
  import: parseAsString,
  ...dateRangeParsers,
};

type DayFilters = FilterValues<Pick<typeof sharedFilterParsers, "from" | "to" | "emailedFrom" | "emailedTo">>;

/** Turns the filters of a URL into those of a request. */
export function toSharedFilterQuery<Filters extends DayFilters>({ from, to, emailedFrom, emailedTo, ...filters }: Filters, zone: string) {
  const { since: emailedSince, until: emailedUntil } = toTimeRange({ from: emailedFrom, to: emailedTo }, zone);
  return { ...omitUnset(filters), ...toTimeRange({ from, to }, zone), emailedSince, emailedUntil };
}

/** The filters and sort order of the leads page, kept in the URL. */
export const leadsUrlState = defineListUrl({
  filters: {
    ...sharedFilterParsers,
    waitlist: booleanParser,
    status: parseAsStringLiteral(leadStatuses),
    waitlistStatus: parseAsStringLiteral(waitlistStatuses),
  },
  toFilterQuery: toSharedFilterQuery,
  sorts: { directions: { created: "desc", email: "asc" }, default: "created" },
});

export type LeadFilters = FilterValues<typeof leadsUrlState.filters>;
export type LeadFilterQuery = ReturnType<typeof leadsUrlState.toFilterQuery>;

/** Lists one page of leads. */
export const leadsQuery = pageQuery("GET /leads");

/** Gets one lead. */
export const leadQuery = (email: string) => apiQuery("GET /leads/email/:email", { params: { email } });

/** Gets a lead's position on the waitlist and their number of referrals. */
export const leadPositionQuery = (email: string) => apiQuery("GET /leads/email/:email/position", { params: { email } });

/** Gets the wave that a list of leads is filtered by. */
export const filterWaveQuery = (id: string) => apiQuery("GET /waves/:id", { params: { id } });

/** Gets the import that a list of leads is filtered by. */
export const sourceImportQuery = (id: string) => apiQuery("GET /imports/:id", { params: { id } });

/** The query of the first page of a lead's timeline. */
export const timelinePageParams = { limit: "20", count: "capped" } as const;

/** Requests a change of a lead's email, which happens once the new one is confirmed. */
export const useChangeEmail = () =>
  useApiMutation((body: { email: string; newEmail: string }) => call("POST /leads/change-email", { body }));

/** Gets everything that is stored about a lead, as a file. */
export async function personalDataFile(email: string): Promise<{ name: string; content: Blob }> {
  const data = await call("GET /leads/email/:email/personal-data", { params: { email } });
  return {
    name: datedFileName("personal-data", "json"),
    content: new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }),
  };
}

/** Lists the events and emails of a lead, newest first. */
export const leadTimelineQuery = (email: string) =>
  apiInfiniteQuery("GET /leads/email/:email/timeline", { params: { email }, query: { ...timelinePageParams } });

// Bulk actions on all matching leads name their exact number.
const exactCount = { limit: "1", count: "exact" } as const;

/** Counts the matching leads. */
export const leadCountQuery = (filterQuery: LeadFilterQuery) =>
  queryOptions({ ...apiPageQuery("GET /leads", { query: { ...filterQuery, ...exactCount } }), select: ({ total }) => total });

/** Counts what deleting a lead affects: their claims, and the codes reserved for them. */
export const leadDeletionImpactQuery = (email: string) =>
  queryOptions({
    queryKey: ["lead", email, "deletion-impact"],
    queryFn: async ({ signal }) => {
      const [claims, codes] = await Promise.all([
        callPage("GET /claims", { query: { email, limit: "1" }, signal }),
        callPage("GET /codes", { query: { reservedFor: email, limit: "1" }, signal }),
      ]);
      return { claims: Number(claims.total), reserved: Number(codes.total) };
    },
  });

/** The fields of a lead that staff can edit as text. */
export type EditableFields = Partial<Pick<LeadRecord, "firstname" | "lastname" | "notes">>;

/** The fields of a lead that can be changed optimistically. */
export type LeadChanges = EditableFields & Partial<Pick<LeadRecord, "onWaitlist" | "fields" | "tags">>;

/** Returns the fetched leads by email. */
export const cachedLeads = (client: QueryClient): ReadonlyMap<string, LeadRecord> =>
  new Map(cachedItems(client, "GET /leads").map((lead) => [lead.email, lead]));

/** Updates a lead in all cached data before it is saved. Returns the previous values, which undo the update. */
export function updateCachedLead(client: QueryClient, email: string, changes: LeadChanges): LeadChanges {
  const { queryKey } = leadQuery(email);
  const current = client.getQueryData(queryKey) ?? cachedLeads(client).get(email);
  client.setQueryData(queryKey, (lead) => lead && { ...lead, ...changes });
  client.setQueriesData<Page<LeadRecord>>(
    { queryKey: ["GET /leads"] },
    (page) => page && { ...page, items: page.items.map((lead) => (lead.email === email ? { ...lead, ...changes } : lead)) },
  );
  if (current === undefined) return {};
  return Object.fromEntries((Object.keys(changes) as (keyof LeadChanges)[]).map((name) => [name, current[name]]));
}

export function useCreateLead() {
  const sendOnce = useIdempotentRequest();
  return useApiMutation((body: z.input<typeof createLeadEndpoint.body>) =>
    sendOnce(body, (key) => call("POST /leads/create", { body, idempotencyKey: key })),
  );
}

const isOfLeadPage = ({ queryKey }: Query) => String(queryKey[0]).startsWith("GET /leads/email/:email");

/** Moves a lead to the bin, or erases them, then calls `leavePage` and refetches everything except the data of the deleted lead. */
export function useDeleteLead(email: string, leavePage: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isErased: boolean) => {
      if (!isErased) return call("POST /leads/bulk", { body: { action: "delete", emails: [email], bin: true } });
      await call("POST /leads/delete", { body: { email } });
      return null;
    },
    onSuccess: async (job) => {
      leavePage();
      const { deleted, erased } = labels.deleteDialog;
      if (job === null) toast.success(erased, { description: email });
      else showJobResult(client, job, { title: deleted, text: email });
      await Promise.all([
        client.invalidateQueries({ predicate: (query) => !isOfLeadPage(query) }),
        client.invalidateQueries({ predicate: isOfLeadPage, refetchType: "none" }),
      ]);
    },
  });
}

/** Tells the user about a conflicting edit, and offers to copy their own notes. */
function showConflictToast(email: string, notes: string | undefined): void {
  toast.error(labels.edit.conflict(email), {
    description: labels.edit.conflictDescription,
    ...(notes && { action: { label: labels.edit.copyNotes, onClick: () => void navigator.clipboard.writeText(notes) } }),
  });
}

/** `answers` changes single answers. Null removes one. */
type LeadEdit = Omit<LeadChanges, "fields" | "tags"> & {
  email: string;
  addTags?: string[];
  removeTags?: string[];
  expected?: EditableFields | undefined;
  answers?: Readonly<Record<string, string | boolean | null>>;
};

const isAnswer = (entry: [string, string | boolean | null]): entry is [string, string | boolean] => entry[1] !== null;

const mutationKey = ["edit-lead"];

/** Updates a lead optimistically. A rejected change is undone and shown as a toast. */
export function useEditLead() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    // One at a time, since each edit names the values it expects.
    scope: { id: "edit-lead" },
    mutationFn: ({ email, onWaitlist, answers, ...fields }: LeadEdit) =>
      call("PATCH /leads/email/:email", {
        params: { email },
        body: {
          ...fields,
          ...(answers && { fields: { ...answers } }),
          ...(onWaitlist !== undefined && { waitlist: onWaitlist }),
        },
      }),
    onMutate: async ({ email, expected: _, answers, addTags = [], removeTags = [], ...changes }) => {
      // Responses to requests sent before the change would overwrite it.
      await Promise.all([client.cancelQueries({ queryKey: ["GET /leads"] }), client.cancelQueries(leadQuery(email))]);
      const current = client.getQueryData(leadQuery(email).queryKey);
      const fields = answers && Object.fromEntries(Object.entries({ ...current?.fields, ...answers }).filter(isAnswer));
      const { tags } = applyTagChange(current?.tags ?? [], { addTags, removeTags });
      const changesTags = addTags.length + removeTags.length > 0;
      return updateCachedLead(client, email, { ...changes, ...(fields && { fields }), ...(changesTags && { tags }) });
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

export type ResentKind = z.input<typeof resendMessageEndpoint.body>["kind"];

/** Sends a lead another automatic email of a kind, and shows the result. */
export function useResendEmail() {
  const { mutate } = useApiMutation((body: { email: string; kind: ResentKind }) => call("POST /messages/resend", { body }));
  return (body: { email: string; kind: ResentKind }) =>
    mutate(body, {
      onSuccess: () => toast.success(labels.resend.toast, { description: body.email }),
      onError: showErrorToast(labels.resend.failed),
    });
}
