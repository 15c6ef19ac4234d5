"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { PageHeader } from "@/components/layout/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { GenerateForm } from "./generate-form";

// In the browser alone: how far it is has changed by the time that the page is alive.
const Making = dynamic(() => import("./generation-progress").then((making) => making.GenerationProgress), {
  ssr: false,
  loading: () => <Skeleton className="h-48 rounded-lg" />,
});

/** Generates codes. The page's address names the task where they are many, so that a reload shows how far it is. */
export function GenerateView() {
  const [task, setTask] = useQueryState("task", parseAsString);
  return (
    <>
      <PageHeader title="Generate codes" description="All of them or none are made, as one batch." />
      {task === null ? <GenerateForm onStarted={(id) => void setTask(id)} /> : <Making task={task} onBack={() => void setTask(null)} />}
    </>
  );
}
