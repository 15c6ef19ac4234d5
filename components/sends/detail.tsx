"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Info } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef } from "react";
import { actorName } from "@/components/activity";
import { apiQuery } from "@/components/api-query";
import { deliveryStatusLabels } from "@/components/delivery-status";
import { isQueueing, QueueingStatus } from "@/components/jobs";
import { PageHeader } from "@/components/layout/page";
import { useList } from "@/components/list/use-list";
import { useSession } from "@/components/shell/session";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { StackedBar } from "@/components/ui/progress";
import { QueryState } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { DeliveryStatus } from "@/contract/deliveries";
import { deliveryStatuses } from "@/contract/enums";
import type { SendRecord } from "@/contract/sends";
import { cn } from "@/lib/cn";
import { batchPath, codePath, routes } from "@/lib/routes";
import { deliveriesList } from "./definition";
import { DeliveriesTable } from "./deliveries";
import { SendActions } from "./dialogs";
import {
  deliveryStatusDescriptions,
  labels,
  progressBarSegments,
  progressLabel,
  progressSentence,
  sendKindLabels,
  sendTitle,
  sendTotal,
  skippedCount,
  skipReasonLabels,
} from "./labels";
import { isScheduled, refetchInterval } from "./polling";
import { SendSavedEmailsButton } from "./saved-emails";
import { useSendingSpeed } from "./sending-speed";

const { header, progress, savedToFile, scheduled } = labels;

const SentAnnouncement = dynamic(() => import("./texts").then((texts) => texts.SentAnnouncement));

type SendViewProps = {
  id: string;
  /** The folder of emails that are saved to file. */
  outbox: string;
  /** Whether the files of its newest saved emails are on this machine. */
  savedFiles: "all" | "some" | "none";
  /** Whether a mail server is connected now. */
  isConnected: boolean;
};

/** The page of one send: its progress and its emails. Refetched until it is completed. */
export function SendView({ id, ...email }: SendViewProps) {
  const query = useQuery({
    ...apiQuery("GET /sends/:id", { params: { id } }),
    refetchInterval: ({ state }) => state.data !== undefined && refetchInterval(state.data),
  });
  return (
    <QueryState query={query} loading={<SendSummarySkeleton />} errorClass="py-32">
      {(send) => <LoadedSend send={send} fetchedAt={query.dataUpdatedAt} {...email} />}
    </QueryState>
  );
}

type LoadedSendProps = { send: SendRecord; fetchedAt: number } & Omit<SendViewProps, "id">;

function LoadedSend({ send, fetchedAt, ...email }: LoadedSendProps) {
  const list = useList(deliveriesList, { input: { params: { id: send.id } }, getRefetchInterval: () => refetchInterval(send) });
  useRefetchOnCompletion(send);
  return (
    <>
      <SendHeader send={send} />
      <SendSummary
        send={send}
        fetchedAt={fetchedAt}
        status={list.filterQuery.status ?? null}
        onStatusChange={(status) => list.setFilters({ status })}
      >
        <SendActions send={send} />
      </SendSummary>
      {send.deliveries.saved_to_file > 0 && <SavedToFileNotice count={send.deliveries.saved_to_file} {...email} />}
      <DeliveriesTable send={send} list={list} />
      {send.kind === "announcement" && <SentAnnouncement send={send} />}
    </>
  );
}

/** Refetches the emails once more when the send completes, since polling stops then. */
function useRefetchOnCompletion({ id, completed }: SendRecord): void {
  const client = useQueryClient();
  const wasCompleted = useRef(completed);
  useEffect(() => {
    if (completed && !wasCompleted.current) void client.invalidateQueries({ queryKey: ["GET /sends/:id/deliveries", { params: { id } }] });
    wasCompleted.current = completed;
  }, [client, id, completed]);
}

function SendHeader({ send }: { send: SendRecord }) {
  const { timeZone: zone } = useSession().project;
  const { actor, createdAt, receivedLeads, notifiedLeads, skippedLeads, deletedLeads } = send;
  const skipped = skippedCount(send);
  return (
    <PageHeader
      title={
        <bdi translate={send.code !== null ? "no" : undefined} className={cn("min-w-0", send.code !== null && "font-mono")}>
          {sendTitle(send)}
        </bdi>
      }
      description={
        <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
          <span className="min-w-0">
            <SentContent send={send} />
          </span>
          <span>{isQueueing(send.queueing) ? header.upTo(receivedLeads) : header.recipients(notifiedLeads)}</span>
          {skipped > 0 && (
            <span title={skippedLeads?.map(({ reason, count }) => `${skipReasonLabels[reason]}: ${count.toLocaleString("en")}`).join("\n")}>
              {header.skipped(skipped)}
            </span>
          )}
          {deletedLeads > 0 && <span>{progress.deletedLeads(deletedLeads)}</span>}
          {actor && (
            <span className="min-w-0">
              <Interpolate text={header.sentBy} values={{ name: <bdi>{actorName({ ...actor, id: null })}</bdi> }} />
            </span>
          )}
          <Time at={createdAt} zone={zone} />
        </span>
      }
    />
  );
}

