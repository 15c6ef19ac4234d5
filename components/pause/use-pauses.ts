"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useVisitor } from "@/components/shell/visitor";
import { tellFailure, useChange } from "@/components/use-change";
import { call } from "@/contract/call";
import { type Pausable, pausable } from "@/contract/kinds";
import type { pauseProjectEndpoint } from "@/contract/pauses";
import type { ProjectRecord } from "@/contract/project";
import { projectNow } from "./queries";

/** What is paused now, and what customers are told of it. */
export function usePauses(): Pick<ProjectRecord, "paused" | "pausedText"> {
  const { project } = useVisitor();
  return useQuery({ ...projectNow, initialData: project }).data;
}

const setPause = (body: z.input<typeof pauseProjectEndpoint.body>) => call("POST /project/pause", { body });

type Turn = { pause?: Pausable[]; resume?: Pausable[] };

const turned = (paused: readonly Pausable[], { pause = [], resume = [] }: Turn): Pausable[] =>
  pausable.filter((what) => pause.includes(what) || (paused.includes(what) && !resume.includes(what)));

/** Pauses and resumes. It is shown at once, and taken back where it is refused: what goes on again is exactly what went on before. */
export function useTurn() {
  const client = useQueryClient();
  return useMutation({
    // One after another: the last word is the one that was said last.
    scope: { id: "pause" },
    mutationFn: (turn: Turn) => setPause(turn),
    onMutate: async (turn) => {
      await client.cancelQueries(projectNow);
      client.setQueryData(projectNow.queryKey, (known) => known && { ...known, paused: turned(known.paused, turn) });
    },
    onError: tellFailure("It could not be paused or resumed"),
    onSettled: () => client.invalidateQueries(),
  });
}

/** Changes what customers are told while something is paused. */
export const useChangeText = () => useChange((text: string | null) => setPause({ text }));
