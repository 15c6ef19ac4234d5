"use client";

import { InlineNotice } from "@/components/ui/errors";
import { Progress } from "@/components/ui/progress";
import type { JobKind, QueueingProgress } from "@/contract/jobs";
import { useShowJobOnPage } from "./api";
import { describeJobResult, jobProgressLabel, labels } from "./labels";

/** Whether the emails of a send are still being queued. */
export const isQueueing = (progress: Pick<QueueingProgress, "status"> | null | undefined): boolean =>
  progress?.status === "queued" || progress?.status === "running";

/** The progress of the job that queues the emails of a large send, or why it failed. Nothing once it is completed. */
export function QueueingStatus({ kind, progress }: { kind: JobKind; progress: QueueingProgress | null }) {
  const isOpen = isQueueing(progress);
  useShowJobOnPage(isOpen && progress ? progress.job : null);
  if (progress === null) return null;
  const job = { ...progress, kind, batch: null };
  if (isOpen)
    return (
      <Progress
        label={jobProgressLabel(job)}
        value={progress.status === "queued" ? null : progress.processed}
        total={Math.max(1, progress.total ?? 1)}
        valueText={progress.status === "queued" ? labels.queued : undefined}
      />
    );
  if (progress.status !== "failed") return null;
  const { title, text } = describeJobResult(job);
  return <InlineNotice tone="negative">{`${title}. ${text ?? ""}`}</InlineNotice>;
}
