"use client";

import type { ReactNode } from "react";
import { StackedBar } from "@/components/ui/stacked-bar";
import { Skeleton } from "@/components/ui/skeleton";
import { Status } from "@/components/ui/status";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/kinds";
import type { SendRecord } from "@/contract/sends";
import { cn } from "@/lib/cn";
import { progressBarParts, progressSentence, progressLabel } from "./progress";
import { deliveryStatusLabels } from "./labels";

type SendSummaryProps = {
  send: SendRecord;
  /** The status that the messages below are narrowed to. */
  status: DeliveryStatus | null;
  onStatusChange: (status: DeliveryStatus | null) => void;
  /** What can be done with the send. */
  children: ReactNode;
};

/** How far a send is: a bar, and how many messages stand where, each of which narrows the list below to them. */
export function SendSummary({ send, status, onStatusChange: onStatus, children }: SendSummaryProps) {
  const { deliveries, notifiedLeads, completed: done } = send;
  const shown = deliveryStatuses.filter((each) => deliveries[each] > 0 || each === status);
  return (
    <section aria-label="Progress" className="mb-6 grid gap-3 rounded-lg border bg-card p-4 sm:px-6">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-xl tracking-tight">{progressLabel(send)}</span>
        <span className="text-muted-foreground">{deliveries.saved_to_file > 0 && deliveries.sent === 0 ? "kept as files" : "sent"}</span>
        <span className="ml-auto text-muted-foreground">{done ? "Done" : "Under way"}</span>
      </p>
      <StackedBar segments={progressBarParts(send)} total={Math.max(1, notifiedLeads)} />
      <p role="status" className="sr-only">
        {done && progressSentence(send)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <fieldset aria-label="Narrow to a status" className="-mx-2 flex flex-wrap gap-x-2 gap-y-1">
          {shown.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={status === each}
              title={deliveryStatusLabels[each].description}
              onClick={() => onStatus(status === each ? null : each)}
              className={cn(
                "inline-flex h-7 items-center gap-2 rounded-md px-2 hover:bg-accent pointer-coarse:h-9",
                status === each && "bg-accent font-medium",
              )}
            >
              <Status tone={deliveryStatusLabels[each].tone}>{deliveryStatusLabels[each].label}</Status>
              <span>{deliveries[each].toLocaleString("en")}</span>
            </button>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
      </div>
    </section>
  );
}

/** Keeps the place of a tally that is still to come. */
export const SendSummarySkeleton = () => <Skeleton className="mb-6 h-31 rounded-lg" />;
