"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { actorName } from "@/components/activity/actor";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { useList } from "@/components/list/use-list";
import { useSession } from "@/components/shell/session";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { callUrl } from "@/contract/call";
import type { SendRecord } from "@/contract/sends";
import { cn } from "@/lib/cn";
import { batchPath, codePath } from "@/lib/routes";
import { DeliveriesTable } from "./deliveries-table";
import { deliveriesUrlState } from "./filters";
import { SavedToFileNotice } from "./saved-to-file-notice";
import { deliveriesQuery, refetchInterval, sendQuery } from "./queries";
import { SendActions } from "./send-actions";
import { SendSummary, SendSummarySkeleton } from "./send-summary";
import { leadCountLabel, sendTitle } from "./labels";

type SendViewProps = {
  id: string;
  /** The folder of messages that are kept as files. */
  outbox: string;
};

/** One send: how far it is, and what became of each message. */
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

/** Messages were last asked for while some still waited: once the send is done, they are asked for once more. */
function useRefetchOnCompletion({ id, completed: done }: SendRecord): void {
  const client = useQueryClient();
  const wasDone = useRef(done);
  useEffect(() => {
    if (done && !wasDone.current) void client.invalidateQueries({ queryKey: ["send", id, "deliveries"] });
    wasDone.current = done;
  }, [client, id, done]);
}

function SendHeader({ send, exportUrl: exported }: { send: SendRecord; exportUrl: string }) {
  const { timeZone: zone } = useSession().project;
  const { actor, createdAt, receivedLeads, notifiedLeads } = send;
  const skipped = receivedLeads - notifiedLeads;
  return (
    <PageHeader
      title={<bdi className={cn("min-w-0 break-words", send.code !== null && "font-mono")}>{sendTitle(send)}</bdi>}
      description={
        <>
          <SentContent send={send} /> sent to {leadCountLabel(notifiedLeads)}
          {skipped > 0 && ` of ${receivedLeads.toLocaleString("en")} named (${skipped.toLocaleString("en")} left out)`}
          {actor && (
            <>
              {" "}
              by <bdi>{actorName({ ...actor, id: null })}</bdi>
            </>
          )}
          , <Time at={createdAt} zone={zone} />.
        </>
      }
      action={<ExportLink href={exported} />}
    />
  );
}

function SentContent({ send: { kind, code, batch } }: { send: SendRecord }) {
  if (kind === "code")
    return code === null ? (
      "A code that is deleted,"
    ) : (
      <>
        The code{" "}
        <TextLink href={codePath(code)} className="break-all font-mono text-[13px]">
          {code}
        </TextLink>
        ,
      </>
    );
  return batch === null ? (
    "Personal codes,"
  ) : (
    <>
      Personal codes of{" "}
      <TextLink href={batchPath(batch.id)}>
        <bdi>{batch.name}</bdi>
      </TextLink>
      ,
    </>
  );
}
