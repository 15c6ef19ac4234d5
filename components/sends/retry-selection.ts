import type { FilterQuery } from "@/components/list/definition";
import type { Selection } from "@/components/list/selection";
import type { CallInput } from "@/contract/call";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { SendRecord } from "@/contract/sends";

/** The failed emails to retry, and how many there are. `count` is null if that isn't known. */
export type RetrySelection = { count: number | null; request: { id: string } & CallInput<"POST /sends/:id/retry">["body"] };

/** Reduces a selection to its failed emails. `cached` are the emails that were fetched. */
export function retrySelection(
  { id, deliveries }: Pick<SendRecord, "id" | "deliveries">,
  { q, status }: FilterQuery<"GET /sends/:id/deliveries">,
  selection: Selection,
  cached: ReadonlyMap<string, Pick<DeliveryRecord, "status">>,
): RetrySelection {
  if (selection.kind === "some") {
    const failed = selection.ids.filter((deliveryId) => cached.get(deliveryId)?.status === "failed");
    return { count: failed.length, request: { id, deliveries: failed } };
  }
  if (status !== undefined && status !== "failed") return { count: 0, request: { id, deliveries: [] } };
  return q === undefined ? { count: deliveries.failed, request: { id } } : { count: null, request: { id, filter: { q } } };
}
