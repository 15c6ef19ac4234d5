import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { z } from "zod";
import { apiPageQuery, apiQuery, cachedItems } from "@/components/api-query";
import { intervalForCounting, isQueueing, watchJob } from "@/components/jobs";
import {
  booleanParser,
  dateRangeParsers,
  defineListUrl,
  type FilterValues,
  omitUnset,
  pageQuery,
  toTimeRange,
} from "@/components/list/list-url";
import type { Selection } from "@/components/list/selection";
import { useApiMutation, useIdempotentRequest } from "@/components/use-api-mutation";
import { call, RequestError } from "@/contract/call";
import type { DeliveryRecord, listSendDeliveriesEndpoint } from "@/contract/deliveries";
import { automaticEmailKinds, deliveryStatuses, pendingStatuses, savedEmailSkipReasons, sendKinds } from "@/contract/enums";
import type { retryMessagesEndpoint } from "@/contract/messages";
import type { RetrySendReply, retrySendEndpoint, SendRecord, SendReply } from "@/contract/sends";
import type { SendRequest } from "./form-schema";

/** The filters and sort order of the sends page, kept in the URL. */
export const sendsUrlState = defineListUrl({
  filters: {
    kind: parseAsStringLiteral(sendKinds),
    completed: booleanParser,
    failed: booleanParser,
    code: parseAsString,
    email: parseAsString,
    batch: parseAsString,
    ...dateRangeParsers,
  },
  toFilterQuery: ({ from, to, ...filters }, zone) => ({ ...omitUnset(filters), ...toTimeRange({ from, to }, zone) }),
  sorts: { directions: { created: "desc" }, default: "created" },
});

export type SendFilters = FilterValues<typeof sendsUrlState.filters>;

/** The filters of a send's emails, kept in the URL. */
export const deliveriesUrlState = defineListUrl({
  filters: { q: parseAsString, status: parseAsStringLiteral(deliveryStatuses) },
  toFilterQuery: omitUnset,
});

type DeliveryFilters = FilterValues<typeof deliveriesUrlState.filters>;

/** How often an unfinished send is refetched, in milliseconds: while emails are being sent, and while they only wait for a retry. */
const activeInterval = 1500;
const retryInterval = 15_000;

/** Whether a send waits for its scheduled time. */
export const isScheduled = ({ scheduledAt, completed }: Pick<SendRecord, "scheduledAt" | "completed">): boolean =>
  scheduledAt !== null && !completed && Date.parse(scheduledAt) > Date.now();

/** Returns when to refetch a send, in milliseconds. False once it is completed. */
export const refetchInterval = (send: PolledSend): number | false => shortestRefetchInterval([send]);

type PolledSend = Pick<SendRecord, "completed" | "deliveries" | "scheduledAt"> & Partial<Pick<SendRecord, "queueing">>;

function intervalByProgress(send: PolledSend): number {
  const { deliveries } = send;
  if (isQueueing(send.queueing)) return activeInterval;
  if (isScheduled(send)) return retryInterval;
  return deliveries.queued + deliveries.sending > 0 ? activeInterval : retryInterval;
}

/** Returns when to refetch sends that are shown together. Less often if they have many emails, because the server counts all of them. */
export function shortestRefetchInterval(sends: readonly PolledSend[]): number | false {
  const intervals = sends.filter(({ completed }) => !completed).map(intervalByProgress);
  const emails = sends.flatMap(({ deliveries }) => Object.values(deliveries)).reduce((sum, count) => sum + count, 0);
  return intervals.length > 0 && Math.max(Math.min(...intervals), intervalForCounting(emails));
}

const sendPageQuery = pageQuery("GET /sends");

/** Lists one page of sends. Refetched while one of them is not completed. */
export const sendsQuery = (query: Parameters<typeof sendPageQuery>[0]) =>
  queryOptions({ ...sendPageQuery(query), refetchInterval: ({ state }) => shortestRefetchInterval(state.data?.items ?? []) });

/** Gets one send. Refetched until it is completed. */
export const sendQuery = (id: string) =>
  queryOptions({
    ...apiQuery("GET /sends/:id", { params: { id } }),
    refetchInterval: ({ state }) => state.data !== undefined && refetchInterval(state.data),
  });

/** Lists one page of a send's emails, refetched after `interval` milliseconds. */
export const deliveriesQuery = (
  id: string,
  query: z.input<NonNullable<typeof listSendDeliveriesEndpoint.query>>,
  interval: number | false = false,
) =>
  queryOptions({
    ...apiPageQuery("GET /sends/:id/deliveries", { params: { id }, query }),
    refetchInterval: interval,
  });

/** Returns the fetched emails of a send by id. */
export const cachedDeliveries = (client: QueryClient, id: string): ReadonlyMap<string, DeliveryRecord> =>
  new Map(cachedItems(client, "GET /sends/:id/deliveries", { params: { id } }).map((delivery) => [delivery.id, delivery]));

/** The filters of the automatic emails, kept in the URL. */
export const messagesUrlState = defineListUrl({
  filters: {
    kind: parseAsStringLiteral(automaticEmailKinds),
    status: parseAsStringLiteral(deliveryStatuses),
    email: parseAsString,
    wave: parseAsString,
  },
  toFilterQuery: omitUnset,
});

export type MessageFilters = FilterValues<typeof messagesUrlState.filters>;

const messagePageQuery = pageQuery("GET /messages");

/** Lists one page of automatic emails. Refetched while one of them is pending. */
export const messagesQuery = (query: Parameters<typeof messagePageQuery>[0]) =>
  queryOptions({
    ...messagePageQuery(query),
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => pendingStatuses.includes(status)) ? retryInterval : false),
  });

