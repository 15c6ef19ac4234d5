import type { BarSegment } from "@/components/ui/stacked-bar";
import type { SendRecord } from "@/contract/sends";
import { messageCountLabel } from "./labels";

type SendCounts = Pick<SendRecord, "deliveries" | "notifiedLeads">;

/** What of a send has left, or was kept; what failed; and what will never leave. The rest still waits. */
export function progressBarParts({ deliveries: { sent, saved_to_file: savedToFile, failed, canceled, suppressed } }: Pick<SendCounts, "deliveries">): BarSegment[] {
  return [
    { value: sent, tone: "positive" },
    { value: savedToFile, tone: "info" },
    { value: failed, tone: "negative" },
    { value: canceled + suppressed, tone: "neutral" },
  ];
}

const shown = (count: number) => count.toLocaleString("en");

/** How far a send is: "48 of 50". */
export const progressLabel = ({ deliveries: { sent, saved_to_file: savedToFile }, notifiedLeads }: SendCounts): string =>
  notifiedLeads === 0 ? "Nobody" : `${shown(sent + savedToFile)} of ${shown(notifiedLeads)}`;

/** How far a send is, as a sentence: "48 of 50 messages have left, 2 failed." */
export function progressSentence({ deliveries, notifiedLeads }: SendCounts): string {
  if (notifiedLeads === 0) return "Nobody who was named could get it.";
  const { sent, saved_to_file: savedToFile, failed, queued, sending, retrying, canceled, suppressed } = deliveries;
  const waiting = queued + sending + retrying;
  const parts = [
    [sent, "sent"],
    [savedToFile, "kept as files"],
    [failed, "failed"],
    [canceled, "canceled"],
    [suppressed, "held back"],
    [waiting, waiting === 1 ? "still waits" : "still wait"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${shown(count)} ${word}`);
  return `Of ${messageCountLabel(notifiedLeads)}: ${said.join(", ")}.`;
}
