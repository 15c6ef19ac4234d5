"use client";

import { Status } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/contract/deliveries";
import { deliveryStatusLabels } from "./labels";

type DeliveryStatusProps = { delivery: Pick<DeliveryRecord, "status" | "error" | "nextAttemptAt">; zone: string };

/** Where a message stands: a dot and a word, with the next try's time and, in the title, the mail server's words. */
export function DeliveryStatus({ delivery: { status, error, nextAttemptAt }, zone }: DeliveryStatusProps) {
  const { label: word, tone, description: means } = deliveryStatusLabels[status];
  return (
    <span title={error ?? means}>
      <Status tone={tone}>
        <span>
          {word}
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
