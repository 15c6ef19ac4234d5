"use client";

import { Status } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/contract/deliveries";
import { deliveryStatusLabels } from "./labels";

type DeliveryStatusProps = { delivery: Pick<DeliveryRecord, "status" | "error" | "nextAttemptAt">; zone: string };

/** The status of an email, with the time of the next attempt. The tooltip shows the mail server's response. */
export function DeliveryStatus({ delivery: { status, error, nextAttemptAt }, zone }: DeliveryStatusProps) {
  const { label, tone, description } = deliveryStatusLabels[status];
  return (
    <span title={error ?? description}>
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
