"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleX } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/layout/page";
import { leadSourceLabels } from "@/components/leads";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { ConfirmMutation } from "@/components/ui/confirm";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import type { Source } from "@/contract/lead-filters";
import type { WaveRecord } from "@/contract/waves";
import { useCancelWave, waveQuery } from "./api";
import { labels, shareOfInvited, waveStatusLabels } from "./labels";

const { detail } = labels;

/** The page of one wave. */
export function WaveView({ id }: { id: string }) {
  return (
    <QueryState query={useQuery(waveQuery(id))} loading={<Skeleton className="mt-8 h-80 rounded-lg" />} errorClass="py-32">
      {(wave) => <LoadedWave wave={wave} />}
    </QueryState>
  );
}

const statNames = ["invited", "opened", "claimed", "declined", "expired", "passedOn"] as const;

function LoadedWave({ wave }: { wave: WaveRecord }) {
  const canCancel = useCan("POST /waves/:id/cancel");
  const { label, tone } = waveStatusLabels[wave.status];
  return (
    <>
      <PageHeader
        title={<bdi className="min-w-0 break-words">{wave.name}</bdi>}
        description={<Status tone={tone}>{label}</Status>}
        action={wave.status === "scheduled" && canCancel && <CancelButton wave={wave} />}
      />
      <div className="grid gap-6">
        {wave.status === "sent" && (
          <Card title={detail.results}>
            <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
              {statNames.map((name) => (
                <div key={name}>
                  <dt className="text-[13px] text-muted-foreground">{detail.stats[name]}</dt>
                  <dd className="mt-1 font-semibold text-2xl tabular-nums">
                    {wave[name].toLocaleString("en")}
                    {name !== "invited" && (
                      <span className="ml-2 font-normal text-[13px] text-muted-foreground">{shareOfInvited(wave[name], wave)}</span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
        <WaveDetails wave={wave} />
      </div>
    </>
  );
}

/** The settings of a wave. */
function WaveDetails({ wave }: { wave: WaveRecord }) {
  const zone = useSession().project.timeZone;
  const { size, scheduledAt, sentAt, validUntil, expiresAfterDays, reminderAfterDays, passOn } = wave;
  return (
    <Card title={detail.details}>
      <DetailsList>
        <DetailsItem label={detail.size}>{size.toLocaleString("en")}</DetailsItem>
        {scheduledAt !== null && (
          <DetailsItem label={detail.scheduledFor}>
            <Time at={scheduledAt} zone={zone} />
          </DetailsItem>
        )}
        {sentAt !== null && (
          <DetailsItem label={detail.sent}>
            <Time at={sentAt} zone={zone} />
          </DetailsItem>
        )}
        <DetailsItem label={detail.expires}>
          {validUntil !== null ? (
            <Time at={validUntil} zone={zone} />
          ) : expiresAfterDays === null ? (
            detail.never
          ) : (
            detail.afterDays(expiresAfterDays)
          )}
        </DetailsItem>
        <DetailsItem label={detail.reminder}>{reminderAfterDays === null ? detail.none : detail.afterDays(reminderAfterDays)}</DetailsItem>
        <DetailsItem label={detail.passOn}>{passOn ? detail.yes : detail.no}</DetailsItem>
        <DetailsItem label={detail.filter}>{describeFilter(wave) || detail.noFilter}</DetailsItem>
      </DetailsList>
    </Card>
  );
}

const filterDescriptions: Readonly<Record<string, (value: string | number | boolean) => string>> = {
  source: (value) => `Channel: ${leadSourceLabels[value as Source]}`,
  sourceTag: (value) => `Source: ${value}`,
  confirmed: (value) => (value === true ? "Confirmed" : "Not confirmed"),
  minReferrals: (value) => `At least ${value} referrals`,
  since: (value) => `Created since ${value}`,
  until: (value) => `Created before ${value}`,
  q: (value) => `“${value}”`,
};

const describeFilter = ({ filter }: WaveRecord): string =>
  Object.entries(filter)
    .map(([name, value]) => filterDescriptions[name]?.(value))
    .filter(Boolean)
    .join(" · ");

/** Cancels a scheduled wave. */
function CancelButton({ wave: { id, name } }: { wave: WaveRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <CircleX aria-hidden="true" /> {detail.cancel}
      </Button>
      <ConfirmMutation
        open={open}
        onClose={() => setOpen(false)}
        title={detail.cancelTitle(name)}
        consequence={detail.cancelConsequence}
        action={detail.cancel}
        mutation={useCancelWave(id)}
        input={null}
        successMessage={detail.canceled}
      />
    </>
  );
}
