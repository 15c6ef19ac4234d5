import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { hasEnded, jobQuery, refetchAllButJobs, showJobResult, watchJob } from "@/components/jobs";
import { useIdempotentRequest } from "@/components/use-api-mutation";
import type { createBatchEndpoint } from "@/contract/batches";
import { call, callUpload, RequestError } from "@/contract/call";
import type { importCodesEndpoint } from "@/contract/code-import";

/** Lists how many codes each format has left, and how many of its codes can be claimed. */
export const formatsQuery = apiQuery("GET /formats");

/** Generates codes. A large batch is a job that the page and the jobs panel follow. */
export function useGenerateCodes() {
  const client = useQueryClient();
  const sendOnce = useIdempotentRequest();
  return useMutation({
    mutationFn: (body: z.input<typeof createBatchEndpoint.body>) =>
      sendOnce(body, (key) => call("POST /batches", { body, idempotencyKey: key })),
    onSuccess: async (job) => {
      client.setQueryData(jobQuery(job.id).queryKey, job);
      if (!hasEnded(job)) return watchJob(job.id);
      showJobResult(client, job);
      await refetchAllButJobs(client);
    },
  });
}

export type ImportQuery = z.input<NonNullable<typeof importCodesEndpoint.query>>;

type ImportedList = { file: Blob; query: ImportQuery };

/** Checks a list of codes, or adds them. */
export function useImportCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (list: ImportedList) =>
      callUpload("POST /codes/import", { ...list, signal: new AbortController().signal, onProgress: () => {} }),
    onSuccess: async ({ batch }) => {
      if (batch !== null) await refetchAllButJobs(client);
    },
  });
}

/**
 * Returns a function that creates codes, and asks before it creates those that are easy to guess. It returns null if the answer is no. `ask`
 * gets the reason.
 */
export const withConfirmedRisk =
  (ask: (reason: string) => Promise<boolean>) =>
  async <Reply>(create: (allowEasyToGuess: boolean) => Promise<Reply>): Promise<Reply | null> => {
    try {
      return await create(false);
    } catch (error) {
      if (!(error instanceof RequestError) || error.name !== "code_easy_to_guess") throw error;
      // Without the advice for programs.
      return (await ask(error.message.replace(/, or confirm .*$/, "."))) ? create(true) : null;
    }
  };
