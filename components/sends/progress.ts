import type { BarPart } from "@/components/ui/parts-bar";
import type { SendRecord } from "@/contract/sends";
import { messageCountLabel } from "./labels";

type SendCounts = Pick<SendRecord, "deliveries" | "notifiedLeads">;

/** What of a send has left, or was kept; what failed; and what will never leave. The rest still waits. */
export function progressBarParts({ deliveries: { sent, kept, failed, cancelled, suppressed } }: Pick<SendCounts, "deliveries">): BarPart[] {
  return [
    { value: sent, tone: "positive" },
    { value: kept, tone: "info" },
    { value: failed, tone: "negative" },
    { value: cancelled + suppressed, tone: "neutral" },
  ];
}

const shown = (count: number) => count.toLocaleString("en");

/** How far a send is: "48 of 50". */
export const progressLabel = ({ deliveries: { sent, kept }, notifiedLeads }: SendCounts): string =>
  notifiedLeads === 0 ? "Nobody" : `${shown(sent + kept)} of ${shown(notifiedLeads)}`;

/** How far a send is, as a sentence: "48 of 50 messages have left, 2 failed." */
export function progressSentence({ deliveries, notifiedLeads }: SendCounts): string {
  if (notifiedLeads === 0) return "Nobody who was named could get it.";
  const { sent, kept, failed, queued, sending, retrying, cancelled, suppressed } = deliveries;
  const waiting = queued + sending + retrying;
  const parts = [
    [sent, "sent"],
    [kept, "kept as files"],
    [failed, "failed"],
    [cancelled, "cancelled"],
    [suppressed, "held back"],
    [waiting, waiting === 1 ? "still waits" : "still wait"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${shown(count)} ${word}`);
  return `Of ${messageCountLabel(notifiedLeads)}: ${said.join(", ")}.`;
}
