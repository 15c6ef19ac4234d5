import { CircleAlert } from "lucide-react";
import { cn } from "@/lib/cn";
import type { ErrorMessage } from "./error-message";
import { RequestId } from "./request-id";

type FormErrorsProps = {
  error?: ErrorMessage | null | undefined;
  /** How many fields say for themselves what is wrong with them. */
  fieldCount?: number;
  className?: string;
};

/** Stands above the buttons of a form and is read aloud when it appears. */
export function FormErrors({ error, fieldCount = 0, className }: FormErrorsProps) {
  const fields = error?.fields ?? {};
  const lines = [
    ...(fieldCount > 0 ? [fieldCount === 1 ? "One field is not right yet; it says why." : `${fieldCount} fields are not right yet; each says why.`] : []),
    // Where fields are named, the message would only say that there are some.
    ...(error && Object.keys(fields).length === 0 ? [error.message] : []),
    ...Object.entries(fields).flatMap(([field, reasons]) => reasons.map((reason) => `${field}: ${reason}`)),
  ];
  if (lines.length === 0) return null;
  return (
    <div role="alert" className={cn("flex gap-2 rounded-lg border border-destructive/40 px-3 py-2 text-[13px]", className)}>
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
      <div className="grid min-w-0 gap-1">
        {lines.map((line) => (
          <p key={line} className="break-words">
            {line}
          </p>
        ))}
        {error?.requestId && <RequestId id={error.requestId} />}
      </div>
    </div>
  );
}
