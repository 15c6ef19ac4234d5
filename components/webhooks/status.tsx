"use client";

import { ProjectTime } from "@/components/list/columns";
import { useSession } from "@/components/shell/session";
import { Status } from "@/components/ui/status";
import { useNow } from "@/components/ui/time";
import type { WebhookAttempt, WebhookRecord } from "@/contract/webhooks";
import { describeWebhookStatus } from "./labels";

/** Whether a webhook is active, or what is wrong with it. */
export function WebhookStatus({ webhook }: { webhook: WebhookRecord }) {
  const { tone, text } = describeWebhookStatus(webhook, useNow(), useSession().project.timeZone);
  return (
    <span className="*:whitespace-normal!">
      <Status tone={tone}>{text}</Status>
    </span>
  );
}

/** When an attempt failed, and why. */
export const AttemptSummary = ({ attempt: { at, error } }: { attempt: WebhookAttempt }) => (
  <>
    <ProjectTime at={at} />
    {error !== null && <p className="wrap-anywhere line-clamp-2 text-2sm">{error}</p>}
  </>
);
