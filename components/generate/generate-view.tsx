"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { PageHeader } from "@/components/layout/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { GenerateForm } from "./generate-form";
import { labels } from "./labels";

// Not rendered on the server, since the progress would be outdated by the time the page hydrates.
const GenerationProgress = dynamic(() => import("./generation-progress").then((module) => module.GenerationProgress), {
  ssr: false,
  loading: () => <Skeleton className="h-48 rounded-lg" />,
});

/** The page that generates codes. The URL holds the job of a large batch, so that a reload still shows its progress. */
export function GenerateView() {
  const [jobId, setJobId] = useQueryState("job", parseAsString);
  return (
    <>
      <PageHeader title={labels.title} />
      {jobId === null ? (
        <GenerateForm onStarted={(id) => void setJobId(id)} />
      ) : (
        <GenerationProgress jobId={jobId} onBack={() => void setJobId(null)} />
      )}
    </>
  );
}
