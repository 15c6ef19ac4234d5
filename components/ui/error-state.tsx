"use client";

import { CircleAlert } from "lucide-react";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { RequestId } from "./request-id";

type ErrorStateProps = {
  title?: string;
  message: string;
  requestId?: string | undefined;
  onRetry?: () => void;
  /** Whether the retry is under way. */
  pending?: boolean;
  className?: string;
};

/** Stands where a list or a card would, when it could not be fetched. */
export function ErrorState({ title = "This could not be loaded", message, requestId, onRetry, pending, className }: ErrorStateProps) {
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
