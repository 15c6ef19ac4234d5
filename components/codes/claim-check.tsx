"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { LeadPicker } from "@/components/leads/lead-picker";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import type { CheckReply } from "@/contract/code-check";
import { apiErrors } from "@/contract/errors";
import { normaliseEmail } from "@/contract/text";
import { claimCheckQuery } from "./queries";
import { codeRuleLabels } from "./labels";

/** Says why an address can or cannot claim a code. The page's address says which one is asked about. */
export function ClaimCheck({ code }: { code: string }) {
  const [asked, setAsked] = useQueryState("check", parseAsString);
  const email = normaliseEmail(asked ?? "");
  return (
    <Card title="Why can’t they claim it?" description="Checks an address against every rule, and uses nothing up.">
      <Field label="Address">
        <LeadPicker value={email} onValueChange={(next) => void setAsked(next)} placeholder="Search leads, or type an address" />
      </Field>
      <div aria-live="polite">{email !== null && <ClaimCheckResult code={code} email={email} />}</div>
    </Card>
  );
}

function ClaimCheckResult({ code, email }: { code: string; email: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(claimCheckQuery(code, email));
  if (isError) {
    const { message, requestId } = failureOf(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="py-6" />;
  }
  if (data === undefined) return <Skeleton className="mt-4 h-60 rounded-lg" />;
  return (
    <div className="mt-4 grid gap-4">
      <ClaimCheckSummary reply={data} />
      <ul aria-label="Rules" className="grid gap-2">
        {data.rules.map(({ rule, passes, message: says }) => (
          <li key={rule} className="flex items-start gap-2">
            {passes ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
            ) : (
              <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
            )}
            <span className="min-w-0 break-words">
              <span className="sr-only">
                {codeRuleLabels[rule]}, {passes ? "passes" : "fails"}:{" "}
              </span>
              {says}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether they can, and what the public page would tell them. */
function ClaimCheckSummary({ reply: { claimable, claimed, publicError: publicRefusal } }: { reply: CheckReply }) {
  const title = claimed ? "They have claimed it already" : claimable ? "They can claim it" : "They cannot claim it";
  return (
    <div className="rounded-lg border bg-sunken px-3 py-2">
      <p className="font-medium">{title}</p>
      <p className="text-[13px] text-muted-foreground">
        {claimed && "Claiming again lets them in, whatever the rules say now, and uses nothing up. "}
        {publicRefusal === null ? "The claim page lets them in." : `The claim page says: “${apiErrors[publicRefusal].message}”`}
      </p>
    </div>
  );
}
