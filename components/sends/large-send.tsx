"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConfirmation } from "@/components/ui/lazy";
import { call } from "@/contract/call";
import { durationLabel, labels } from "./labels";

const { largeSend } = labels;

/** More emails than this are confirmed before they are sent. */
const largeSendThreshold = 500;

const sendEstimateQuery = (emails: number) =>
  queryOptions({
    queryKey: ["send-estimate", emails],
    queryFn: ({ signal }) => call("GET /sends/estimate", { query: { emails: String(emails) }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Asks once more before more than 500 emails are sent, with their number and how long it takes. For everything that emails many leads:
 * `confirm` resolves to whether to send. Render `dialog` inside of the form that sends.
 */
export function useLargeSendConfirmation(): { confirm: (emails: number) => Promise<boolean>; dialog: ReactNode } {
  const { ask, dialog } = useConfirmation((emails: number) => ({
    title: largeSend.title(emails),
    consequence: <SendDuration emails={emails} />,
    action: largeSend.confirm(emails),
    tone: "default",
  }));
  return { confirm: (emails) => (emails > largeSendThreshold ? ask(emails) : Promise.resolve(true)), dialog };
}

/** Says how long a send takes. */
function SendDuration({ emails }: { emails: number }) {
  const { data, isPending } = useQuery(sendEstimateQuery(emails));
  if (data === undefined) return isPending ? largeSend.estimating : largeSend.unknown;
  const consequence = largeSend.consequence(durationLabel(data.seconds));
  return data.queued === 0 ? consequence : `${largeSend.queuedFirst(data.queued)} ${consequence}`;
}
