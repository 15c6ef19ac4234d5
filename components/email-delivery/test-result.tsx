import { CircleCheck, CircleX } from "lucide-react";
import type { SmtpTestReply } from "@/contract/email-delivery";
import { testStepLabels } from "./labels";

/** What a test came to, step by step. */
export function TestResult({ result: { passed: works, steps } }: { result: SmtpTestReply }) {
  return (
    <section aria-label="Result of the test" className="rounded-lg border bg-sunken px-4 py-3">
      <h3 className="font-medium">{works ? "All is well: mail can be sent this way." : "Mail cannot be sent this way."}</h3>
      <ol className="mt-2 grid gap-2">
        {steps.map(({ step, passed, message, response: said }) => {
          const Icon = passed ? CircleCheck : CircleX;
          return (
            <li key={step} className="flex gap-2.5">
              <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${passed ? "text-positive" : "text-destructive"}`} />
              <div className="min-w-0">
                <span className="sr-only">{`${testStepLabels[step]}, ${passed ? "passed" : "failed"}: `}</span>
                <span className="break-words">{message}</span>
                {said !== null && <p className="mt-0.5 break-words font-mono text-[13px] text-muted-foreground">{said}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
