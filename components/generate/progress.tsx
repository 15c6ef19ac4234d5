"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import {
  CancelJobButton,
  describeJobResult,
  dismissJob,
  hasEnded,
  isJobNotFound,
  jobProgressLabel,
  jobQuery,
  useRefreshWhenJobEnds,
  useShowJobOnPage,
} from "@/components/jobs";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { describeError, QueryError } from "@/components/ui/errors";
import { Skeleton } from "@/components/ui/loading";
import { Progress } from "@/components/ui/progress";
import type { JobRecord } from "@/contract/jobs";
import { batchPath } from "@/lib/routes";
import { labels } from "./labels";

const { progress } = labels;

/** Shows the progress of a large batch, then opens its page. If the job fails, shows why and offers to go back to the form. */
export function GenerationProgress({ jobId, onBack }: { jobId: string; onBack: () => void }) {
  const router = useRouter();
  const query = useQuery(jobQuery(jobId));
  const { data: job, error } = query;
  useShowJobOnPage(jobId);
  useRefreshWhenJobEnds(job);
  const batchId = job?.status === "completed" ? job.batch?.id : undefined;
  useEffect(() => {
    if (batchId === undefined) return;
    dismissJob(jobId);
    router.replace(batchPath(batchId));
  }, [batchId, jobId, router]);
  if (job !== undefined) return <JobProgress job={job} onBack={onBack} />;
  if (error === null) return <Skeleton className="h-40 rounded-lg" />;
  if (isJobNotFound(error)) return <BackToForm title={progress.notFound} text={describeError(error).message} onBack={onBack} />;
  return <QueryError query={query} />;
}

function JobProgress({ job, onBack }: { job: JobRecord; onBack: () => void }) {
  if (hasEnded(job) && job.status !== "completed") {
    const { title, text } = describeJobResult(job);
    return (
      <BackToForm
        title={title}
        text={text}
        onBack={() => {
          dismissJob(job.id);
          onBack();
        }}
      />
    );
  }
  return (
    <Card title={jobProgressLabel(job)} description={progress.description} footer={<CancelJobButton job={job} />}>
      <Progress
        label={job.status === "queued" ? progress.queued : progress.generated}
        value={job.status === "queued" ? null : job.processed}
        total={job.total ?? undefined}
      />
    </Card>
  );
}

function BackToForm({ title, text, onBack }: { title: string; text: string | undefined; onBack: () => void }) {
  return (
    <Card title={title} description={text}>
      <Button variant="outline" onClick={onBack}>
        {progress.back}
      </Button>
    </Card>
  );
}
