"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { describeError } from "@/components/ui/error-message";
import { FormErrors } from "@/components/ui/form-errors";
import { Skeleton } from "@/components/ui/skeleton";
import { showErrorToast } from "@/components/use-api-mutation";
import type { SendPreviewReply } from "@/contract/send-preview";
import { cn } from "@/lib/cn";
import type { SendRequest } from "./send-form-schema";
import { useAddLeads } from "./mutations";
import { leadCountLabel, skippedLabel } from "./labels";

type RecipientsPreviewProps = { request: SendRequest | null; preview: UseQueryResult<SendPreviewReply>; isSettled: boolean };

/** Who would get it, who would not and why, and what is wrong with it; said before anything leaves. */
export function RecipientsPreview({ request: ask, preview: outcome, isSettled }: RecipientsPreviewProps) {
  return (
    <section aria-label="Who gets it" aria-busy={outcome.isFetching} className="min-h-20 rounded-lg border bg-sunken p-4">
      {ask === null ? (
        <p className="text-muted-foreground">Once it is clear what is sent to whom, this says who gets it.</p>
      ) : outcome.isError ? (
        <PreviewError preview={outcome} />
      ) : outcome.data === undefined ? (
        <div className="grid gap-2">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-3/4" />
        </div>
      ) : (
        <div className={cn("grid gap-3 transition-opacity", !isSettled && "opacity-60")}>
          <PreviewResult preview={outcome.data} hasEmailList={"emails" in ask.whom} />
        </div>
      )}
    </section>
  );
}

function PreviewError({ preview: outcome }: Pick<RecipientsPreviewProps, "outcome">) {
  const { message, requestId, fields } = describeError(outcome.error);
  return (
    <div className="grid justify-items-start gap-3">
      <FormErrors error={{ message, requestId, fields }} className="w-full" />
      <Button variant="outline" size="sm" pending={outcome.isFetching} onClick={() => void outcome.refetch()}>
        Try again
      </Button>
    </div>
  );
}

function PreviewResult({ preview: reach, hasEmailList: isNamed }: { preview: SendPreviewReply; hasEmailList: boolean }) {
  const { notifiedLeads, sample, skipped, error: refusal, warnings } = reach;
  return (
    <>
      {refusal === null && (
        <div className="grid gap-0.5">
          <p role="status" className="font-medium">
            {notifiedLeads === 0 ? "Nobody gets it" : notifiedLeads === 1 ? "1 lead gets it" : `${leadCountLabel(notifiedLeads)} get it`}
          </p>
          {notifiedLeads > 0 && <SampleEmails emails={sample} total={notifiedLeads} />}
        </div>
      )}
      {refusal !== null ? (
        <PreviewNotice tone="negative">{refusal.message}</PreviewNotice>
      ) : (
        warnings.map(({ warning, message }) => (
          <PreviewNotice key={warning} tone="warning">
            {message}
          </PreviewNotice>
        ))
      )}
      {skipped.length > 0 && <SkippedList skipped={skipped} hasEmailList={isNamed} />}
    </>
  );
}

const noticeStyles = {
  negative: { icon: CircleAlert, className: "text-destructive" },
  warning: { icon: TriangleAlert, className: "text-warning" },
};

function PreviewNotice({ tone, children }: { tone: keyof typeof noticeStyles; children: ReactNode }) {
  const { icon: Icon, className } = noticeStyles[tone];
  return (
    <p role={tone === "negative" ? "alert" : undefined} className="flex gap-2">
      <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", className)} />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

const maxSampleEmails = 3;

/** The first of some addresses, and how many more there are. */
function SampleEmails({ emails, total: of }: { emails: readonly string[]; total: number }) {
  const shown = emails.slice(0, maxSampleEmails);
  const more = of - shown.length;
  return (
    <p title={emails.join("\n")} className="break-words text-[13px] text-muted-foreground">
      <span className="font-mono">{shown.join(", ")}</span>
      {more > 0 && ` and ${more.toLocaleString("en")} more`}
    </p>
  );
}

function SkippedList({ skipped, hasEmailList: isNamed }: { skipped: SendPreviewReply["skipped"]; hasEmailList: boolean }) {
  const strangers = skipped.find(({ reason }) => reason === "not_a_lead");
  return (
    <ul aria-label="Who does not" className="grid gap-2 border-t pt-3">
      {skipped.map(({ reason, count, sample }) => (
        <li key={reason} className="grid gap-0.5">
          <p>{skippedLabel(reason, count)}</p>
          <SampleEmails emails={sample} total={count} />
          {reason === "not_a_lead" && isNamed && strangers && <AddLeadsButton emails={sample} total={count} />}
        </li>
      ))}
    </ul>
  );
}

function AddLeadsButton({ emails, total: of }: { emails: readonly string[]; total: number }) {
  const { mutateAsync, isPending } = useAddLeads();
  if (!useCan("POST /leads/create")) return null;
  const add = () => mutateAsync(emails).catch(showErrorToast("Not all of them became leads"));
  return (
    <Button variant="outline" size="sm" pending={isPending} onClick={() => void add()} className="mt-1 justify-self-start">
      {of > emails.length ? `Add the first ${emails.length} as leads` : of === 1 ? "Add it as a lead" : `Add them as leads`}
    </Button>
  );
}