/** Counts the automatic emails that failed, of all waves or of one. */
export const failedMessagesQuery = (wave: string | null) =>
  queryOptions({
    ...apiPageQuery("GET /messages", { query: { status: "failed", limit: "1", count: "capped", ...(wave !== null && { wave }) } }),
    select: ({ total }) => Number.parseInt(total, 10),
  });

/** What needs to be said about emails that were saved to files before a mail server was connected. Null if there are none. */
export const savedEmailsQuery = queryOptions({
  ...apiQuery("GET /overview"),
  select: ({ attention }) => attention.find(({ name }) => name === "saved_emails")?.message ?? null,
});

/** Finds the file of a saved email. */
export const savedFileQuery = (id: string) => apiQuery("GET /deliveries/:id/file", { params: { id } });

/** Previews which saved emails are sent. It must never be stale. */
export const savedEmailsPreviewQuery = queryOptions({
  ...apiQuery("GET /deliveries/send-saved/preview"),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
});

export const useSendSavedEmails = () => useApiMutation(() => call("POST /deliveries/send-saved"));

/** The filters of the saved emails, kept in the URL. */
export const savedEmailsUrlState = defineListUrl({
  filters: { skipped: booleanParser, reason: parseAsStringLiteral(savedEmailSkipReasons), email: parseAsString },
  toFilterQuery: omitUnset,
});

export type SavedEmailFilters = FilterValues<typeof savedEmailsUrlState.filters>;

/** Lists one page of saved emails and of those that were skipped. */
export const savedEmailListQuery = pageQuery("GET /deliveries/saved");

export type RetryMessagesRequest = z.input<typeof retryMessagesEndpoint.body>;

/** Retries failed automatic emails, then calls `onRetried` with the result. */
export const useRetryMessages = (onRetried: (reply: z.output<typeof retryMessagesEndpoint.reply>) => void) =>
  useApiMutation(async (body: RetryMessagesRequest) => onRetried(await call("POST /messages/retry", { body })));

function postSend(request: SendRequest, idempotencyKey: string): Promise<Pick<SendReply, "sendId" | "job">> {
  const { recipients } = request;
  if ("announcement" in request) return call("POST /announcements", { body: { ...recipients, ...request.announcement }, idempotencyKey });
  if ("code" in request) return call("POST /codes/send", { body: { ...recipients, code: request.code, ...request.texts }, idempotencyKey });
  if ("batch" in request)
    return call("POST /leads/invite", { body: { ...recipients, batch: request.batch, ...request.texts }, idempotencyKey });
  const { personal, name, texts } = request;
  return call("POST /leads/invite", { body: { ...recipients, ...personal, ...(name && { name }), ...texts }, idempotencyKey });
}

/** Creates a send, then calls `onSent` with its ID. The panel shows the job that queues the emails of a large send. */
export function useSend(onSent: (sendId: string) => void) {
  const sendOnce = useIdempotentRequest();
  return useApiMutation(async (request: SendRequest) => {
    const { sendId, job } = await sendOnce(request, (key) => postSend(request, key));
    if (job !== null) watchJob(job);
    onSent(sendId);
  });
}

/** Creates leads. Ignores emails that already belong to a lead. */
export const useAddLeads = () =>
  useApiMutation(async (emails: readonly string[]) => {
    for (const email of emails) {
      await call("POST /leads/create", { body: { email } }).catch((error: unknown) => {
        if (!(error instanceof RequestError) || error.name !== "lead_exists") throw error;
      });
    }
  });

/** Sends again to leads who didn't get a send, then calls `onSent` with the ID of the new send. */
export function useResendUndelivered(onSent: (sendId: string) => void) {
  const sendOnce = useIdempotentRequest();
  return useApiMutation(async (params: { id: string }) => {
    const { sendId, job } = await sendOnce(params, (key) => call("POST /sends/:id/resend", { params, idempotencyKey: key }));
    if (job !== null) watchJob(job);
    onSent(sendId);
  });
}

export const useCancelSend = () => useApiMutation((params: { id: string }) => call("POST /sends/:id/cancel", { params }));

/** Retries failed emails, then calls `onRetried` with the result. The panel shows the job that retries many. */
export const useRetrySend = (onRetried: (reply: RetrySendReply) => void) =>
  useApiMutation(async ({ id, ...body }: { id: string } & z.input<typeof retrySendEndpoint.body>) => {
    const reply = await call("POST /sends/:id/retry", { params: { id }, body });
    if (reply.job === null) onRetried(reply);
    else watchJob(reply.job);
  });

/** The failed emails to retry, and how many there are. `count` is null if that isn't known. */
export type RetrySelection = { count: number | null; request: { id: string } & z.input<typeof retrySendEndpoint.body> };

/** Reduces a selection to its failed emails. `cached` are the emails that were fetched. */
export function retrySelection(
  { id, deliveries }: Pick<SendRecord, "id" | "deliveries">,
  { q, status }: DeliveryFilters,
  selection: Selection,
  cached: ReadonlyMap<string, Pick<DeliveryRecord, "status">>,
): RetrySelection {
  if (selection.kind === "some") {
    const failed = selection.ids.filter((deliveryId) => cached.get(deliveryId)?.status === "failed");
    return { count: failed.length, request: { id, deliveries: failed } };
  }
  if (status !== null && status !== "failed") return { count: 0, request: { id, deliveries: [] } };
  return q === null ? { count: deliveries.failed, request: { id } } : { count: null, request: { id, filter: { q } } };
}
