"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX, Pause, Play } from "lucide-react";
import { Fragment } from "react";
import { apiQuery } from "@/components/api-query";
import { batchName } from "@/components/batches";
import { isQueueing, QueueingStatus } from "@/components/jobs";
import { PageHeader } from "@/components/layout/page";
import { RoleNote } from "@/components/shell/role-note";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { ChartCard } from "@/components/ui/chart-card";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { WaveRecord } from "@/contract/waves";
import { formatShare, plural } from "@/lib/plural";
import { batchPath, routes, withQuery } from "@/lib/routes";
import { describeFilter, describeRepeat, describeWaveEmails, describeWaveStatus, labels, people, waveStopReasonLabels } from "./labels";
import { waveRefetchInterval } from "./refetch-interval";

const { detail } = labels;

/** The page of one wave, refetched while its people are being invited. */
export function WaveView({ id }: { id: string }) {
  const query = useQuery({
    ...apiQuery("GET /waves/:id", { params: { id } }),
    refetchInterval: ({ state }) => state.data !== undefined && waveRefetchInterval(state.data),
  });
  return (
    <QueryState query={query} loading={<Skeleton className="mt-8 h-80 rounded-lg" />} errorClass="py-32">
      {(wave) => <LoadedWave wave={wave} />}
    </QueryState>
  );
}

const statNames = ["invited", "opened", "claimed", "declined", "expired", "bounced", "passedOn"] as const;

