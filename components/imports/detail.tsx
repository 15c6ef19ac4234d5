"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleX, FileUp, Pause, Play, Undo2 } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import { dismissJob, useShowJobOnPage } from "@/components/jobs";
import { DetailPage } from "@/components/layout/detail-page";
import { PageHeader } from "@/components/layout/page";
import { RoleNote } from "@/components/shell/role-note";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { FormErrors } from "@/components/ui/errors";
import { Skeleton } from "@/components/ui/loading";
import { Progress } from "@/components/ui/progress";
import { QueryState } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { type ImportStatus, importName } from "@/contract/import-values";
import type { ImportRecord } from "@/contract/imports";
import { routes } from "@/lib/routes";
import { FileSettings } from "./file-settings";
import { importStatusLabels, labels, undoConsequence } from "./labels";
import { MappingForm } from "./mapping-form";
import { CheckCard, ResultCard } from "./report";

const { actions, details, result: resultLabels } = labels;

const stepStatuses: readonly ImportStatus[] = ["checking", "running", "undoing"];

/** Whether the worker is processing the rows. */
const isInProgress = ({ status }: Pick<ImportRecord, "status">): boolean => stepStatuses.includes(status);

/** How often the progress is loaded, in milliseconds. */
const pollInterval = 1000;

