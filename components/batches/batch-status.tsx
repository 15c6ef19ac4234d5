"use client";

import { Status } from "@/components/ui/status";
import { useNow } from "@/components/ui/time";
import type { BatchRecord } from "@/contract/batches";
import { labels } from "./labels";

const { status } = labels;

/** Shows the status of a batch as a whole. Its codes can have other statuses. */
export function BatchStatus({ batch: { paused, validFrom, validUntil, codeCount, totalAllowedClaims, claims } }: { batch: BatchRecord }) {
  const now = useNow();
  if (paused) return <Status tone="warning">{status.paused}</Status>;
  if (validUntil !== null && Date.parse(validUntil) <= now) return <Status tone="neutral">{status.expired}</Status>;
  if (codeCount === 0) return <Status tone="neutral">{status.empty}</Status>;
  if (claims >= totalAllowedClaims) return <Status tone="neutral">{status.usedUp}</Status>;
  if (validFrom !== null && Date.parse(validFrom) > now) return <Status tone="info">{status.scheduled}</Status>;
  return <Status tone="positive">{status.active}</Status>;
}
