"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { LeadPicker } from "@/components/leads/lead-picker";
import { claimPageMessages } from "@/components/public/claim-page-messages";
import { errorMessage } from "@/components/public/form-messages";
import { Card } from "@/components/ui/card";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import type { CheckReply } from "@/contract/code-check";
import { normalizeEmail } from "@/contract/normalize";
import { codeRuleLabels, labels } from "./labels";
import { claimCheckQuery } from "./queries";

const { check } = labels;

/** Explains whether someone can claim a code. The URL holds their email. */
export function ClaimCheck({ code }: { code: string }) {
  const [emailParam, setEmailParam] = useQueryState("check", parseAsString);
  const email = normalizeEmail(emailParam ?? "");
  return (
    <Card title={check.title} description={check.description}>
      <Field label={check.email}>
        <LeadPicker value={email} onValueChange={(next) => void setEmailParam(next)} placeholder={check.placeholder} />
      </Field>
      <div aria-live="polite">{email !== null && <ClaimCheckResult code={code} email={email} />}</div>
    </Card>
  );
}

function ClaimCheckResult({ code, email }: { code: string; email: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(claimCheckQuery(code, email));
  if (isError) {
    const { message, requestId } = describeError(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="py-6" />;
  }
  if (data === undefined) return <Skeleton className="mt-4 h-60 rounded-lg" />;
  return (
    <div className="mt-4 grid gap-4">
      <ClaimCheckSummary reply={data} />
      <ul aria-label={check.rules} className="grid gap-2">
        {data.rules.map(({ rule, passes, message }) => (
          <li key={rule} className="flex items-start gap-2">
            {passes ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
            ) : (
              <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
            )}
            <span className="min-w-0 break-words">
              <span className="sr-only">{passes ? check.passed(codeRuleLabels[rule]) : check.failed(codeRuleLabels[rule])} </span>
              {message}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the result, and what the public claim page would say. */
function ClaimCheckSummary({ reply: { claimable, claimed, publicError } }: { reply: CheckReply }) {
  const title = claimed ? check.alreadyClaimed : claimable ? check.canClaim : check.cannotClaim;
  return (
    <div className="rounded-lg border bg-sunken px-3 py-2">
      <p className="font-medium">{title}</p>
      <p className="text-[13px] text-muted-foreground">
        {claimed && `${check.claimAgain} `}
        {publicError === null ? check.pageAccepts : check.pageError(errorMessage(claimPageMessages.errors, publicError))}
      </p>
    </div>
  );
}
