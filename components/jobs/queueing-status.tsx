"use client";

import { useQuery } from "@tanstack/react-query";
import { InlineNotice } from "@/components/ui/errors";
import { Progress } from "@/components/ui/progress";
import type { JobKind, JobRecord, QueueingProgress } from "@/contract/jobs";
import { jobQuery } from "./job-query";
import { describeJobResult, jobProgressLabel, labels } from "./labels";
import { useRefreshWhenJobEnds } from "./panel";
import { useShowJobOnPage } from "./watched-jobs";

/** Whether the emails of a send are still being queued. */
export const isQueueing = (progress: Pick<QueueingProgress, "status"> | null | undefined): boolean =>
  progress?.status === "queued" || progress?.status === "running";

const pickProgress = ({ status, total, processed, changed, error }: JobRecord) => ({ status, total, processed, changed, error });

/**
 * The progress of the job that queues the emails of a large send, or that it was stopped, or why it failed. Nothing once it is completed. It polls the job itself, and
 * refetches the page's data when the job ends.
 */
export function QueueingStatus({ kind, progress }: { kind: JobKind; progress: QueueingProgress | null }) {
  const isOpen = isQueueing(progress);
  const id = isOpen && progress ? progress.job : null;
  useShowJobOnPage(progress && progress.status !== "completed" ? progress.job : null);
  const { data: current } = useQuery({ ...jobQuery(id ?? ""), enabled: id !== null });
  useRefreshWhenJobEnds(id === null ? undefined : current);
  if (progress === null) return null;
  const job = { ...progress, kind, batch: null, ...(id !== null && current && pickProgress(current)) };
  if (isQueueing(job))
    return (
      <Progress
        label={jobProgressLabel(job)}
        value={job.status === "queued" ? null : job.processed}
        total={Math.max(1, job.total ?? 1)}
        valueText={job.status === "queued" ? labels.queued : undefined}
      />
    );
  const { title, text } = describeJobResult(job);
  // Some of the people that a stopped wave had invited are no longer invited.
  if (job.status === "canceled")
    return <p className="text-muted-foreground">{kind === "wave.invite" ? `${title}.` : `${title}. ${text}`}</p>;
  if (job.status !== "failed") return null;
  return <InlineNotice tone="negative">{`${title}. ${text ?? ""}`}</InlineNotice>;
}
