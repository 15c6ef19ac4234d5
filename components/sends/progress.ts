import type { BarSegment } from "@/components/ui/stacked-bar";
import type { SendRecord } from "@/contract/sends";
import { labels } from "./labels";

const { progress } = labels;

type SendCounts = Pick<SendRecord, "deliveries" | "notifiedLeads">;

/** Returns the segments of the progress bar. Emails that are still waiting are the empty rest. */
export function progressBarSegments({
  deliveries: { sent, saved_to_file: savedToFile, failed, canceled, suppressed },
}: Pick<SendCounts, "deliveries">): BarSegment[] {
  return [
    { value: sent, tone: "positive" },
    { value: savedToFile, tone: "info" },
    { value: failed, tone: "negative" },
    { value: canceled + suppressed, tone: "neutral" },
  ];
}

/** Labels how many emails were sent: "48 of 50". */
export const progressLabel = ({ deliveries: { sent, saved_to_file: savedToFile }, notifiedLeads }: SendCounts): string =>
  notifiedLeads === 0 ? progress.noRecipients : progress.share(sent + savedToFile, notifiedLeads);

/** Describes the progress for screen readers: "50 emails: 48 sent, 2 failed." */
export function progressSentence({ deliveries, notifiedLeads }: SendCounts): string {
  if (notifiedLeads === 0) return progress.noRecipientsSentence;
  const { sent, saved_to_file: savedToFile, failed, queued, sending, retrying, canceled, suppressed } = deliveries;
  const counts = [
    [progress.parts.sent, sent],
    [progress.parts.savedToFile, savedToFile],
    [progress.parts.failed, failed],
    [progress.parts.canceled, canceled],
    [progress.parts.suppressed, suppressed],
    [progress.parts.waiting, queued + sending + retrying],
  ] as const;
  const parts = counts.filter(([, count]) => count > 0).map(([label, count]) => label(count.toLocaleString("en")));
  return progress.sentence(notifiedLeads, parts);
}
