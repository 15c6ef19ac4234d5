import { CircleAlert } from "lucide-react";
import { cn } from "@/lib/cn";
import type { Failure } from "./failure";
import { RequestId } from "./request-id";

type FormErrorsProps = {
  failure?: Failure | null | undefined;
  /** How many fields say for themselves what is wrong with them. */
  count?: number;
  className?: string;
};

/** Stands above the buttons of a form and is read aloud when it appears. */
export function FormErrors({ failure, count = 0, className }: FormErrorsProps) {
  const fields = failure?.fields ?? {};
  const lines = [
    ...(count > 0 ? [count === 1 ? "One field is not right yet; it says why." : `${count} fields are not right yet; each says why.`] : []),
    // Where fields are named, the message would only say that there are some.
    ...(failure && Object.keys(fields).length === 0 ? [failure.message] : []),
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
        {failure?.requestId && <RequestId id={failure.requestId} />}
      </div>
    </div>
  );
}
