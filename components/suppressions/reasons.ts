import type { SuppressionRecord } from "@/contract/suppressions";

export type Reason = SuppressionRecord["reason"];

export const reasonLabels: Readonly<Record<Reason, string>> = {
  unsubscribed: "Unsubscribed",
  bounced: "Bounced",
  complained: "Complained",
  staff: "Added by staff",
};

export const reasonFilterOptions = (Object.keys(reasonLabels) as Reason[]).map((value) => ({ value, label: reasonLabels[value] }));
