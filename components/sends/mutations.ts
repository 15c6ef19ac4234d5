"use client";

import { useRouter } from "next/navigation";
import type { z } from "zod";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { useIdempotentRequest } from "@/components/use-idempotent-request";
import { call, RequestError } from "@/contract/call";
import type { cancelSendEndpoint, retrySendEndpoint, resendUndeliveredEndpoint } from "@/contract/sends";
import { sendPath } from "@/lib/routes";
import type { SendRequest } from "./send-form-schema";
import { retryResultMessage } from "./labels";

/** Sends, and leads to the page of the send. */
export function useSend() {
  const router = useRouter();
  const once = useIdempotentRequest();
  return useApiMutation(async (ask: SendRequest) => {
    const { sendId } = await once(ask, (key) =>
      "code" in ask
        ? call("POST /codes/send", { body: { ...ask.whom, code: ask.code }, idempotencyKey: key })
        : call("POST /leads/invite", { body: { ...ask.whom, ...ask.personal, ...(ask.name && { name: ask.name }) }, idempotencyKey: key }),
    );
    router.push(sendPath(sendId));
  });
}

/** Makes leads of addresses. Who became one meanwhile stays as they are. */
export const useAddLeads = () =>
  useApiMutation(async (emails: readonly string[]) => {
    for (const email of emails) {
      await call("POST /leads/create", { body: { email } }).catch((error: unknown) => {
        if (!(error instanceof RequestError) || error.name !== "lead_exists") throw error;
      });
    }
  });

type ResendBody = z.input<typeof resendUndeliveredEndpoint.body>;

/** Sends to who missed a send, and leads to the page of the new one. */
export function useResendUndelivered() {
  const router = useRouter();
  const once = useIdempotentRequest();
  return useApiMutation(async (body: ResendBody) => {
    const { sendId } = await once(body, (key) => call("POST /sends/missed", { body, idempotencyKey: key }));
    router.push(sendPath(sendId));
  });
}

export const useCancelSend = () => useApiMutation((body: z.input<typeof cancelSendEndpoint.body>) => call("POST /sends/cancel", { body }));

/** Tries failed messages again, and says how many. */
export const useRetrySend = () =>
  useApiMutation(async (body: z.input<typeof retrySendEndpoint.body>) => {
    toast.success(retryResultMessage(await call("POST /sends/retry", { body })));
  });
