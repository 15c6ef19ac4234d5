"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { hasEnded, isGone, taskOf } from "@/components/jobs/queries";
import { StopTask, useRefreshAtEnd } from "@/components/jobs/task-line";
import { dismissTask, useShownHere } from "@/components/jobs/watched";
import { doingWords, endingOf } from "@/components/jobs/words";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import type { TaskRecord } from "@/contract/tasks";
import { batchPage } from "@/lib/routes";

/** How far a large batch is. Once it is made, its page opens; otherwise it says why not, and `onBack` leads back. */
export function Making({ task: id, onBack }: { task: string; onBack: () => void }) {
  const router = useRouter();
  const { data: task, error, isFetching, refetch } = useQuery(taskOf(id));
  useShownHere(id);
  useRefreshAtEnd(task);
  const made = task?.state === "done" ? task.batch?.id : undefined;
  useEffect(() => {
    if (made === undefined) return;
    dismissTask(id);
    router.replace(batchPage(made));
  }, [made, id, router]);
  if (task !== undefined) return <Stand task={task} onBack={onBack} />;
  if (error === null) return <Skeleton className="h-40 rounded-lg" />;
  const { message, requestId } = failureOf(error);
  if (isGone(error)) return <Back title="This is not known any more" text={message} onBack={onBack} />;
  return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />;
}

function Stand({ task, onBack }: { task: TaskRecord; onBack: () => void }) {
  if (hasEnded(task) && task.state !== "done") {
    const { title, text } = endingOf(task);
    return (
      <Back
        title={title}
        text={text}
        onBack={() => {
          dismissTask(task.id);
          onBack();
        }}
      />
    );
  }
  return (
    <Card
      title={doingWords(task)}
      description="You may leave this page or close it: the work goes on, and every page says how far it is."
      footer={<StopTask task={task} />}
    >
      <Progress
        label={task.state === "waiting" ? "Waiting for its turn" : "Made"}
        value={task.state === "waiting" ? null : task.done}
        total={task.total ?? undefined}
      />
    </Card>
  );
}

function Back({ title, text, onBack }: { title: string; text: string | undefined; onBack: () => void }) {
  return (
    <Card title={title} description={text}>
      <Button variant="outline" onClick={onBack}>
        Back to the form
      </Button>
    </Card>
  );
}
