"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { LocalUrlWarning } from "@/components/shell/local-url-warning";
import type { SmtpTestReply } from "@/contract/email-delivery";
import { emailDeliveryLabels, testStepLabels } from "./labels";

const { current: currentLabels, testResult: resultLabels } = emailDeliveryLabels;

/** The result of a connection test, step by step. */
export function ConnectionTestResult({ result: { passed, steps } }: { result: SmtpTestReply }) {
  return (
    <section aria-label={resultLabels.title} className="rounded-lg border bg-sunken px-4 py-3">
      <h3 className="font-medium">{passed ? resultLabels.passed : resultLabels.failed}</h3>
      <ol className="mt-2 grid gap-2">
        {steps.map((item) => {
          const Icon = item.passed ? CircleCheck : CircleX;
          const step = testStepLabels[item.step];
          return (
            <li key={item.step} className="flex gap-2.5">
              <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${item.passed ? "text-positive" : "text-destructive"}`} />
              <div className="min-w-0">
                <span className="sr-only">{item.passed ? resultLabels.stepPassed(step) : resultLabels.stepFailed(step)}</span>
                <span>{item.message}</span>
                {item.response !== null && (
                  <p translate="no" className="mt-0.5 font-mono text-2sm text-muted-foreground">
                    {item.response}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {passed && <LocalUrlWarning links={currentLabels.linksInEmails} className="mt-3" />}
    </section>
  );
}
