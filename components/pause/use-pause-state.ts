"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useSession } from "@/components/shell/session";
import { showErrorToast, useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { type PausableFeature, pausableFeatures } from "@/contract/kinds";
import type { pauseProjectEndpoint } from "@/contract/pause";
import type { ProjectRecord } from "@/contract/project";
import { projectQuery } from "./queries";

/** What is paused now, and what customers are told of it. */
export function usePauseState(): Pick<ProjectRecord, "paused" | "pausedText"> {
  const { project } = useSession();
  return useQuery({ ...projectQuery, initialData: project }).data;
}

const setPause = (body: z.input<typeof pauseProjectEndpoint.body>) => call("POST /project/pause", { body });

type PauseChange = { pause?: PausableFeature[]; resume?: PausableFeature[] };

const applyPauseChange = (paused: readonly PausableFeature[], { pause = [], resume = [] }: PauseChange): PausableFeature[] =>
  pausableFeatures.filter((what) => pause.includes(what) || (paused.includes(what) && !resume.includes(what)));

/** Pauses and resumes. It is shown at once, and taken back where it is refused: what goes on again is exactly what went on before. */
export function useTogglePause() {
  const client = useQueryClient();
  return useMutation({
    // One after another: the last word is the one that was said last.
    scope: { id: "pause" },
    mutationFn: (turn: PauseChange) => setPause(turn),
    onMutate: async (turn) => {
      await client.cancelQueries(projectQuery);
      client.setQueryData(projectQuery.queryKey, (known) => known && { ...known, paused: applyPauseChange(known.paused, turn) });
    },
    onError: showErrorToast("It could not be paused or resumed"),
    onSettled: () => client.invalidateQueries(),
  });
}

/** Changes what customers are told while something is paused. */
export const useUpdatePausedMessage = () => useApiMutation((text: string | null) => setPause({ message: text }));
