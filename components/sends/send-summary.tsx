"use client";

import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { StackedBar } from "@/components/ui/stacked-bar";
import { Status } from "@/components/ui/status";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/enums";
import type { SendRecord } from "@/contract/sends";
import { cn } from "@/lib/cn";
import { deliveryStatusLabels, labels } from "./labels";
import { progressBarSegments, progressLabel, progressSentence } from "./progress";

const { progress } = labels;

type SendSummaryProps = {
  send: SendRecord;
  /** The status that the list of emails is filtered by. */
  status: DeliveryStatus | null;
  onStatusChange: (status: DeliveryStatus | null) => void;
  /** The actions of the send. */
  children: ReactNode;
};

/** The progress of a send: a bar, and the number of emails per status, which filter the list of emails. */
export function SendSummary({ send, status, onStatusChange, children }: SendSummaryProps) {
  const { deliveries, notifiedLeads, completed } = send;
  const shownStatuses = deliveryStatuses.filter((option) => deliveries[option] > 0 || option === status);
  return (
    <section aria-label={progress.region} className="mb-6 grid gap-3 rounded-lg border bg-card p-4 sm:px-6">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-xl tracking-tight">{progressLabel(send)}</span>
        <span className="text-muted-foreground">
          {deliveries.saved_to_file > 0 && deliveries.sent === 0 ? progress.savedToFile : progress.sent}
        </span>
        <span className="ml-auto text-muted-foreground">{completed ? progress.done : progress.inProgress}</span>
      </p>
      <StackedBar segments={progressBarSegments(send)} total={Math.max(1, notifiedLeads)} />
      <p role="status" className="sr-only">
        {completed && progressSentence(send)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <fieldset aria-label={progress.filterByStatus} className="-mx-2 flex flex-wrap gap-x-2 gap-y-1">
          {shownStatuses.map((option) => (
            <button
              key={option}
              type="button"
              aria-pressed={status === option}
              title={deliveryStatusLabels[option].description}
              onClick={() => onStatusChange(status === option ? null : option)}
              className={cn(
                "inline-flex h-7 items-center gap-2 rounded-md px-2 hover:bg-accent pointer-coarse:h-9",
                status === option && "bg-accent font-medium",
              )}
            >
              <Status tone={deliveryStatusLabels[option].tone}>{deliveryStatusLabels[option].label}</Status>
              <span>{deliveries[option].toLocaleString("en")}</span>
            </button>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
      </div>
    </section>
  );
}

/** Reserves the height of the summary while the send loads. */
export const SendSummarySkeleton = () => <Skeleton className="mb-6 h-31 rounded-lg" />;