/** Gets one import, every second while it is in progress. */
const importQuery = (id: string) =>
  queryOptions({
    ...apiQuery("GET /imports/:id", { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? pollInterval : false),
    // So that the result is there when the user returns to the tab.
    refetchIntervalInBackground: true,
  });

/** The page of one import: mapping, check, progress and result. */
export function ImportView({ id }: { id: string }) {
  return <DetailPage query={useQuery(importQuery(id))}>{(record) => <LoadedImport record={record} />}</DetailPage>;
}

function LoadedImport({ record }: { record: ImportRecord }) {
  const titleRef = useTrackSteps(record);
  const canImport = useCan("POST /imports/:id/check");
  const { label, tone } = importStatusLabels[record.status];
  const isOpen = record.status === "uploaded" || record.status === "checked";
  return (
    <>
      <PageHeader
        title={<bdi className="min-w-0">{importName(record)}</bdi>}
        description={<Status tone={tone}>{label}</Status>}
        action={
          <div className="flex flex-wrap gap-2">
            {canImport ? <ImportActions record={record} /> : <RoleNote call="POST /imports/:id/check" action={actions.restricted} />}
            <ButtonLink href={record.kind === "leads" ? routes.imports : routes.importSuppressions} variant="outline">
              <FileUp aria-hidden="true" /> {labels.title}
            </ButtonLink>
          </div>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {record.status === "failed" && <FormErrors error={{ message: `${resultLabels.failed}. ${record.error ?? ""}` }} />}
        <StepProgress record={record} />
        {record.status === "checked" && <CheckCard record={record} canRun={canImport} titleRef={titleRef} />}
        {!isOpen && record.status !== "checking" && <ResultCard record={record} titleRef={titleRef} />}
        {isOpen && canImport && <FileSettings record={record} />}
        {isOpen && canImport && <MappingSection record={record} />}
        <FileDetails record={record} />
      </div>
    </>
  );
}

/**
 * Shows the job of an import on its page instead of in the panel, and refetches everything else when a step ends.
 * Moves the focus to the title of the report, whose ref it returns, when a step starts or ends.
 */
function useTrackSteps(record: ImportRecord): RefObject<HTMLHeadingElement | null> {
  const client = useQueryClient();
  const wasInProgress = useRef(false);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { jobId, status } = record;
  const step = `${status} ${jobId}`;
  const lastStep = useRef(step);
  const inProgress = isInProgress(record);
  useShowJobOnPage(jobId);
  useEffect(() => {
    if (!inProgress && jobId !== null) dismissJob(jobId);
    if (!inProgress && wasInProgress.current) void client.invalidateQueries();
    wasInProgress.current = inProgress;
  }, [inProgress, jobId, client]);
  useEffect(() => {
    if (step === lastStep.current) return;
    lastStep.current = step;
    // Progress and results are at the top, and the button that starts a step can be far below.
    window.scrollTo({ top: 0 });
    titleRef.current?.focus({ preventScroll: true });
  }, [step]);
  return titleRef;
}

const stepLabels = { checking: labels.progress.checking, running: labels.progress.running, undoing: labels.progress.undoing } as const;

/** How many rows the current step has processed. Renders nothing between the steps. */
function StepProgress({ record: { status, progress } }: { record: ImportRecord }) {
  const label =
    status === "paused"
      ? labels.progress.paused
      : status === "checking" || status === "running" || status === "undoing"
        ? stepLabels[status]
        : null;
  if (label === null) return null;
  return (
    <Card>
      <Progress label={label} value={progress.processed} total={Math.max(1, progress.total)} />
      {status !== "paused" && <p className="mt-3 text-muted-foreground">{labels.progress.stays}</p>}
    </Card>
  );
}

/** The columns of the file with sample values, and the form that checks them. */
function MappingSection({ record }: { record: ImportRecord }) {
  const query = useQuery(apiPageQuery("GET /imports/:id/rows", { params: { id: record.id }, query: { limit: "20" } }));
  return (
    <QueryState query={query} loading={<Skeleton className="h-96 rounded-lg" />}>
      {({ items }) => <MappingForm record={record} samples={items} />}
    </QueryState>
  );
}

const dash = "–";

function FileDetails({ record }: { record: ImportRecord }) {
  const zone = useSession().project.timeZone;
  const { kind, rowCount, format, encoding, delimiter, sheet, settings: stored, actor, createdAt } = record;
  const settings = kind === "leads" ? stored : null;
  return (
    <Card title={details.title}>
      <DetailsList>
        <DetailsItem label={labels.kind}>{labels.kinds[kind]}</DetailsItem>
        <DetailsItem label={details.rows}>{rowCount.toLocaleString("en")}</DetailsItem>
        <DetailsItem label={details.format}>{details.formats[format]}</DetailsItem>
        {encoding !== null && <DetailsItem label={details.encoding}>{encoding}</DetailsItem>}
        {sheet !== null && <DetailsItem label={labels.file.sheet}>{sheet}</DetailsItem>}
        {delimiter !== null && <DetailsItem label={details.separator}>{details.separators[delimiter] ?? delimiter}</DetailsItem>}
        {settings !== null && <DetailsItem label={details.existing}>{labels.mapping.existingOptions[settings.existing].label}</DetailsItem>}
        {settings !== null && (
          <DetailsItem label={labels.mapping.waitlist}>{labels.mapping.waitlistOptions[settings.waitlist].label}</DetailsItem>
        )}
        {settings !== null && settings.waitlist !== "none" && (
          <DetailsItem label={labels.mapping.waitlistOrder}>
            {labels.mapping.waitlistOrderOptions[settings.waitlistOrder].label}
          </DetailsItem>
        )}
        {settings !== null && settings.consent !== "" && <DetailsItem label={labels.mapping.consent}>{settings.consent}</DetailsItem>}
        {settings !== null && settings.tags.length > 0 && <DetailsItem label={details.tags}>{settings.tags.join(", ")}</DetailsItem>}
        <DetailsItem label={details.by}>{actor.name ?? dash}</DetailsItem>
        <DetailsItem label={details.date}>
          <Time at={createdAt} zone={zone} />
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

/** The buttons that an import's status allows. */
function ImportActions({ record }: { record: ImportRecord }) {
  const { id, status, counts, fileName } = record;
  const cancel = useApiMutation("POST /imports/:id/cancel", { changes: ["GET /imports/:id"] });
  const undo = useApiMutation("POST /imports/:id/undo", { changes: ["GET /imports/:id"] });
  const hasStarted = record.result.created + record.result.updated + record.result.skipped > 0;
  const canCancel = status === "uploaded" || status === "checked" || status === "paused" || isInProgress(record);
  const canResume = (status === "paused" || status === "failed" || status === "canceled") && counts !== null && record.result.undone === 0;
  const canUndo = (status === "completed" || status === "paused" || status === "failed" || status === "canceled") && hasStarted;
  return (
    <>
      {status === "running" && <StepButton id={id} step="pause" />}
      {canResume && <StepButton id={id} step="run" />}
      <ActionButton
        action={
          canCancel && {
            label: actions.cancel,
            icon: CircleX,
            confirm: {
              title: actions.cancelTitle(fileName),
              consequence: hasStarted ? actions.cancelConsequence : actions.cancelBeforeRun,
              action: actions.cancel,
              success: actions.canceled,
            },
            run: () => cancel.mutateAsync({ params: { id } }),
          }
        }
      />
      <ActionButton
        action={
          canUndo && {
            label: actions.undo,
            icon: Undo2,
            confirm: {
              title: actions.undoTitle(fileName),
              consequence: undoConsequence(record),
              action: actions.undo,
              confirmText: actions.undoConfirm,
            },
            run: () => undo.mutateAsync({ params: { id } }),
          }
        }
      />
    </>
  );
}

const stepActions = {
  pause: { label: actions.pause, success: actions.paused, icon: Pause },
  run: { label: actions.resume, success: actions.resumed, icon: Play },
} as const;

/** Pauses an import, or resumes it. */
function StepButton({ id, step }: { id: string; step: keyof typeof stepActions }) {
  const { mutateAsync } = useApiMutation(`POST /imports/:id/${step}`, { changes: ["GET /imports/:id"] });
  const { success, ...action } = stepActions[step];
  const run = () => mutateAsync({ params: { id } }).then(() => toast.success(success));
  return <ActionButton action={{ ...action, run, failed: actions.failed }} />;
}
