import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { intervalForCounting, isQueueing } from "@/components/jobs";
import { defineListUrl, pageQuery } from "@/components/list/list-url";
import { useApiMutation, useIdempotentRequest } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { previewWaveEndpoint } from "@/contract/wave-preview";
import type { createWaveEndpoint, WaveRecord } from "@/contract/waves";

/** The list of waves has no filters. */
export const wavesUrlState = defineListUrl({ filters: {}, toFilterQuery: () => ({}) });

/** Lists one page of waves. */
export const wavesQuery = pageQuery("GET /waves");

/** How often a wave is refetched while its people are invited, in milliseconds. */
const invitingInterval = 1500;

/** Returns when to refetch a wave. Less often if it invited many people, because the server counts all of them. */
export const waveRefetchInterval = ({ inviting, invited }: Pick<WaveRecord, "inviting" | "invited">): number | false =>
  isQueueing(inviting) && Math.max(invitingInterval, intervalForCounting(invited));

/** Gets one wave. Refetched while its people are being invited. */
export const waveQuery = (id: string) =>
  queryOptions({
    ...apiQuery("GET /waves/:id", { params: { id } }),
    refetchInterval: ({ state }) => state.data !== undefined && waveRefetchInterval(state.data),
  });

/** How many people a wave invited per day, and how many of them claimed. */
export const waveStatsQuery = (id: string) => apiQuery("GET /waves/:id/stats", { params: { id } });

export type WaveFilter = NonNullable<z.input<typeof previewWaveEndpoint.body>["filter"]>;

/** Returns whom a wave would invite. */
export const wavePreviewQuery = (body: z.input<typeof previewWaveEndpoint.body>) =>
  queryOptions({
    ...apiQuery("POST /waves/preview", { body }),
    placeholderData: keepPreviousData,
  });

export function useCreateWave() {
  const sendOnce = useIdempotentRequest();
  return useApiMutation((body: z.input<typeof createWaveEndpoint.body>) =>
    sendOnce(body, (key) => call("POST /waves", { body, idempotencyKey: key })),
  );
}

export const useCancelWave = (id: string) => useApiMutation((_: null) => call("POST /waves/:id/cancel", { params: { id }, body: {} }));

export const usePauseWave = (id: string) => useApiMutation((_: null) => call("POST /waves/:id/pause", { params: { id }, body: {} }));
export const useResumeWave = (id: string) => useApiMutation((_: null) => call("POST /waves/:id/resume", { params: { id }, body: {} }));
export const useEndWave = (id: string) => useApiMutation((_: null) => call("POST /waves/:id/end", { params: { id }, body: {} }));
