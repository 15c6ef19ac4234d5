"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { isSessionEnd } from "@/contract/call";
import { cn } from "@/lib/cn";
import { plural } from "@/lib/plural";
import { Button } from "./button";
import { CopyButton } from "./copy-button";

/** The parts of an error that are shown to people. */
export type ErrorMessage = {
  message: string;
  requestId?: string | undefined;
  fields?: Record<string, string[]> | undefined;
  status?: number;
};

/** Describes a thrown error for people. `fetch` throws a TypeError if the server can't be reached. */
export function describeError(error: unknown): ErrorMessage & { name: string } {
  if (error instanceof TypeError)
    return { name: "unreachable", message: "The server didn't respond. Check your connection and try again." };
  if (isSessionEnd(error)) return { name: "not_signed_in", message: "Your session has ended. Sign in and try again." };
  if (error instanceof Error) return error;
  return { name: "unknown", message: "Something went wrong. Try again." };
}

/** The request ID, which finds the details in the log. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="flex min-w-0 items-center gap-1 text-muted-foreground text-xs">
      <span className="shrink-0">Request ID</span>
      <span translate="no" className="truncate font-mono">
        {id}
      </span>
      <CopyButton text={id} label="request ID" icon />
    </p>
  );
}

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

type FormErrorsProps = {
  error?: ErrorMessage | null | undefined;
  /** Number of fields with an error of their own. */
  fieldCount?: number;
  className?: string;
};

/** The errors of a form, shown above its buttons and announced to screen readers. */
export function FormErrors({ error, fieldCount = 0, className }: FormErrorsProps) {
  const fields = error?.fields ?? {};
  const lines = [
    ...(fieldCount > 0 ? [plural(fieldCount, { one: "Check the highlighted field.", other: "Check the {n} highlighted fields." })] : []),
    // With field errors, the message would only repeat that there are some.
    ...(error && Object.keys(fields).length === 0 ? [error.message] : []),
    ...Object.entries(fields).flatMap(([field, reasons]) => reasons.map((reason) => `${field}: ${reason}`)),
  ];
  if (lines.length === 0) return null;
  return (
    <div role="alert" className={cn("flex gap-2 rounded-lg border border-destructive/40 px-3 py-2 text-2sm", className)}>
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
      <div className="grid min-w-0 gap-1">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {error?.requestId && <RequestId id={error.requestId} />}
      </div>
    </div>
  );
}

const noticeStyles = {
  negative: { icon: CircleAlert, className: "text-destructive" },
  warning: { icon: TriangleAlert, className: "text-warning" },
};

type InlineNoticeProps = { tone: keyof typeof noticeStyles; className?: string; children: ReactNode };

/** A warning or an error inside a form or a card. */
export function InlineNotice({ tone, className, children }: InlineNoticeProps) {
  const { icon: Icon, className: color } = noticeStyles[tone];
  return (
    <p role={tone === "negative" ? "alert" : undefined} className={cn("flex gap-2", className)}>
      <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", color)} />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
