"use client";

import { useRouter } from "next/navigation";
import type { z } from "zod";
import { useChange } from "@/components/use-change";
import { useOnce } from "@/components/use-once";
import { call, callPage, Refused } from "@/contract/call";
import { pageLimit } from "@/contract/limits";
import type { cancelSend, sendToMissed } from "@/contract/sends";
import { sendPage } from "@/lib/routes";
import type { Ask } from "./draft";

/** Sends, and leads to the page of the send. */
export function useSend() {
  const router = useRouter();
  const once = useOnce();
  return useChange(async (ask: Ask) => {
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

type Missed = z.input<typeof sendToMissed.body>;

/** Sends to who missed a send, and leads to the page of the new one. */
export function useSendToMissed() {
  const router = useRouter();
  const once = useOnce();
  return useChange(async (body: Missed) => {
    const { sendId } = await once(body, (key) => call("POST /sends/missed", { body, once: key }));
    router.push(sendPage(sendId));
  });
}

export const useCancelSend = () => useChange((body: z.input<typeof cancelSend.body>) => call("POST /sends/cancel", { body }));

/** Of which failed messages: all of the send, those named, or those whose address holds a text. */
export type Retried = { send: string } & ({ deliveries?: readonly string[] } | { q: string });

export const useRetrySend = () =>
  useChange(async (retried: Retried) => {
    const { send } = retried;
    if ("q" in retried) return retryFound(send, retried.q);
    if (retried.deliveries === undefined) return void (await call("POST /sends/retry", { body: { send } }));
    await retryEach(send, retried.deliveries);
  });

async function retryEach(send: string, deliveries: readonly string[]): Promise<void> {
  for (let from = 0; from < deliveries.length; from += pageLimit)
    await call("POST /sends/retry", { body: { send, deliveries: deliveries.slice(from, from + pageLimit) } });
}

async function retryFound(send: string, q: string): Promise<void> {
  const query = { status: "failed", q, limit: String(pageLimit), count: "capped" } as const;
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await callPage("GET /sends/:id/deliveries", { params: { id: send }, query: { ...query, cursor } });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  }
  await retryEach(send, found);
}
