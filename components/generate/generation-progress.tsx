"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { hasEnded, isJobNotFound, jobQuery } from "@/components/jobs/queries";
import { CancelJobButton, useRefreshWhenJobEnds } from "@/components/jobs/job-item";
import { dismissJob, useShowJobOnPage } from "@/components/jobs/watched-jobs";
import { jobProgressLabel, describeJobResult } from "@/components/jobs/labels";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import type { JobRecord } from "@/contract/jobs";
import { batchPath } from "@/lib/routes";

/** How far a large batch is. Once it is made, its page opens; otherwise it says why not, and `onBack` leads back. */
export function GenerationProgress({ task: id, onBack }: { task: string; onBack: () => void }) {
  const router = useRouter();
  const { data: task, error, isFetching, refetch } = useQuery(jobQuery(id));
  useShowJobOnPage(id);
  useRefreshWhenJobEnds(task);
  const made = task?.status === "completed" ? task.batch?.id : undefined;
  useEffect(() => {
    if (made === undefined) return;
    dismissJob(id);
    router.replace(batchPath(made));
  }, [made, id, router]);
  if (task !== undefined) return <JobProgress task={task} onBack={onBack} />;
  if (error === null) return <Skeleton className="h-40 rounded-lg" />;
  const { message, requestId } = describeError(error);
  if (isJobNotFound(error)) return <BackToForm title="This is not known any more" text={message} onBack={onBack} />;
  return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />;
}

function JobProgress({ task, onBack }: { task: JobRecord; onBack: () => void }) {
  if (hasEnded(task) && task.status !== "completed") {
    const { title, text } = describeJobResult(task);
    return (
      <BackToForm
        title={title}
        text={text}
        onBack={() => {
          dismissJob(task.id);
          onBack();
        }}
      />
    );
  }
  return (
    <Card
      title={jobProgressLabel(task)}
      description="You may leave this page or close it: the work goes on, and every page says how far it is."
      footer={<CancelJobButton task={task} />}
    >
      <Progress
        label={task.status === "queued" ? "Waiting for its turn" : "Made"}
        value={task.status === "queued" ? null : task.processed}
        total={task.total ?? undefined}
      />
    </Card>
  );
}

function BackToForm({ title, text, onBack }: { title: string; text: string | undefined; onBack: () => void }) {
  return (
    <Card title={title} description={text}>
      <Button variant="outline" onClick={onBack}>
        Back to the form
      </Button>
    </Card>
  );
}
