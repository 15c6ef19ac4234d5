"use client";

import { useRouter } from "next/navigation";
import type { z } from "zod";
import { toast } from "@/components/ui/toast";
import { useChange } from "@/components/use-change";
import { useOnce } from "@/components/use-once";
import { call, Refused } from "@/contract/call";
import type { cancelSendEndpoint, retrySendEndpoint, sendToMissedEndpoint } from "@/contract/sends";
import { sendPage } from "@/lib/routes";
import type { SendRequest } from "./send-form-schema";
import { retryResultMessage } from "./labels";

/** Sends, and leads to the page of the send. */
export function useSend() {
  const router = useRouter();
  const once = useOnce();
  return useChange(async (ask: SendRequest) => {
    const { sendId } = await once(ask, (key) =>
      "code" in ask
        ? call("POST /codes/send", { body: { ...ask.whom, code: ask.code }, once: key })
        : call("POST /leads/invite", { body: { ...ask.whom, ...ask.personal, ...(ask.name && { name: ask.name }) }, once: key }),
    );
    router.push(sendPage(sendId));
  });
}

/** Makes leads of addresses. Who became one meanwhile stays as they are. */
export const useAddLeads = () =>
  useChange(async (emails: readonly string[]) => {
    for (const email of emails) {
      await call("POST /leads/create", { body: { email } }).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.name !== "lead_exists") throw error;
      });
    }
  });

type ResendBody = z.input<typeof sendToMissedEndpoint.body>;

/** Sends to who missed a send, and leads to the page of the new one. */
export function useResendUndelivered() {
  const router = useRouter();
  const once = useOnce();
  return useChange(async (body: ResendBody) => {
    const { sendId } = await once(body, (key) => call("POST /sends/missed", { body, once: key }));
    router.push(sendPage(sendId));
  });
}

export const useCancelSend = () => useChange((body: z.input<typeof cancelSendEndpoint.body>) => call("POST /sends/cancel", { body }));

/** Tries failed messages again, and says how many. */
export const useRetrySend = () =>
  useChange(async (body: z.input<typeof retrySendEndpoint.body>) => {
    toast.success(retryResultMessage(await call("POST /sends/retry", { body })));
  });
