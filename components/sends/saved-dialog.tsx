"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { apiQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { describeError, FormErrors, InlineNotice } from "@/components/ui/errors";
import { FormDialog } from "@/components/ui/form-dialog";
import { Skeleton } from "@/components/ui/loading";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { SavedEmailsPreview } from "@/contract/messages";
import { formatDay } from "@/lib/dates";
import { routes, withQuery } from "@/lib/routes";
import { findLocalLinks, useLargeSendConfirmation } from "./large-send";
import { SampleEmails } from "./sample-emails";
import { savedEmailKindLabels, savedLabels } from "./saved-labels";
import { savedSkipReasonLabels } from "./skip-reason-labels";

const { dialog } = savedLabels;

type SavedEmailsDialogProps = { open: boolean; onClose: () => void };

/** Shows which saved emails are sent to whom, and which are skipped and why, and sends them. */
export const SavedEmailsDialog = ({ open, onClose }: SavedEmailsDialogProps) => (
  <FormDialog open={open} onClose={onClose} title={dialog.title} description={dialog.description} wide>
    <SavedEmailsForm onClose={onClose} />
  </FormDialog>
);

function SavedEmailsForm({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const preview = useQuery({
    ...apiQuery("GET /deliveries/send-saved/preview"),
    // It must never be stale.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });
  const send = useApiMutation("POST /deliveries/send-saved", { changes: ["GET /overview", "GET /deliveries/saved"] });
  const largeSend = useLargeSendConfirmation();
  const { emails = 0, savedEmails = 0, error, warnings } = preview.data ?? {};
  const isReady = savedEmails > 0 && error === null && !preview.isFetching;
  const submit = async () => {
    if (!isReady || send.isPending) return;
    if (emails > 0 && !(await largeSend.confirm({ emails, localLinks: findLocalLinks(warnings) }))) return;
    send.mutate(
      {},
      {
        onSuccess: (reply) => {
          toast.success(savedLabels.result(reply));
          // The pages with the button lose it when nothing is left to send.
          if (reply.skipped > 0) router.push(withQuery(routes.savedEmails, { skipped: "true" }));
          onClose();
        },
      },
    );
  };
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p role="status" className="sr-only">
        {preview.data && savedEmailsSummary(preview.data)}
      </p>
      <section aria-label={dialog.region} aria-busy={preview.isFetching} className="min-h-20 rounded-lg border bg-sunken p-4">
        {preview.isError ? (
          <PreviewError error={preview.error} isFetching={preview.isFetching} onRetry={() => void preview.refetch()} />
        ) : preview.data === undefined ? (
          <Skeleton className="w-2/3" />
        ) : (
          <PreviewResult preview={preview.data} />
        )}
      </section>
      <FormErrors error={send.error} className="mt-4" />
      <DialogFooter>
        <DialogClose disabled={send.isPending} />
        <Button type="submit" disabled={!isReady} pending={send.isPending}>
          {emails === 0 && savedEmails > 0 ? dialog.skipOnly(savedEmails) : dialog.submit(emails)}
        </Button>
      </DialogFooter>
      {largeSend.dialog}
    </form>
  );
}

type PreviewErrorProps = { error: Error; isFetching: boolean; onRetry: () => void };

const PreviewError = ({ error, isFetching, onRetry }: PreviewErrorProps) => (
  <div className="grid justify-items-start gap-3">
    <FormErrors error={describeError(error)} className="w-full" />
    <Button variant="outline" size="sm" pending={isFetching} onClick={onRetry}>
      {dialog.retry}
    </Button>
  </div>
);

const savedEmailsSummary = ({ emails, leads }: SavedEmailsPreview): string => (emails === 0 ? dialog.none : dialog.total(emails, leads));

function PreviewResult({ preview }: { preview: SavedEmailsPreview }) {
  const { timeZone: zone } = useSession().project;
  const { kinds, skipped, error, warnings } = preview;
  return (
    <div className="grid gap-3">
      <p className="font-medium">{savedEmailsSummary(preview)}</p>
      {error && <InlineNotice tone="negative">{error.message}</InlineNotice>}
      {warnings.map(({ warning, message }) => (
        <InlineNotice key={warning} tone="warning">
          {message}
        </InlineNotice>
      ))}
      {kinds.length > 0 && (
        <ul aria-label={dialog.kinds} className="grid gap-2">
          {kinds.map(({ kind, count, since, sample }) => (
            <li key={kind} className="grid gap-0.5">
              <p>{dialog.kind(savedEmailKindLabels[kind], count, formatDay(new Date(since), zone))}</p>
              <SampleEmails emails={sample} total={count} />
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <ul aria-label={dialog.skipped} className="grid gap-2 border-t pt-3">
          {skipped.map(({ reason, count, sample }) => (
            <li key={reason} className="grid gap-0.5">
              <p>{dialog.skippedGroup(savedSkipReasonLabels[reason].toLowerCase(), count)}</p>
              <SampleEmails emails={sample} total={count} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
