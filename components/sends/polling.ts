import { queryOptions } from "@tanstack/react-query";
import { apiPageQuery } from "@/components/api-query";
import { intervalForCounting, isQueueing } from "@/components/jobs";
import { pollUnlessLive } from "@/components/live";
import type { CallInput } from "@/contract/call";
import type { SendRecord } from "@/contract/sends";

/** How often an unfinished send is refetched, in milliseconds: while emails are being sent, and while they only wait for a retry. */
const activeInterval = 1500;
export const retryInterval = 15_000;

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
  return (deliveries.queued + deliveries.sending > 0 && pollUnlessLive(activeInterval)) || retryInterval;
}

/** Returns when to refetch sends that are shown together. Less often if they have many emails, because the server counts all of them. */
export function shortestRefetchInterval(sends: readonly PolledSend[]): number | false {
  const intervals = sends.filter(({ completed }) => !completed).map(intervalByProgress);
  const emails = sends.flatMap(({ deliveries }) => Object.values(deliveries)).reduce((sum, count) => sum + count, 0);
  return intervals.length > 0 && Math.max(Math.min(...intervals), intervalForCounting(emails));
}

/** Lists one page of sends. Refetched while one of them is not completed. */
export const sendsQuery = (query: CallInput<"GET /sends">["query"]) =>
  queryOptions({
    ...apiPageQuery("GET /sends", { query }),
    refetchInterval: ({ state }) => shortestRefetchInterval(state.data?.items ?? []),
  });
