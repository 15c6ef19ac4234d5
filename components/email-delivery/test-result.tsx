import { CircleCheck, CircleX } from "lucide-react";
import type { SmtpTestReply } from "@/contract/email-delivery";
import { emailDeliveryLabels, testStepLabels } from "./labels";

const { testResult: labels } = emailDeliveryLabels;

/** The result of a connection test, step by step. */
export function TestResult({ result: { passed, steps } }: { result: SmtpTestReply }) {
  return (
    <section aria-label={labels.title} className="rounded-lg border bg-sunken px-4 py-3">
      <h3 className="font-medium">{passed ? labels.passed : labels.failed}</h3>
      <ol className="mt-2 grid gap-2">
        {steps.map((item) => {
          const Icon = item.passed ? CircleCheck : CircleX;
          const step = testStepLabels[item.step];
          return (
            <li key={item.step} className="flex gap-2.5">
              <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${item.passed ? "text-positive" : "text-destructive"}`} />
              <div className="min-w-0">
                <span className="sr-only">{item.passed ? labels.stepPassed(step) : labels.stepFailed(step)}</span>
                <span className="break-words">{item.message}</span>
                {item.response !== null && (
                  <p className="mt-0.5 break-words font-mono text-[13px] text-muted-foreground">{item.response}</p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
