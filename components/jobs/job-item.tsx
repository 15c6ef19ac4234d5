"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleSlash, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { TextLink } from "@/components/ui/text-link";
import type { JobRecord } from "@/contract/jobs";
import { batchPath } from "@/lib/routes";
import { useCancelJob } from "./mutations";
import { hasEnded, isJobNotFound, jobQuery } from "./queries";
import { dismissJob } from "./watched-jobs";
import { jobProgressLabel, describeJobResult } from "./labels";

/** One task of the panel: how far it is, or how it ended. */
export function JobItem({ id }: { id: string }) {
  const { data: task, error } = useQuery(jobQuery(id));
  useRefreshWhenJobEnds(task);
  const gone = isJobNotFound(error);
  useEffect(() => {
    if (gone) dismissJob(id);
  }, [gone, id]);
  if (task === undefined) return null;
  const ended = hasEnded(task);
  return (
    <li className="px-3 py-2 sm:py-3">
      {!ended && <RunningJob task={task} />}
      {/* It is there before there is anything to say in it, so that the end is read aloud. */}
      <div role="status">{ended && <EndedJob task={task} />}</div>
    </li>
  );
}

/** Once a task has ended, what is shown is asked for anew. */
export function useRefreshWhenJobEnds(task: JobRecord | undefined): void {
  const client = useQueryClient();
  const wasOpen = useRef(false);
  const ended = task !== undefined && hasEnded(task);
  useEffect(() => {
    if (task === undefined) return;
    if (ended && wasOpen.current) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "tasks" });
    wasOpen.current = !ended;
  }, [task, ended, client]);
}

function RunningJob({ task }: { task: JobRecord }) {
  return (
    <div className="flex items-center gap-3">
      <Progress
        label={jobProgressLabel(task)}
        value={task.total === null || task.status === "queued" ? null : task.processed}
        total={task.total ?? undefined}
        valueText={task.status === "queued" ? "waiting" : `${task.processed.toLocaleString("en")} done`}
        className="min-w-0 flex-1 gap-y-1.5"
      />
      <CancelJobButton task={task} />
    </div>
  );
}

/** Stops a task, for those who may. */
export function CancelJobButton({ task }: { task: JobRecord }) {
  const may = useCan("POST /jobs/:id/cancel");
  const { mutate, isPending } = useCancelJob();
  if (!may) return null;
  return (
    <Button variant="outline" size="sm" pending={isPending} onClick={() => mutate(task.id)} aria-label={`Stop: ${jobProgressLabel(task)}`}>
      Stop
    </Button>
  );
}

/** How long what ended well is said, in milliseconds, while somebody could read it. */
const dismissDelay = 20_000;

function EndedJob({ task }: { task: JobRecord }) {
  const { title, text, isWell } = describeJobResult(task);
  const { id } = task;
  useEffect(() => {
    if (!isWell) return;
    const timer = setInterval(() => document.visibilityState === "visible" && dismissJob(id), dismissDelay);
    return () => clearInterval(timer);
  }, [id, isWell]);
  return (
    <div className="flex items-start gap-2">
      <JobResultIcon status={task.status} isWell={isWell} />
      <div className="grid min-w-0 flex-1 gap-0.5 text-[13px]">
        <p className="break-words font-medium">{title}</p>
        {text && <p className="break-words text-muted-foreground max-sm:hidden">{text}</p>}
        {task.status === "completed" && task.kind === "codes.generate" && task.batch !== null && (
          <TextLink href={batchPath(task.batch.id)} className="justify-self-start">
            Open the batch
          </TextLink>
        )}
      </div>
      <IconButton label={`Dismiss: ${title}`} size="icon-sm" className="-my-1 text-muted-foreground" onClick={() => dismissJob(task.id)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function JobResultIcon({ status, isWell }: { status: JobRecord["status"]; isWell: boolean }) {
  if (status === "canceled") return <CircleSlash aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />;
  if (isWell) return <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />;
  return <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />;
}
