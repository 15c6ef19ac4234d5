"use client";

import { ErrorState } from "@/components/ui/error-state";
import { layoutLabels } from "./labels";

const { errorScreen: labels } = layoutLabels;

type ErrorScreenProps = { error: Error & { digest?: string }; retry: () => void };

/** The content of `error.tsx` inside the frame. */
export function ErrorScreen({ error, retry }: ErrorScreenProps) {
  return (
    <>
      <h1 className="sr-only">{labels.heading}</h1>
      <ErrorState
        title={labels.title}
        message={labels.message}
        requestId={error.digest}
        onRetry={retry}
        className="min-h-[60dvh] content-center"
      />
    </>
  );
}
