"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { actorName } from "@/components/activity/actor";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { useList } from "@/components/list/use-list";
import { useSession } from "@/components/shell/session";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Interpolate } from "@/components/ui/interpolate";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { callUrl } from "@/contract/call";
import type { SendRecord } from "@/contract/sends";
import { cn } from "@/lib/cn";
import { batchPath, codePath } from "@/lib/routes";
import { DeliveriesTable } from "./deliveries-table";
import { deliveriesUrlState } from "./filters";
import { labels, sendKindLabels, sendTitle } from "./labels";
import { deliveriesQuery, refetchInterval, sendQuery } from "./queries";
import { SavedToFileNotice } from "./saved-to-file-notice";
import { SendActions } from "./send-actions";
import { SendSummary, SendSummarySkeleton } from "./send-summary";

const { header } = labels;

type SendViewProps = {
  id: string;
  /** The folder of emails that are saved to file. */
  outbox: string;
};

/** The page of one send: its progress and its emails. */
export function SendView({ id, outbox }: SendViewProps) {
  const query = useQuery(sendQuery(id));
  const send = query.data;
  if (send === undefined) {
    const { message, requestId } = describeError(query.error);
    return query.isError ? (
      <ErrorState
        message={message}
        requestId={requestId}
        onRetry={() => void query.refetch()}
        pending={query.isFetching}
        className="py-32"
      />
    ) : (
      <SendSummarySkeleton />
    );
  }
  return <LoadedSend send={send} outbox={outbox} />;
}

function LoadedSend({ send, outbox }: { send: SendRecord; outbox: string }) {
  const list = useList(deliveriesUrlState, (query) => deliveriesQuery(send.id, query, refetchInterval(send)));
  useRefetchOnCompletion(send);
  return (
    <>
      <SendHeader
        send={send}
        exportUrl={callUrl("GET /sends/:id/deliveries", { params: { id: send.id }, query: { ...list.filterQuery, format: "csv" } })}
      />
      <SendSummary send={send} status={list.filters.status} onStatusChange={(status) => list.setFilters({ status })}>
        <SendActions send={send} />
      </SendSummary>
      {send.deliveries.saved_to_file > 0 && <SavedToFileNotice count={send.deliveries.saved_to_file} outbox={outbox} />}
      <DeliveriesTable send={send} list={list} outbox={outbox} />
    </>
  );
}

/** Refetches the emails once more when the send completes, since polling stops then. */
function useRefetchOnCompletion({ id, completed }: SendRecord): void {
  const client = useQueryClient();
  const wasCompleted = useRef(completed);
  useEffect(() => {
    if (completed && !wasCompleted.current) void client.invalidateQueries({ queryKey: ["send", id, "deliveries"] });
    wasCompleted.current = completed;
  }, [client, id, completed]);
}

function SendHeader({ send, exportUrl }: { send: SendRecord; exportUrl: string }) {
  const { timeZone: zone } = useSession().project;
  const { actor, createdAt, receivedLeads, notifiedLeads } = send;
  const skipped = receivedLeads - notifiedLeads;
  return (
    <PageHeader
      title={<bdi className={cn("min-w-0 break-words", send.code !== null && "font-mono")}>{sendTitle(send)}</bdi>}
      description={
        <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
          <span className="min-w-0">
            <SentContent send={send} />
          </span>
          <span>{header.recipients(notifiedLeads)}</span>
          {skipped > 0 && <span>{header.skipped(skipped)}</span>}
          {actor && (
            <span className="min-w-0">
              <Interpolate text={header.sentBy} values={{ name: <bdi>{actorName({ ...actor, id: null })}</bdi> }} />
            </span>
          )}
          <Time at={createdAt} zone={zone} />
        </span>
      }
      action={<ExportLink href={exportUrl} />}
    />
  );
}

function SentContent({ send }: { send: SendRecord }) {
  const { code, batch } = send;
  if (code !== null) {
    const link = (
      <TextLink href={codePath(code)} className="break-all font-mono text-[13px]">
        {code}
      </TextLink>
    );
    return <Interpolate text={header.code} values={{ code: link }} />;
  }
  if (batch === null) return send.kind === "code" ? sendTitle(send) : sendKindLabels.invitation;
  const link = (
    <TextLink href={batchPath(batch.id)}>
      <bdi>{batch.name}</bdi>
    </TextLink>
  );
  return <Interpolate text={header.personalCodes} values={{ batch: link }} />;
}
