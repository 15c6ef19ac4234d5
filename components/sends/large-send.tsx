"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiQuery } from "@/components/api-query";
import { useConfirmation } from "@/components/ui/use-confirmation";
import type { SendPreviewReply } from "@/contract/send-preview";
import { labels } from "./dialog-labels";
import { durationLabel } from "./duration";

const { largeSend } = labels;

/** More emails than this are confirmed before they are sent. */
const largeSendThreshold = 500;

const sendEstimateQuery = (emails: number) =>
  queryOptions({
    ...apiQuery("GET /sends/estimate", { query: { emails: String(emails) } }),
    staleTime: 0,
    gcTime: 0,
  });

/** How many emails are sent in total, and how many of them at most each time if they aren't sent at once. */
type LargeSend = {
  emails: number;
  eachTime?: number | undefined;
  /** Why the links of the emails don't work for their recipients. */
  localLinks?: string | undefined;
};

const confirmedKey = "gatehouse:local-links-confirmed";

// A browser can forbid storing anything.
function areLocalLinksConfirmed(): boolean {
  try {
    return window.localStorage.getItem(confirmedKey) !== null;
  } catch {
    return false;
  }
}

function confirmLocalLinks(): void {
  try {
    window.localStorage.setItem(confirmedKey, "true");
  } catch {
    // Asks again.
  }
}

/** The warning of a preview about links that only work here. */
export const findLocalLinks = (warnings: SendPreviewReply["warnings"] | undefined): string | undefined =>
  warnings?.find(({ warning }) => warning === "local_links")?.message;

/**
 * Asks again before sending more than 500 emails, and once in a browser before emails whose links only work here, with their number and how
 * long it takes. For everything that emails leads: `confirm` resolves to whether to send. Render `dialog` inside of the form that sends.
 */
export function useLargeSendConfirmation(): { confirm: (send: LargeSend) => Promise<boolean>; dialog: ReactNode } {
  const { ask, dialog } = useConfirmation(({ emails, eachTime, localLinks }: LargeSend) => ({
    title: eachTime === undefined ? largeSend.title(emails) : largeSend.totalTitle(emails),
    consequence: (
      <>
        {localLinks !== undefined && `${localLinks} `}
        {eachTime === undefined ? <SendDuration emails={emails} /> : <RepeatedDuration emails={Math.min(eachTime, emails)} />}
      </>
    ),
    action: eachTime === undefined ? largeSend.confirm(emails) : largeSend.confirmTotal,
    tone: "default",
  }));
  return {
    confirm: async (send) => {
      const asksAboutLinks = send.localLinks !== undefined && !areLocalLinksConfirmed();
      if (send.emails <= largeSendThreshold && !asksAboutLinks) return true;
      const isConfirmed = await ask(asksAboutLinks ? send : { ...send, localLinks: undefined });
      if (isConfirmed && asksAboutLinks) confirmLocalLinks();
      return isConfirmed;
    },
    dialog,
  };
}

/** Says how many emails are sent each time, and how long that takes when no others are queued. */
function RepeatedDuration({ emails }: { emails: number }) {
  const { data, isPending } = useQuery(sendEstimateQuery(emails));
  if (data === undefined) return isPending ? largeSend.estimating : largeSend.eachTime(emails);
  return `${largeSend.eachTime(emails)} ${largeSend.eachTimeTakes(durationLabel((data.seconds * emails) / (data.queued + emails)))}`;
}

/** Says how long a send takes. */
function SendDuration({ emails }: { emails: number }) {
  const { data, isPending } = useQuery(sendEstimateQuery(emails));
  if (data === undefined) return isPending ? largeSend.estimating : largeSend.unknown;
  const consequence = largeSend.consequence(durationLabel(data.seconds));
  return data.queued === 0 ? consequence : `${largeSend.queuedFirst(data.queued)} ${consequence}`;
}
