"use client";

import { ProjectTime } from "@/components/list/columns";
import { Status } from "@/components/ui/status";
import { Interpolate } from "@/components/ui/text";
import { useNow } from "@/components/ui/time";
import type { WebhookAttempt, WebhookRecord } from "@/contract/webhooks";
import { describeWebhookStatus } from "./labels";

/** Whether a webhook is active, or what is wrong with it. */
export function WebhookStatus({ webhook }: { webhook: WebhookRecord }) {
  const { tone, text, time } = describeWebhookStatus(webhook, useNow());
  return (
    <Status tone={tone}>
      {time === null ? text : <span>{<Interpolate text={text} values={{ time: <ProjectTime at={time} /> }} />}</span>}
    </Status>
  );
}

/** When an attempt failed, and why. */
export const AttemptSummary = ({ attempt: { at, error } }: { attempt: WebhookAttempt }) => (
  <>
    <ProjectTime at={at} />
    {error !== null && <p className="wrap-anywhere line-clamp-2 text-2sm">{error}</p>}
  </>
);