function SentContent({ send }: { send: SendRecord }) {
  const { code, batch } = send;
  if (code !== null) {
    const link = (
      <TextLink translate="no" href={codePath(code)} className="break-all font-mono text-2sm">
        {code}
      </TextLink>
    );
    return <Interpolate text={header.code} values={{ code: link }} />;
  }
  if (batch === null) return send.kind === "code" ? sendTitle(send) : sendKindLabels[send.kind];
  const link = (
    <TextLink href={batchPath(batch.id)}>
      <bdi>{batch.name}</bdi>
    </TextLink>
  );
  return <Interpolate text={header.personalCodes} values={{ batch: link }} />;
}

type SendSummaryProps = {
  send: SendRecord;
  /** When the send was fetched, in epoch milliseconds. */
  fetchedAt: number;
  /** The status that the list of emails is filtered by. */
  status: DeliveryStatus | null;
  onStatusChange: (status: DeliveryStatus | null) => void;
  /** The actions of the send. */
  children: ReactNode;
};

/** The progress of a send: a bar, and the number of emails per status, which filter the list of emails. */
function SendSummary({ send, fetchedAt, status, onStatusChange, children }: SendSummaryProps) {
  const { timeZone: zone } = useSession().project;
  const { deliveries, completed, limitedUntil } = send;
  const speed = useSendingSpeed(send, fetchedAt);
  const shownStatuses = deliveryStatuses.filter((option) => deliveries[option] > 0 || option === status);
  return (
    <section aria-label={progress.region} className="mb-6 grid gap-3 rounded-lg border bg-card p-4 sm:px-6">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-xl tracking-tight">{progressLabel(send)}</span>
        {sendTotal(send) > 0 && <span className="text-muted-foreground">{progress.sent}</span>}
        <span className="ml-auto text-muted-foreground">{progressState(send, zone)}</span>
      </p>
      {limitedUntil !== null && <p className="text-muted-foreground">{progress.limitedSentence}</p>}
      {speed && <p className="text-muted-foreground">{progress.speed(speed)}</p>}
      <QueueingStatus kind="send.queue" progress={send.queueing} />
      <StackedBar segments={progressBarSegments(send)} total={Math.max(1, sendTotal(send))} />
      <p role="status" className="sr-only">
        {completed && progressSentence(send)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <fieldset aria-label={progress.filterByStatus} className="-mx-2 flex flex-wrap gap-x-2 gap-y-1">
          {shownStatuses.map((option) => (
            <button
              key={option}
              type="button"
              aria-pressed={status === option}
              title={deliveryStatusDescriptions[option]}
              onClick={() => onStatusChange(status === option ? null : option)}
              className={cn(
                "inline-flex h-7 items-center gap-2 rounded-md px-2 hover:bg-accent pointer-coarse:h-9",
                status === option && "bg-accent font-medium",
              )}
            >
              <Status tone={deliveryStatusLabels[option].tone}>{deliveryStatusLabels[option].label}</Status>
              <span>{deliveries[option].toLocaleString("en")}</span>
            </button>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
      </div>
    </section>
  );
}

/** Says whether a send is done, in progress, or when it starts. */
function progressState(send: SendRecord, zone: string): ReactNode {
  const { scheduledAt, completed, limitedUntil } = send;
  if (completed) return progress.done;
  if (limitedUntil !== null) return <Interpolate text={progress.limited} values={{ time: <Time at={limitedUntil} zone={zone} /> }} />;
  if (scheduledAt === null || !isScheduled(send)) return progress.inProgress;
  return <Interpolate text={scheduled.label} values={{ time: <Time at={scheduledAt} zone={zone} /> }} />;
}

/** Reserves the height of the summary while the send loads. */
const SendSummarySkeleton = () => <Skeleton className="mb-6 h-31 rounded-lg" />;

/** Explains that emails were saved as files instead of being sent, and where they are. */
function SavedToFileNotice({ count, outbox, savedFiles, isConnected }: { count: number } & Omit<SendViewProps, "id">) {
  const { canCall } = useSession();
  return (
    <div className="mb-6 flex flex-wrap items-start gap-3 rounded-lg border bg-sunken px-4 py-3">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
      <p className="min-w-0 max-w-3xl flex-1 basis-60">
        <Interpolate
          text={`${savedToFile.notice(count)} ${savedToFile.files[savedFiles](count)}`}
          values={{
            folder: (
              <span translate="no" className="break-all font-mono text-2sm">
                {outbox}
              </span>
            ),
          }}
        />{" "}
        {!isConnected && canCall("PATCH /project/email-delivery") && (
          <Interpolate
            text={savedToFile.connect}
            values={{ link: <TextLink href={routes.settings.emailDelivery}>{savedToFile.connectLink}</TextLink> }}
          />
        )}
      </p>
      {isConnected && <SendSavedEmailsButton />}
    </div>
  );
}
