import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { type PausableFeature, pausableFeatures } from "@/contract/enums";
import type { ProjectRecord } from "@/contract/project";
import { pauseLabels } from "./labels";

/** The current project, which can be newer than the one in the session. */
const projectQuery = apiQuery("GET /project");

/** Returns the project, with what is paused now. */
export function usePauseState(): ProjectRecord {
  const { project } = useSession();
  return useQuery({ ...projectQuery, initialData: project }).data;
}

type PauseChange = { pause?: PausableFeature[] | undefined; resume?: PausableFeature[] | undefined };

const applyPauseChange = (paused: readonly PausableFeature[], { pause = [], resume = [] }: PauseChange): PausableFeature[] =>
  pausableFeatures.filter((feature) => pause.includes(feature) || (paused.includes(feature) && !resume.includes(feature)));

/** Pauses and resumes. The change is shown immediately and reverted if the request fails. */
export function useTogglePause() {
  const client = useQueryClient();
  const { mutate } = useApiMutation("POST /project/pause", {
    changes: ["GET /project"],
    // Requests run one after another, so that the last change wins.
    optimistic: { scope: "pause", show: ({ body }) => showPauseChange(client, body) },
  });
  return (change: PauseChange, onSuccess?: () => void): void =>
    mutate({ body: change }, { onSuccess, onError: showErrorToast(pauseLabels.updateFailed) });
}

async function showPauseChange(client: QueryClient, change: PauseChange): Promise<() => void> {
  await client.cancelQueries(projectQuery);
  const show = (shown: PauseChange) =>
    void client.setQueryData(
      projectQuery.queryKey,
      (project) => project && { ...project, paused: applyPauseChange(project.paused, shown) },
    );
  show(change);
  // Keeps other changes that are shown already.
  return () => show({ pause: change.resume, resume: change.pause });
}
