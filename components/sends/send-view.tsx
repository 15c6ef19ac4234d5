"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { nameOf } from "@/components/activity/who";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { useList } from "@/components/list/use-list";
import { useVisitor } from "@/components/shell/visitor";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { addressOf } from "@/contract/call";
import type { SendRecord } from "@/contract/sends";
import { cn } from "@/lib/cn";
import { batchPage, codePage } from "@/lib/routes";
import { DeliveriesTable } from "./deliveries-table";
import { deliveries } from "./filters";
import { KeptNotice } from "./kept-notice";
import { deliveriesPage, nextLook, sendOf } from "./queries";
import { SendActs } from "./send-acts";
import { Tally, TallySkeleton } from "./tally";
import { leadsOf, sentWords } from "./words";

type SendViewProps = {
  id: string;
  /** The folder of messages that are kept as files. */
  outbox: string;
};

/** One send: how far it is, and what became of each message. */
export function SendView({ id, outbox }: SendViewProps) {
  const query = useQuery(sendOf(id));
  const send = query.data;
  if (send === undefined) {
    const { message, requestId } = failureOf(query.error);
    return query.isError ? (
      <ErrorState
        message={message}
        requestId={requestId}
        onRetry={() => void query.refetch()}
        pending={query.isFetching}
        className="py-32"
      />
    ) : (
      <TallySkeleton />
    );
  }
  return <Shown send={send} outbox={outbox} />;
}

function Shown({ send, outbox }: { send: SendRecord; outbox: string }) {
  const list = useList(deliveries, (query) => deliveriesPage(send.id, query, nextLook(send)));
  useLastLook(send);
  return (
    <>
      <SendHeader
        send={send}
        exported={addressOf("GET /sends/:id/deliveries", { params: { id: send.id }, query: { ...list.narrowing, format: "csv" } })}
      />
      <Tally send={send} status={list.filters.status} onStatus={(status) => list.narrow({ status })}>
        <SendActs send={send} />
      </Tally>
      {send.deliveries.kept > 0 && <KeptNotice count={send.deliveries.kept} outbox={outbox} />}
      <DeliveriesTable send={send} list={list} outbox={outbox} />
    </>
  );
}

/** Messages were last asked for while some still waited: once the send is done, they are asked for once more. */
function useLastLook({ id, done }: SendRecord): void {
  const client = useQueryClient();
  const wasDone = useRef(done);
  useEffect(() => {
    if (done && !wasDone.current) void client.invalidateQueries({ queryKey: ["send", id, "deliveries"] });
    wasDone.current = done;
  }, [client, id, done]);
}

function SendHeader({ send, exported }: { send: SendRecord; exported: string }) {
  const { timeZone: zone } = useVisitor().project;
  const { actor, createdAt, receivedLeads, notifiedLeads } = send;
  const skipped = receivedLeads - notifiedLeads;
  return (
    <PageHeader
      title={<bdi className={cn("min-w-0 break-words", send.code !== null && "font-mono")}>{sentWords(send)}</bdi>}
      description={
        <>
          <What send={send} /> sent to {leadsOf(notifiedLeads)}
          {skipped > 0 && ` of ${receivedLeads.toLocaleString("en")} named (${skipped.toLocaleString("en")} left out)`}
          {actor && (
            <>
              {" "}
              by <bdi>{nameOf({ ...actor, id: null })}</bdi>
            </>
          )}
          , <Time at={createdAt} zone={zone} />.
        </>
      }
      action={<ExportLink href={exported} />}
    />
  );
}

function What({ send: { kind, code, batch } }: { send: SendRecord }) {
  if (kind === "code")
    return code === null ? (
      "A code that is deleted,"
    ) : (
      <>
        The code{" "}
        <TextLink href={codePage(code)} className="break-all font-mono text-[13px]">
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
      <TextLink href={batchPage(batch.id)}>
        <bdi>{batch.name}</bdi>
      </TextLink>
      ,
    </>
  );
}
