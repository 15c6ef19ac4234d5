import type { z } from "zod";
import type { Selection } from "@/components/list/selection";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { retrySendEndpoint, SendRecord } from "@/contract/sends";
import type { DeliveryFilters } from "./filters";

/** Which messages are tried again, and how many they are; null where that is not known. */
export type RetrySelection = { count: number | null; request: z.input<typeof retrySendEndpoint.body> };

/** What of a selection can be tried again: what failed. `known` are the messages that were shown. */
export function retrySelection(
  { id: send, deliveries }: Pick<SendRecord, "id" | "deliveries">,
  { q, status }: DeliveryFilters,
  selection: Selection,
  known: ReadonlyMap<string, Pick<DeliveryRecord, "status">>,
): RetrySelection {
  if (selection.kind === "some") {
    const failed = selection.ids.filter((id) => known.get(id)?.status === "failed");
    return { count: failed.length, request: { send, deliveries: failed } };
  }
  if (status !== null && status !== "failed") return { count: 0, request: { send, deliveries: [] } };
  return q === null ? { count: deliveries.failed, request: { send } } : { count: null, request: { send, filter: { q } } };
}
