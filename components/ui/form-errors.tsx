import { CircleAlert } from "lucide-react";
import { cn } from "@/lib/cn";
import { plural } from "@/lib/plural";
import type { ErrorMessage } from "./error-message";
import { RequestId } from "./request-id";

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