function LoadedWave({ wave }: { wave: WaveRecord }) {
  const { label, tone } = describeWaveStatus(wave);
  return (
    <>
      <PageHeader
        title={<bdi className="min-w-0">{wave.name}</bdi>}
        description={<Status tone={tone}>{wave.stopReason === null ? label : `${label}: ${waveStopReasonLabels[wave.stopReason]}`}</Status>}
        action={<WaveActions wave={wave} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <InvitingStatus wave={wave} />
        {wave.sentAt !== null && (
          <>
            <Card title={detail.results}>
              <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
                {statNames.map((name) => (
                  <div key={name}>
                    <dt className="text-2sm text-muted-foreground">{detail.stats[name]}</dt>
                    <dd className="mt-1 font-semibold text-2xl tabular-nums">
                      {name === "opened" || name === "passedOn" ? (
                        wave[name].toLocaleString("en")
                      ) : (
                        <TextLink
                          className="font-semibold"
                          href={withQuery(routes.waitlist, { wave: wave.id, ...(name === "invited" ? {} : { status: name }) })}
                        >
                          {wave[name].toLocaleString("en")}
                        </TextLink>
                      )}
                      {name !== "invited" && (
                        <span className="ml-2 font-normal text-2sm text-muted-foreground">{formatShare(wave[name], wave.invited)}</span>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </Card>
            <WaveChart id={wave.id} />
          </>
        )}
        <WaveDetails wave={wave} />
      </div>
    </>
  );
}

/** The progress of a large wave while its people are invited, or that it was stopped, or why it failed. */
function InvitingStatus({ wave: { inviting } }: { wave: WaveRecord }) {
  if (inviting === null || inviting.status === "completed") return null;
  return (
    <Card title={detail.inviting}>
      <QueueingStatus kind="wave.invite" progress={inviting} />
    </Card>
  );
}

/** A chart of the invited people and claims per day. */
function WaveChart({ id }: { id: string }) {
  const query = useQuery(apiQuery("GET /waves/:id/stats", { params: { id } }));
  const toDays = (name: "invited" | "claimed") => query.data?.days.map(({ date, ...counts }) => ({ date, count: counts[name] })) ?? [];
  return (
    <ChartCard
      title={detail.chart.title}
      label={detail.chart.label}
      queries={[query]}
      series={
        query.data && [
          { label: detail.chart.invited, days: toDays("invited") },
          { label: detail.chart.claimed, days: toDays("claimed") },
        ]
      }
      emptyText={detail.chart.empty}
      size="medium"
    />
  );
}

/** The settings of a wave. */
function WaveDetails({ wave }: { wave: WaveRecord }) {
  const zone = useSession().project.timeZone;
  const { size, repeat, scheduledAt, sentAt, validUntil, expiresAfterDays, reminderAfterDays, inviteQuota, passOn } = wave;
  return (
    <Card title={detail.details}>
      <DetailsList>
        <DetailsItem label={detail.size}>{repeat === null ? size.toLocaleString("en") : detail.eachTime(size)}</DetailsItem>
        {repeat !== null && (
          <>
            <DetailsItem label={detail.repeats}>{describeRepeat(repeat, zone)}</DetailsItem>
            {(wave.status === "recurring" || wave.status === "paused") && (
              <DetailsItem label={detail.remaining}>{plural(repeat.remaining, people)}</DetailsItem>
            )}
          </>
        )}
        {scheduledAt !== null && (
          <DetailsItem label={repeat === null ? detail.scheduledFor : detail.nextAt}>
            <Time at={scheduledAt} zone={zone} />
          </DetailsItem>
        )}
        <WaveEmails wave={wave} />
        {sentAt !== null && (
          <DetailsItem label={repeat === null ? detail.sent : detail.firstSent}>
            <Time at={sentAt} zone={zone} />
          </DetailsItem>
        )}
        {wave.batch !== null && (
          <DetailsItem label={detail.codes}>
            <TextLink href={batchPath(wave.batch.id)}>{batchName(wave.batch)}</TextLink>
          </DetailsItem>
        )}
        <DetailsItem label={detail.expires}>
          {wave.batch !== null ? (
            detail.withCode
          ) : validUntil !== null ? (
            <Time at={validUntil} zone={zone} />
          ) : expiresAfterDays === null ? (
            detail.never
          ) : (
            detail.afterDays(expiresAfterDays)
          )}
        </DetailsItem>
        <DetailsItem label={detail.reminder}>{reminderAfterDays === null ? detail.none : detail.afterDays(reminderAfterDays)}</DetailsItem>
        <DetailsItem label={detail.inviteQuota}>{inviteQuota ?? detail.projectQuota}</DetailsItem>
        <DetailsItem label={detail.passOn}>{passOn ? detail.yes : detail.no}</DetailsItem>
        <DetailsItem label={detail.texts}>
          {wave.content === null ? detail.templateTexts : (wave.content.subject ?? detail.ownTexts)}
        </DetailsItem>
        <DetailsItem label={detail.filter}>{describeFilter(wave.filter, zone) || detail.noFilter}</DetailsItem>
        {Object.keys(wave.priority).length > 0 && <DetailsItem label={detail.priority}>{describeFilter(wave.priority, zone)}</DetailsItem>}
      </DetailsList>
    </Card>
  );
}

/** How many emails of a wave have each status, with links to these emails. */
function WaveEmails({ wave }: { wave: WaveRecord }) {
  const counts = describeWaveEmails(wave);
  if (counts.length === 0) return null;
  return (
    <DetailsItem label={detail.emails}>
      {counts.map(({ status, text }, index) => (
        <Fragment key={status}>
          {index > 0 && ", "}
          <TextLink href={withQuery(routes.automaticEmails, { wave: wave.id, status })}>{text}</TextLink>
        </Fragment>
      ))}
    </DetailsItem>
  );
}

const changes = ["GET /waves/:id"] as const;

/** The buttons that a wave's status allows. */
function WaveActions({ wave: { id, name, status, inviting } }: { wave: WaveRecord }) {
  const canChange = useCan("POST /waves/:id/cancel");
  const { mutateAsync: cancel } = useApiMutation("POST /waves/:id/cancel", { changes });
  const { mutateAsync: end } = useApiMutation("POST /waves/:id/end", { changes });
  const input = { params: { id }, body: {} };
  const isInviting = status === "sent" && isQueueing(inviting);
  const isRecurring = status === "recurring" || status === "paused";
  if (!isInviting && status !== "scheduled" && !isRecurring) return null;
  if (!canChange) return <RoleNote call="POST /waves/:id/cancel" action={detail.restricted} />;
  const action = isInviting ? "stop" : isRecurring ? "end" : "cancel";
  return (
    <div className="flex flex-wrap gap-2">
      {isRecurring && <PauseButton id={id} isPaused={status === "paused"} />}
      <ActionButton
        action={{
          label: detail[action].label,
          icon: CircleX,
          confirm: {
            title: detail[action].title(name),
            consequence: detail[action].consequence,
            action: detail[action].label,
            success: detail[action].success,
          },
          run: () => (isRecurring ? end(input) : cancel(input)),
        }}
      />
    </div>
  );
}

/** Pauses a recurring wave, or resumes it. */
function PauseButton({ id, isPaused }: { id: string; isPaused: boolean }) {
  const { mutateAsync } = useApiMutation(`POST /waves/:id/${isPaused ? "resume" : "pause"}`, { changes });
  const texts = isPaused ? { label: detail.resume, icon: Play } : { label: detail.pause, icon: Pause };
  const run = () => mutateAsync({ params: { id }, body: {} }).then(() => toast.success(isPaused ? detail.resumed : detail.paused));
  return <ActionButton action={{ ...texts, run, failed: detail.changeFailed }} />;
}
