"use client";

import { ErrorState } from "@/components/ui/error-state";

type ErrorScreenProps = { error: Error & { digest?: string }; retry: () => void };

/** For `error.tsx` below the frame: the page failed, the frame stands. */
export function ErrorScreen({ error, retry }: ErrorScreenProps) {
  return (
    <>
      <h1 className="sr-only">Error</h1>
      <ErrorState
        title="This page could not be shown"
        message="Something went wrong here, and nothing was changed. Try again; if it stays, the log says why."
        requestId={error.digest}
        onRetry={retry}
        className="min-h-[60dvh] content-center"
      />
    </>
  );
}
