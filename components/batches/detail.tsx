"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Copy, Pause, Play, Trash2 } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { codeTypeLabels, copyCodes, fetchMatchingCodes, maxCopiedCodes } from "@/components/codes";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { useSession } from "@/components/shell/session";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ChartCard } from "@/components/ui/chart-card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Interpolate } from "@/components/ui/interpolate";
import { lazyDialog } from "@/components/ui/lazy";
import { MoreMenu } from "@/components/ui/menu";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { showErrorToast } from "@/components/use-api-mutation";
import type { BatchRecord } from "@/contract/batches";
import { callUrl } from "@/contract/call";
import { spans } from "@/contract/enums";
import { formatWithUtc, lastInstantBefore } from "@/lib/local-time";
import { routes, withQuery } from "@/lib/routes";
import { batchClaimStatsQuery, batchQuery } from "./api";
import { BatchStatus } from "./columns";
import { batchCreatorName, batchName, labels } from "./labels";

/** The page of one batch. The page passes the list of its codes as children. */
export function BatchView({ id, children }: { id: string; children: ReactNode }) {
  const { data, error, isError, isFetching, refetch } = useQuery(batchQuery(id));
  if (data !== undefined) return <LoadedBatch batch={data}>{children}</LoadedBatch>;
  if (!isError) return <Loading />;
  const { message, requestId } = describeError(error);
  return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />;
}

function LoadedBatch({ batch, children }: { batch: BatchRecord; children: ReactNode }) {
  return (
    <>
      <PageHeader title={<bdi className="min-w-0 break-words">{batchName(batch)}</bdi>} action={<BatchActions batch={batch} />} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <BatchDetails batch={batch} />
        <ClaimsChart batch={batch.id} />
      </div>
      {children}
    </>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{labels.loading}</span>
      <div className="flex h-24 items-center lg:h-26">
        <Skeleton className="h-6 w-56" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  );
}

const BatchDialogs = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.BatchDialogs));

const { actions } = labels;

const batchDialogNames = ["pause", "extend", "delete"] as const;
export type BatchDialogName = (typeof batchDialogNames)[number];

/** The buttons and menu of a batch's page. The URL says which dialog is open. */
function BatchActions({ batch }: { batch: BatchRecord }) {
  const [openDialog, setOpenDialog] = useQueryState("action", parseAsStringLiteral(batchDialogNames));
  const can = {
    extend: useCan("POST /batches/bulk"),
    pause: useCan("PATCH /batches/:batch"),
    delete: useCan("DELETE /batches/:batch"),
  };
  return (
    <div className="flex flex-wrap gap-2">
      {batch.codeCount > 0 && batch.codeCount <= maxCopiedCodes && <CopyAllButton batch={batch.id} />}
      <ExportLink href={callUrl("GET /codes", { query: { batch: batch.id, format: "csv" } })} />
      <BatchActionButtons paused={batch.paused} can={can} onAction={setOpenDialog} />
      {Object.values(can).includes(true) && (
        <BatchDialogs batch={batch} open={openDialog !== null} action={openDialog} onClose={() => setOpenDialog(null)} />
      )}
    </div>
  );
}

type BatchActionButtonsProps = {
  paused: boolean;
  can: Readonly<Record<BatchDialogName, boolean>>;
  onAction: (dialog: BatchDialogName) => Promise<unknown>;
};

function BatchActionButtons({ paused, can, onAction }: BatchActionButtonsProps) {
  return (
    <>
      {can.extend && (
        <Button variant="outline" onClick={() => void onAction("extend")}>
          <CalendarClock aria-hidden="true" /> {actions.extend}
        </Button>
      )}
      {(can.pause || can.delete) && (
        <MoreMenu variant="outline" label={actions.more}>
          {({ MenuItem, MenuSeparator }) => (
            <>
              {can.pause && (
                <MenuItem onSelect={() => void onAction("pause")}>
                  {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />} {paused ? actions.resume : actions.pause}
                </MenuItem>
              )}
              {can.delete && (
                <>
                  <MenuSeparator />
                  <MenuItem onSelect={() => void onAction("delete")} destructive>
                    <Trash2 aria-hidden="true" /> {actions.delete}
                  </MenuItem>
                </>
              )}
            </>
          )}
        </MoreMenu>
      )}
    </>
  );
}

function CopyAllButton({ batch }: { batch: string }) {
  const [pending, setPending] = useState(false);
  const copy = async () => {
    setPending(true);
    try {
      await copyCodes((await fetchMatchingCodes({ batch, since: undefined, until: undefined })) ?? []);
    } catch (error) {
      showErrorToast(actions.copyFailed)(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button variant="outline" pending={pending} onClick={() => void copy()}>
      <Copy aria-hidden="true" /> {actions.copyAll}
    </Button>
  );
}

const { details } = labels;

/** The properties of a batch. */
function BatchDetails({ batch }: { batch: BatchRecord }) {
  const zone = useSession().project.timeZone;
  const { id, type, amount, codeCount, totalAllowedClaims, claims, allowedClaims, validFrom, validUntil, createdAt } = batch;
  const creatorName = batchCreatorName(batch);
  return (
    <Card title={details.title}>
      <Progress label={details.used} value={claims} total={Math.max(totalAllowedClaims, 1)} className="mb-4" />
      <DetailsList>
        <DetailsItem label={details.status}>
          <BatchStatus batch={batch} />
        </DetailsItem>
        <DetailsItem label={details.codes}>
          {codeCount === amount
            ? codeCount.toLocaleString("en")
            : details.codesLeft(codeCount.toLocaleString("en"), amount.toLocaleString("en"))}
        </DetailsItem>
        <DetailsItem label={details.claims}>
          {claims === 0 ? (
            details.noClaims
          ) : (
            <TextLink href={withQuery(routes.claims, { batch: id })}>{claims.toLocaleString("en")}</TextLink>
          )}
        </DetailsItem>
        <DetailsItem label={details.usesPerCode}>{allowedClaims.toLocaleString("en")}</DetailsItem>
        <DetailsItem label={details.starts}>
          {validFrom === null ? details.startsImmediately : formatWithUtc(new Date(validFrom), zone)}
        </DetailsItem>
        <DetailsItem label={details.expires}>
          {validUntil === null ? details.neverExpires : formatWithUtc(lastInstantBefore(validUntil), zone)}
        </DetailsItem>
        <DetailsItem label={details.type}>{codeTypeLabels[type].label}</DetailsItem>
        <DetailsItem label={details.created}>
          {creatorName === null ? (
            <Time at={createdAt} zone={zone} />
          ) : (
            <Interpolate text={details.createdBy} values={{ time: <Time at={createdAt} zone={zone} />, name: <bdi>{creatorName}</bdi> }} />
          )}
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

const { chart } = labels;

const periodParser = parseAsStringLiteral(spans).withDefault("all");
const periodOptions = spans.map((value) => ({ value, label: chart.periods[value] }));

/** A chart of the claims per day. The URL holds the time period. */
function ClaimsChart({ batch }: { batch: string }) {
  const [span, setSpan] = useQueryState("span", periodParser);
  const query = useQuery(batchClaimStatsQuery(batch, span));
  return (
    <ChartCard
      title={chart.title}
      label={chart.label}
      period={{ label: chart.period, value: span, options: periodOptions, onChange: (next) => void setSpan(next) }}
      queries={[query]}
      series={query.data && [{ label: chart.series, days: query.data.days }]}
      emptyText={span === "all" ? chart.noClaims : chart.noClaimsInPeriod}
      size="medium"
    />
  );
}
