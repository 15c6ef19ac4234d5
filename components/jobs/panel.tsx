"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleSlash, X } from "lucide-react";
import { useEffect } from "react";
import { apiPageQuery } from "@/components/api-query";
import { useCan } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { IconButton } from "@/components/ui/icon-button";
import { TextLink } from "@/components/ui/link";
import { Progress } from "@/components/ui/progress";
import { keepToastsAbove } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { JobRecord } from "@/contract/jobs";
import { batchPath } from "@/lib/routes";
import { hasEnded, isJobNotFound, jobQuery, refetchAllButJobs } from "./job-query";
import { describeJobResult, jobProgressLabel, labels } from "./labels";
import { dismissUndo, useJobMutation } from "./use-job-mutation";
import { dismissJob, useJobsShownOnPage, useWatchedJobs, watchJob } from "./watched-jobs";

/** Shows running and recently ended jobs on every page: in the corner, and below the header on phones. */
export function JobsPanel() {
  const client = useQueryClient();
  // Each job is then polled.
  const { data: openJobs } = useQuery(apiPageQuery("GET /jobs", { query: { ended: "false", limit: "20", count: "capped" } }));
  const watchedIds = useWatchedJobs();
  const idsShownOnPage = useJobsShownOnPage();
  useEffect(() => {
    for (const job of openJobs?.items ?? []) {
      client.setQueryData(jobQuery(job.id).queryKey, (cached) => cached ?? job);
      watchJob(job.id);
    }
  }, [openJobs, client]);
  const panelIds = watchedIds.filter((id) => !idsShownOnPage.includes(id));
  return (
    <div
      ref={keepToastsAbove}
      className="max-sm:sticky max-sm:top-14 max-sm:z-20 sm:fixed sm:right-4 sm:bottom-4 sm:z-20 sm:w-90 sm:in-[:has([aria-label=Selection])]:bottom-20"
    >
      {panelIds.length > 0 && (
        <section
          aria-label={labels.panel}
          className="max-h-32 overflow-y-auto border bg-popover text-popover-foreground max-sm:border-x-0 max-sm:border-t-0 sm:max-h-80 sm:rounded-lg sm:shadow"
        >
          <ul className="divide-y">
            {panelIds.map((id) => (
              <JobsPanelItem key={id} id={id} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** One job of the panel: its progress, or its result. */
function JobsPanelItem({ id }: { id: string }) {
  const { data: job, error } = useQuery(jobQuery(id));
  useRefreshWhenJobEnds(job);
  const isNotFound = isJobNotFound(error);
  useEffect(() => {
    if (isNotFound) dismissJob(id);
  }, [isNotFound, id]);
  if (job === undefined) return null;
  const ended = hasEnded(job);
  return (
    <li className="px-3 py-2 sm:py-3">
      {!ended && <RunningJob job={job} />}
      {/* Screen readers only announce changes in a live region that already exists. */}
      <div role="status">{ended && <EndedJob job={job} />}</div>
    </li>
  );
}

/** Refetches all other data once a job has ended. A short job can end before its first response. */
export function useRefreshWhenJobEnds(job: JobRecord | undefined): void {
  const client = useQueryClient();
  const ended = job !== undefined && hasEnded(job);
  useEffect(() => {
    if (ended) void refetchAllButJobs(client);
  }, [ended, client]);
}

function RunningJob({ job }: { job: JobRecord }) {
  return (
    <div className="flex items-center gap-3">
      <Progress
        label={jobProgressLabel(job)}
        value={job.total === null || job.status === "queued" ? null : job.processed}
        total={job.total ?? undefined}
        valueText={job.status === "queued" ? labels.queued : labels.processed(job.processed)}
        className="min-w-0 flex-1 gap-y-1.5"
      />
      <CancelJobButton job={job} />
    </div>
  );
}

/** Cancels a job. Changes it already made are kept. Hidden from viewers. */
export function CancelJobButton({ job }: { job: JobRecord }) {
  const canCancel = useCan("POST /jobs/:id/cancel");
  const client = useQueryClient();
  const { mutateAsync } = useApiMutation("POST /jobs/:id/cancel", {
    changes: "nothing",
    onReply: (canceled) => client.setQueryData(jobQuery(canceled.id).queryKey, canceled),
  });
  const cancel = { label: labels.cancel, run: () => mutateAsync({ params: { id: job.id } }), failed: labels.cancelFailed };
  return <ActionButton size="sm" aria-label={labels.cancelJob(jobProgressLabel(job))} action={canCancel && cancel} />;
}

/** How long a successful result stays while the tab is visible, in milliseconds. A file is also in the dialog that made it. */
const dismissDelay = 20_000;
const dismissFileDelay = 60_000;

function EndedJob({ job }: { job: JobRecord }) {
  const { title, text, isSuccess } = describeJobResult(job);
  const { id } = job;
  const delay = job.file === null ? dismissDelay : dismissFileDelay;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setInterval(() => document.visibilityState === "visible" && dismissJob(id), delay);
    return () => clearInterval(timer);
  }, [id, isSuccess, delay]);
  return (
    <div className="flex items-start gap-2">
      <JobResultIcon status={job.status} isSuccess={isSuccess} />
      <div className="grid min-w-0 flex-1 gap-0.5 text-2sm">
        <p className="font-medium">{title}</p>
        {text && <p className="text-muted-foreground max-sm:hidden">{text}</p>}
        {job.status === "completed" && job.kind === "codes.generate" && job.batch !== null && (
          <TextLink href={batchPath(job.batch.id)} className="justify-self-start">
            {labels.viewBatch}
          </TextLink>
        )}
        {job.inBin && <UndoButton job={job} title={title} />}
        {job.file !== null && (
          <a
            href={`/api${job.file.path}`}
            download
            onClick={() => dismissJob(id)}
            className="justify-self-start text-link underline-offset-3 hover:underline"
          >
            {labels.downloadFile}
          </a>
        )}
      </div>
      <IconButton label={labels.dismiss(title)} size="icon-sm" className="-my-1 text-muted-foreground" onClick={() => dismissJob(job.id)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Restores what a job deleted. Hidden from viewers. */
function UndoButton({ job, title }: { job: JobRecord; title: string }) {
  const canUndo = useCan("POST /bin/restore");
  const client = useQueryClient();
  const { mutateAsync } = useJobMutation("POST /bin/restore", { onReply: () => dismissUndo(client, job.id) });
  const undo = { label: labels.undo, run: () => mutateAsync({ body: { deletion: job.id } }), failed: labels.undoFailed };
  return <ActionButton size="sm" aria-label={labels.undoJob(title)} className="mt-1 justify-self-start" action={canUndo && undo} />;
}

function JobResultIcon({ status, isSuccess }: { status: JobRecord["status"]; isSuccess: boolean }) {
  if (status === "canceled") return <CircleSlash aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />;
  if (isSuccess) return <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />;
  return <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />;
}
