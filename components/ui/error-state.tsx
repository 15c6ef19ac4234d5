"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { describeError } from "./error-message";
import { RequestId } from "./request-id";

type ErrorStateProps = {
  title?: string;
  message: string;
  requestId?: string | undefined;
  onRetry?: () => void;
  /** Whether a retry is running. */
  pending?: boolean;
  className?: string;
};

/** Shown instead of a list or a card that couldn't be loaded. */
export function ErrorState({ title = "Something went wrong", message, requestId, onRetry, pending, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cn("grid justify-items-center gap-1 px-6 py-16 text-center", className)}>
      <CircleAlert aria-hidden="true" className="mb-2 size-5 text-destructive" />
      <h2 className="font-medium">{title}</h2>
      <p className="max-w-md text-balance text-muted-foreground">{message}</p>
      {requestId && <RequestId id={requestId} />}
      {onRetry && (
        <Button variant="outline" onClick={onRetry} pending={pending} className="mt-4">
          Try again
        </Button>
      )}
    </div>
  );
}

type QueryErrorProps = Pick<ErrorStateProps, "title" | "className"> & {
  query: Pick<UseQueryResult, "error" | "isFetching"> & { refetch: () => unknown };
};

/** Shown instead of the data of a query that failed. */
export function QueryError({ query: { error, isFetching, refetch }, ...rest }: QueryErrorProps) {
  const { message, requestId } = describeError(error);
  return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} {...rest} />;
}
