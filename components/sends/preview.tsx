"use client";

import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { apiQuery } from "@/components/api-query";
import { batchLeftLabel } from "@/components/batches";
import {
  EmailPreviewPanel,
  type PreviewSource,
  emailTemplateLabels as templateLabels,
  templatePreview,
} from "@/components/email-templates";
import { LeadPicker } from "@/components/leads";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { describeError, FormErrors, InlineNotice } from "@/components/ui/errors";
import { Field } from "@/components/ui/field";
import { useDebouncedValue } from "@/components/ui/hooks";
import { Skeleton } from "@/components/ui/loading";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call, RequestError } from "@/contract/call";
import { type RecipientGroup, type SkippableGroup, skippableGroups } from "@/contract/enums";
import type { SendPreviewReply } from "@/contract/send-preview";
import { cn } from "@/lib/cn";
import { formatDay } from "@/lib/dates";
import { groupLabel, isListedReason, labels, skippedLabel } from "./dialog-labels";
import {
  type PresetRecipients,
  type SendContent,
  type SendFormValues,
  type SendRequest,
  sendFormSchema,
  toPreviewBody,
  toSendContent,
  toSendRequest,
} from "./form-schema";
import { maxSampleEmails, SampleEmails } from "./sample-emails";

/** Previews a send. The key is an `id` of the request, since the request can hold many thousand emails. */
const sendPreviewQuery = (id: string, request: SendRequest | null) =>
  queryOptions({
    queryKey: ["POST /sends/preview", id],
    queryFn: ({ signal }) => call("POST /sends/preview", { body: toPreviewBody(request as SendRequest), signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    // The preview of a send must never be stale.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });

/** How long the form must stay unchanged before the preview is requested, in milliseconds. */
const settleDelay = 300;

let requestCount = 0;

/** Previews the send that the form describes once the values have settled. `request` is null while they aren't valid. */
export function useSendPreview(values: SendFormValues, recipients: PresetRecipients | undefined) {
  const text = JSON.stringify(values);
  const settledText = useDebouncedValue(text, settleDelay);
  const { questions } = useSession().project;
  const { id, request, content, missing } = useMemo(() => {
    const settledValues = JSON.parse(settledText);
    const { data, error } = sendFormSchema(questions).safeParse(settledValues);
    return {
      id: String(++requestCount),
      request: data === undefined ? null : toSendRequest(data, recipients),
      content: toSendContent(settledValues),
      missing: error?.issues.map(describeIssue) ?? [],
    };
  }, [settledText, recipients, questions]);
  const preview = useQuery(sendPreviewQuery(id, request));
  return {
    request,
    /** What the email would contain. Null while that isn't known. */
    content,
    preview,
    /** What is missing or wrong in the form. Empty with a request. */
    missing,
    /** Whether the preview matches the current values. */
    isSettled: settledText === text && preview.isSuccess && !preview.isPlaceholderData,
  };
}

const { preview: previewLabels } = labels;

/** What is wrong with a field, such as "Emails: enter at least one email". */
const describeIssue = ({ path: [name], message }: { path: PropertyKey[]; message: string }): string => {
  const label = previewLabels.fields[String(name)];
  return label === undefined ? message : `${label}: ${message}`;
};

type RecipientsPreviewProps = {
  request: SendRequest | null;
  missing: readonly string[];
  preview: UseQueryResult<SendPreviewReply>;
  isSettled: boolean;
} & Pick<GroupListProps, "skip" | "onSkip" | "fixed">;

/** Shows who would get the email, who is skipped and why, and warnings, before anything is sent. */
export function RecipientsPreview({ request, missing, preview, isSettled, ...groups }: RecipientsPreviewProps) {
  return (
    <>
      {/* Screen readers only announce changes in a live region that already exists. */}
      <p role="status" className="sr-only">
        {request === null ? [previewLabels.missing, ...missing].join(" ") : preview.data && recipientsSummary(preview.data)}
      </p>
      <section aria-label={previewLabels.region} aria-busy={preview.isFetching} className="min-h-20 rounded-lg border bg-sunken p-4">
        {request === null ? (
          <MissingList missing={missing} />
        ) : preview.isError ? (
          <PreviewError preview={preview} />
        ) : preview.data === undefined ? (
          <div className="grid gap-2">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-3/4" />
          </div>
        ) : (
          <div className={cn("grid gap-3 transition-opacity", !isSettled && "opacity-60")}>
            <PreviewResult result={preview.data} hasEmailList={"emails" in request.recipients} {...groups} />
          </div>
        )}
      </section>
    </>
  );
}

/** Says why nothing can be sent yet. */
const MissingList = ({ missing }: { missing: readonly string[] }) => (
  <div className="grid gap-1 text-muted-foreground">
    <p>{previewLabels.missing}</p>
    <ul className="list-disc pl-5">
      {missing.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </div>
);

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

const recipientsSummary = ({ error, notifiedLeads }: SendPreviewReply): string =>
  error === null ? previewLabels.recipientCount(notifiedLeads) : error.message;

type PreviewResultProps = { result: SendPreviewReply; hasEmailList: boolean } & Pick<GroupListProps, "skip" | "onSkip" | "fixed">;

function PreviewResult({ result, hasEmailList, ...groupProps }: PreviewResultProps) {
  const { notifiedLeads, sample, groups, error, warnings, batch } = result;
  const skipped = result.skipped.filter(({ reason }) => isListedReason(reason));
  return (
    <>
      {error === null && (
        <div className="grid gap-0.5">
          <p className="font-medium">{recipientsSummary(result)}</p>
          {batch && <p>{batchLeftLabel(batch)}</p>}
          {notifiedLeads > 0 && <SampleEmails emails={sample} total={notifiedLeads} />}
        </div>
      )}
      {error !== null ? (
        <InlineNotice tone="negative">{error.message}</InlineNotice>
      ) : (
        warnings.map(({ warning, message }) => (
          <InlineNotice key={warning} tone="warning">
            {message}
          </InlineNotice>
        ))
      )}
      {groups.length > 0 && <GroupList groups={groups} {...groupProps} />}
      {skipped.length > 0 && <SkippedList skipped={skipped} hasEmailList={hasEmailList} />}
    </>
  );
}

const isSkippable = (group: RecipientGroup): group is SkippableGroup => (skippableGroups as readonly string[]).includes(group);

type GroupListProps = {
  groups: SendPreviewReply["groups"];
  /** The groups that the sender leaves out. */
  skip: readonly SkippableGroup[];
  onSkip: (skip: SkippableGroup[]) => void;
  /** The groups that are always left out. */
  fixed: readonly SkippableGroup[];
};

/** Names the leads to check before sending, and lets the sender choose which groups to include. */
function GroupList({ groups, skip, onSkip, fixed }: GroupListProps) {
  const { timeZone: zone } = useSession().project;
  const toggle = (group: SkippableGroup, isIncluded: boolean) =>
    onSkip(skippableGroups.filter((each) => (each === group ? !isIncluded : skip.includes(each))));
  return (
    <ul aria-label={previewLabels.groups} className="grid gap-2 border-t pt-3">
      {groups.map(({ group, count, sample }) => {
        const names = listNames(sample, count, zone);
        return (
          <li key={group}>
            {isSkippable(group) && !fixed.includes(group) ? (
              <Field label={groupLabel(group, count)} hint={names} inline>
                <Checkbox checked={!skip.includes(group)} onCheckedChange={(isIncluded) => toggle(group, isIncluded)} />
              </Field>
            ) : (
              <>
                <p>{groupLabel(group, count)}</p>
                <p className="text-2sm text-muted-foreground">{names}</p>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Names the first leads of a group, with since when they are in it, and how many more there are. */
function listNames(sample: SendPreviewReply["groups"][number]["sample"], total: number, zone: string): string {
  const names = sample.slice(0, maxSampleEmails).map(({ email, since }) => previewLabels.since(email, formatDay(new Date(since), zone)));
  const more = total - names.length;
  return `${names.join(", ")}${more > 0 ? ` ${previewLabels.more(more)}` : ""}`;
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

/** Creates leads. Ignores emails that already belong to a lead. */
async function createLeads(emails: readonly string[], idempotencyKey: string): Promise<void> {
  for (const [index, email] of emails.entries()) {
    await call("POST /leads/create", { body: { email }, idempotencyKey: `${idempotencyKey}-${index}` }).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.name !== "lead_exists") throw error;
    });
  }
}

function AddLeadsButton({ emails, total }: { emails: readonly string[]; total: number }) {
  const { mutateAsync, isPending } = useApiMutation(createLeads, { changes: ["POST /sends/preview"] });
  if (!useCan("POST /leads/create")) return null;
  const addLeads = () => mutateAsync(emails).catch(showErrorToast(previewLabels.addLeadsFailed));
  return (
    <Button variant="outline" size="sm" pending={isPending} onClick={() => void addLeads()} className="mt-1 justify-self-start">
      {previewLabels.addLeads(emails.length, total)}
    </Button>
  );
}

const { email: emailLabels } = labels;

/** Previews the email for one recipient: the first one, or one that is chosen. */
export function EmailPreview({ content, recipient }: { content: SendContent | null; recipient: string | undefined }) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (content === null)
    return (
      <section aria-label={emailLabels.region} className="flex h-104 min-w-0 flex-col rounded-lg border">
        <p className="m-auto max-w-72 p-6 text-center text-muted-foreground">{emailLabels.empty}</p>
      </section>
    );
  return (
    <>
      <Field label={emailLabels.recipient} hint={templateLabels.preview.names}>
        <LeadPicker value={chosen ?? recipient ?? null} onValueChange={setChosen} noneLabel={emailLabels.anyone} leadsOnly />
      </Field>
      <EmailPreviewPanel source={previewSource(content, chosen ?? recipient)} className="h-104" />
    </>
  );
}

function previewSource(content: SendContent, email: string | undefined): PreviewSource {
  if ("announcement" in content) return templatePreview({ kind: "announcement", button: "", ...content.announcement, email });
  const { texts, ...code } = content;
  const body = { ...code, ...texts, email };
  return {
    query: (scheme) => apiQuery("POST /sends/preview/email", { body: { ...body, scheme } }),
    isEnabled: true,
  };
}
