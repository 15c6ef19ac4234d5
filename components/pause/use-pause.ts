import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import { refetch, showErrorToast, useSendOnce } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { type PausableFeature, pausableFeatures } from "@/contract/enums";
import type { ProjectRecord } from "@/contract/project";
import { pauseLabels } from "./labels";

/** The current project, which can be newer than the one in the session. */
const projectQuery = apiQuery("GET /project");

/** Returns what is paused, and the public message. */
export function usePauseState(): Pick<ProjectRecord, "paused" | "pausedMessage"> {
  const { project } = useSession();
  return useQuery({ ...projectQuery, initialData: project }).data;
}

type PauseChange = { pause?: PausableFeature[]; resume?: PausableFeature[] };

const applyPauseChange = (paused: readonly PausableFeature[], { pause = [], resume = [] }: PauseChange): PausableFeature[] =>
  pausableFeatures.filter((feature) => pause.includes(feature) || (paused.includes(feature) && !resume.includes(feature)));

const mutationKey = ["pause"];

/** Pauses and resumes. The change is shown immediately and reverted if the request fails. */
export function useTogglePause() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    // Requests run one after another, so that the last change wins.
    scope: { id: "pause" },
    ...useSendOnce((body: PauseChange, idempotencyKey) => call("POST /project/pause", { body, idempotencyKey })),
    onMutate: async (change) => {
      await client.cancelQueries(projectQuery);
      client.setQueryData(projectQuery.queryKey, (project) => project && { ...project, paused: applyPauseChange(project.paused, change) });
    },
    onError: showErrorToast(pauseLabels.updateFailed),
    onSettled: async () => {
      // Only the last of several changes refetches, so that no response shows an older state.
      if (client.isMutating({ mutationKey }) === 1) await refetch(client, ["GET /project"]);
    },
  });
}
