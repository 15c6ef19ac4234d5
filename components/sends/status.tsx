"use client";

import { deliveryStatusLabels } from "@/components/delivery-status";
import { isQueueing } from "@/components/jobs";
import { StackedBar } from "@/components/ui/progress";
import { Status } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { SendRecord } from "@/contract/sends";
import { cn } from "@/lib/cn";
import { describeStatus, labels, progressBarSegments, progressLabel, progressSentence, sendTotal, unsentParts } from "./labels";
import { isScheduled } from "./polling";

/** The progress of a send: a bar, how many emails left, and what happened to the others. */
export function SendProgress({
  send,
}: {
  send: Pick<
    SendRecord,
    "deliveries" | "notifiedLeads" | "deletedLeads" | "receivedLeads" | "skippedLeads" | "scheduledAt" | "completed" | "queueing"
  >;
}) {
  if (isQueueing(send.queueing) && send.queueing) return labels.progress.queueing(send.queueing.processed, send.queueing.total ?? 0);
  if (isScheduled(send)) return labels.scheduled.short;
  return (
    <span title={progressSentence(send)} className="flex min-w-0 gap-x-3 gap-y-1 max-sm:flex-col-reverse sm:items-center">
      {sendTotal(send) > 0 && (
        <StackedBar segments={progressBarSegments(send)} total={sendTotal(send)} className="w-24 shrink-0 max-sm:h-1 max-sm:w-full" />
      )}
      <span className="min-w-0 truncate max-sm:text-2sm max-sm:leading-4">
        {progressLabel(send)}
        {sendTotal(send) > 0 && ` ${labels.progress.sent}`}
        {unsentParts(send).map(({ status, label }) => (
          <span key={status} className={cn(status === "failed" && "text-destructive")}>
            {" · "}
            {label}
          </span>
        ))}
      </span>
    </span>
  );
}

type DeliveryStatusProps = { delivery: Pick<DeliveryRecord, "status" | "error" | "skipReason" | "nextAttemptAt">; zone: string };

/** The status of an email, with the time of the next attempt. The tooltip shows the mail server's response. */
export function DeliveryStatus({ delivery: { status, error, skipReason, nextAttemptAt }, zone }: DeliveryStatusProps) {
  const { label, tone } = deliveryStatusLabels[status];
  return (
    <span title={error ?? describeStatus(status, skipReason)}>
      <Status tone={tone}>
        <span>
          {label}
          {status === "retrying" && nextAttemptAt !== null && (
            <span className="max-sm:sr-only">
              {" "}
              <Time at={nextAttemptAt} zone={zone} />
            </span>
          )}
        </span>
      </Status>
    </span>
  );
}
