"use client";

import { useRouter } from "next/navigation";
import type { z } from "zod";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { useIdempotentRequest } from "@/components/use-idempotent-request";
import { call, RequestError } from "@/contract/call";
import type { retrySendEndpoint } from "@/contract/sends";
import { sendPath } from "@/lib/routes";
import { retryResultMessage } from "./labels";
import type { SendRequest } from "./send-form-schema";

/** Creates a send, then opens its page. */
export function useSend() {
  const router = useRouter();
  const sendOnce = useIdempotentRequest();
  return useApiMutation(async (request: SendRequest) => {
    const { sendId } = await sendOnce(request, (key) =>
      "code" in request
        ? call("POST /codes/send", { body: { ...request.recipients, code: request.code }, idempotencyKey: key })
        : call("POST /leads/invite", {
            body: { ...request.recipients, ...request.personal, ...(request.name && { name: request.name }) },
            idempotencyKey: key,
          }),
    );
    router.push(sendPath(sendId));
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

/** Sends again to leads who didn't get a send, then opens the page of the new send. */
export function useResendUndelivered() {
  const router = useRouter();
  const sendOnce = useIdempotentRequest();
  return useApiMutation(async (params: { id: string }) => {
    const { sendId } = await sendOnce(params, (key) => call("POST /sends/:id/resend", { params, idempotencyKey: key }));
    router.push(sendPath(sendId));
  });
}

export const useCancelSend = () => useApiMutation((params: { id: string }) => call("POST /sends/:id/cancel", { params }));

/** Retries failed emails, and shows how many as a toast. */
export const useRetrySend = () =>
  useApiMutation(async ({ id, ...body }: { id: string } & z.input<typeof retrySendEndpoint.body>) => {
    toast.success(retryResultMessage(await call("POST /sends/:id/retry", { params: { id }, body })));
  });
