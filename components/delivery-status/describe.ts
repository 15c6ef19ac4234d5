import type { DeliveryCounts, DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses, pendingStatuses } from "@/contract/enums";
import { deliveryStatusLabels, type StatusLabel } from "./labels";

/** The statuses of emails that neither left nor will. */
export const unsentStatuses = ["saved_to_file", "failed", "bounced", "canceled", "suppressed"] as const satisfies readonly DeliveryStatus[];

const partlySent: StatusLabel = { label: "Partly sent", tone: "warning" };

/** Says how many emails have a status: "2 saved to file". */
export const deliveryCountLabel = (status: DeliveryStatus, count: number): string =>
  `${count.toLocaleString("en")} ${deliveryStatusLabels[status].label.toLowerCase()}`;

/** What happened to several emails. Null if there are none. */
export function describeDeliveries(counts: DeliveryCounts): StatusLabel | null {
  const present = deliveryStatuses.filter((status) => counts[status] > 0);
  const [only, ...others] = present;
  if (only === undefined) return null;
  if (others.length === 0) return deliveryStatusLabels[only];
  if (present.some((status) => pendingStatuses.includes(status))) return deliveryStatusLabels.sending;
  if (counts.sent > 0) return partlySent;
  return deliveryStatusLabels[unsentStatuses.find((status) => counts[status] > 0) ?? only];
}
