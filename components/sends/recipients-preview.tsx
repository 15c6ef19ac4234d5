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
import { labels, skippedLabel } from "./labels";
import { useAddLeads } from "./mutations";
import type { SendRequest } from "./send-form-schema";

const { preview: previewLabels } = labels;

type RecipientsPreviewProps = { request: SendRequest | null; preview: UseQueryResult<SendPreviewReply>; isSettled: boolean };

/** Shows who would get the email, who is skipped and why, and warnings, before anything is sent. */
export function RecipientsPreview({ request, preview, isSettled }: RecipientsPreviewProps) {
  return (
    <section aria-label={previewLabels.region} aria-busy={preview.isFetching} className="min-h-20 rounded-lg border bg-sunken p-4">
      {request === null ? (
        <p className="text-muted-foreground">{previewLabels.empty}</p>
      ) : preview.isError ? (
        <PreviewError preview={preview} />
      ) : preview.data === undefined ? (
        <div className="grid gap-2">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-3/4" />
        </div>
      ) : (
        <div className={cn("grid gap-3 transition-opacity", !isSettled && "opacity-60")}>
          <PreviewResult result={preview.data} hasEmailList={"emails" in request.recipients} />
        </div>
      )}
    </section>
  );
}

function PreviewError({ preview }: Pick<RecipientsPreviewProps, "preview">) {
  const { message, requestId, fields } = describeError(preview.error);
  return (
    <div className="grid justify-items-start gap-3">
      <FormErrors error={{ message, requestId, fields }} className="w-full" />
      <Button variant="outline" size="sm" pending={preview.isFetching} onClick={() => void preview.refetch()}>
        {previewLabels.retry}
      </Button>
    </div>
  );
}

function PreviewResult({ result, hasEmailList }: { result: SendPreviewReply; hasEmailList: boolean }) {
  const { notifiedLeads, sample, skipped, error, warnings } = result;
  return (
    <>
      {error === null && (
        <div className="grid gap-0.5">
          <p role="status" className="font-medium">
            {previewLabels.recipientCount(notifiedLeads)}
          </p>
          {notifiedLeads > 0 && <SampleEmails emails={sample} total={notifiedLeads} />}
        </div>
      )}
      {error !== null ? (
        <PreviewNotice tone="negative">{error.message}</PreviewNotice>
      ) : (
        warnings.map(({ warning, message }) => (
          <PreviewNotice key={warning} tone="warning">
            {message}
          </PreviewNotice>
        ))
      )}
      {skipped.length > 0 && <SkippedList skipped={skipped} hasEmailList={hasEmailList} />}
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

/** The first emails, and how many more there are. */
function SampleEmails({ emails, total }: { emails: readonly string[]; total: number }) {
  const shownEmails = emails.slice(0, maxSampleEmails);
  const more = total - shownEmails.length;
  return (
    <p title={emails.join("\n")} className="break-words text-[13px] text-muted-foreground">
      <span className="font-mono">{shownEmails.join(", ")}</span>
      {more > 0 && ` ${previewLabels.more(more)}`}
    </p>
  );
}

function SkippedList({ skipped, hasEmailList }: { skipped: SendPreviewReply["skipped"]; hasEmailList: boolean }) {
  return (
    <ul aria-label={previewLabels.skipped} className="grid gap-2 border-t pt-3">
      {skipped.map(({ reason, count, sample }) => (
        <li key={reason} className="grid gap-0.5">
          <p>{skippedLabel(reason, count)}</p>
          <SampleEmails emails={sample} total={count} />
          {reason === "not_a_lead" && hasEmailList && <AddLeadsButton emails={sample} total={count} />}
        </li>
      ))}
    </ul>
  );
}

function AddLeadsButton({ emails, total }: { emails: readonly string[]; total: number }) {
  const { mutateAsync, isPending } = useAddLeads();
  if (!useCan("POST /leads/create")) return null;
  const addLeads = () => mutateAsync(emails).catch(showErrorToast(previewLabels.addLeadsFailed));
  return (
    <Button variant="outline" size="sm" pending={isPending} onClick={() => void addLeads()} className="mt-1 justify-self-start">
      {previewLabels.addLeads(emails.length, total)}
    </Button>
  );
}
