"use client";

import { Status } from "@/components/ui/status";
import { useNow } from "@/components/ui/time";
import type { BatchRecord } from "@/contract/batches";

/** How a batch stands as a whole: single codes of it may stand otherwise. */
export function BatchStatus({ batch: { paused, validFrom, validUntil, codeCount: codes, totalAllowedClaims: uses, claims } }: { batch: BatchRecord }) {
  const now = useNow();
  if (paused) return <Status tone="warning">Paused</Status>;
  if (validUntil !== null && Date.parse(validUntil) <= now) return <Status tone="neutral">Expired</Status>;
  if (codes === 0) return <Status tone="neutral">Empty</Status>;
  if (claims >= uses) return <Status tone="neutral">Used up</Status>;
  if (validFrom !== null && Date.parse(validFrom) > now) return <Status tone="info">Scheduled</Status>;
  return <Status tone="positive">Active</Status>;
}
