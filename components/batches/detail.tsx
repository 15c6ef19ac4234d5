"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { AtSign, CalendarClock, Copy, Pause, Pencil, Play, Printer, Send, Store, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { apiQuery } from "@/components/api-query";
import { codeTypeLabels, copyCodes, fetchMatchingCodes, maxCopiedCodes, PrintDialog, ValidityItems } from "@/components/codes";
import { useJobMutation } from "@/components/jobs";
import { DetailColumns, DetailPage } from "@/components/layout/detail-page";
import { PageHeader } from "@/components/layout/page";
import { SavedFiles } from "@/components/list/saved-files";
import { SendDialog } from "@/components/sends";
import { RoleNote } from "@/components/shell/role-note";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton, type DialogProps, useUrlActionDialogs } from "@/components/ui/actions";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { ChartCard } from "@/components/ui/chart-card";
import { lazyDialog } from "@/components/ui/lazy";
import { TextLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { Progress } from "@/components/ui/progress";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { BatchRecord } from "@/contract/batches";
import { spans } from "@/contract/enums";
import { isRedeemedElsewhere } from "@/contract/redemption";
import { routes, withQuery } from "@/lib/routes";
import { batchName, hasCodesToHandOut, labels } from "./labels";
import { BatchStatus, batchCreatorName } from "./list";
import { RestrictionItems } from "./restrictions";

/** The page of one batch. The page passes the list of its codes as children. */
export function BatchView({ id, children }: { id: string; children: ReactNode }) {
  return (
    <DetailPage query={useQuery(apiQuery("GET /batches/:batch", { params: { batch: id } }))} cardClass="h-80">
      {(batch) => (
        <>
          <PageHeader title={<bdi className="min-w-0">{batchName(batch)}</bdi>} action={<BatchActions batch={batch} />} />
          <DetailColumns aside={<BatchDetails batch={batch} />}>
            <ClaimsChart batch={batch.id} />
          </DetailColumns>
          {children}
        </>
      )}
    </DetailPage>
  );
}

const { actions } = labels;

const RenameBatch = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.RenameBatch));
const SetAllowedDomains = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.SetAllowedDomains));
const SetRedemption = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.SetRedemption));
const ExtendBatch = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.ExtendBatch));

/** The actions of a batch's page, by their names in the URL. */
function useBatchActions(batch: BatchRecord) {
  const canExtend = useCan("POST /batches/bulk");
  const canUpdate = useCan("PATCH /batches/:batch");
  const canDelete = useCan("DELETE /batches/:batch");
  const canPrint = useCan("POST /prints");
  const canSend = useCan("POST /leads/invite");
  const { mutateAsync } = useApiMutation("PATCH /batches/:batch", { changes: ["GET /batches/:batch", "GET /batches", "GET /codes"] });
  const { mutateAsync: remove } = useJobMutation("POST /batches/bulk", { deletes: "GET /batches/:batch" });
  const { binDays } = useSession().project;
  const router = useRouter();
  const { id, paused } = batch;
  return {
    send: canSend &&
      hasCodesToHandOut(batch) && {
        label: actions.send,
        icon: Send,
        dialog: (dialog: DialogProps) => <SendDialog {...dialog} batch={id} />,
      },
    print: canPrint &&
      batch.codeCount > 0 && {
        label: actions.print,
        icon: Printer,
        dialog: (dialog: DialogProps) => <PrintDialog {...dialog} name={batchName(batch)} codes={{ filter: { batch: id } }} batch={id} />,
      },
    extend: canExtend && {
      label: actions.extend,
      icon: CalendarClock,
      dialog: (dialog: DialogProps) => <ExtendBatch {...dialog} batch={batch} />,
    },
    rename: canUpdate && {
      label: actions.rename,
      icon: Pencil,
      dialog: (dialog: DialogProps) => <RenameBatch {...dialog} batch={batch} />,
    },
    redemption: canUpdate && {
      label: actions.redemption,
      icon: Store,
      dialog: (dialog: DialogProps) => <SetRedemption {...dialog} batch={batch} />,
    },
    allowedDomains: canUpdate && {
      label: actions.allowedDomains,
      icon: AtSign,
      dialog: (dialog: DialogProps) => <SetAllowedDomains {...dialog} batch={batch} />,
    },
    pause: canUpdate && {
      label: paused ? actions.resume : actions.pause,
      icon: paused ? Play : Pause,
      confirm: () => import("./dialogs").then(({ pauseConfirmation }) => pauseConfirmation(batch)),
      run: () => mutateAsync({ params: { batch: id }, body: { paused: !paused } }),
    },
    delete: canDelete && {
      label: actions.delete,
      icon: Trash2,
      destructive: true,
      separated: true,
      confirm: () => import("./dialogs").then(({ deleteConfirmation }) => deleteConfirmation(batch, binDays)),
      run: () => remove({ body: { action: "delete", batches: [id], bin: true } }),
      onSuccess: () => router.replace(routes.batches),
    },
  };
}

/** The buttons and menu of a batch's page. The URL says which dialog is open. */
function BatchActions({ batch }: { batch: BatchRecord }) {
  const all = useBatchActions(batch);
  const { send, print, extend, ...menu } = all;
  const dialogs = useUrlActionDialogs("action", all);
  const { id, codeCount } = batch;
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton action={send} dialogs={dialogs} variant="default" />
      <ActionButton
        action={codeCount > 0 && codeCount <= maxCopiedCodes && { label: actions.copyAll, icon: Copy, run: () => copyAll(id) }}
      />
      <ActionButton action={print} dialogs={dialogs} />
      <ActionButton action={extend} dialogs={dialogs} />
      <ActionMenu variant="outline" label={actions.more} actions={Object.values(menu)} dialogs={dialogs} />
      <RoleNote call="PATCH /batches/:batch" action={actions.restricted} />
      {dialogs.dialog}
    </div>
  );
}

const copyAll = async (batch: string): Promise<void> => {
  try {
    await copyCodes((await fetchMatchingCodes({ batch, since: undefined, until: undefined })) ?? []);
  } catch (error) {
    showErrorToast(actions.copyFailed)(error);
  }
};

const { details } = labels;

/** The properties of a batch. */
function BatchDetails({ batch }: { batch: BatchRecord }) {
  const zone = useSession().project.timeZone;
  const canPrint = useCan("POST /prints");
  const { id, type, pattern, amount, codeCount, totalAllowedClaims, claims, allowedClaims, createdAt } = batch;
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
        <ValidityItems period={batch} zone={zone} />
        {isRedeemedElsewhere(batch) && (
          <DetailsItem label={details.redemption}>
            {batch.redemptionUrl !== null && <p className="break-all">{batch.redemptionUrl}</p>}
            {batch.redemptionInstructions !== null && (
              <p className="whitespace-pre-line text-2sm text-muted-foreground">{batch.redemptionInstructions}</p>
            )}
          </DetailsItem>
        )}
        <RestrictionItems {...batch} />
        <DetailsItem label={details.type}>{pattern === null ? codeTypeLabels[type].label : details.pattern(pattern)}</DetailsItem>
        <DetailsItem label={details.created}>
          {creatorName === null ? (
            <Time at={createdAt} zone={zone} />
          ) : (
            <Interpolate text={details.createdBy} values={{ time: <Time at={createdAt} zone={zone} />, name: <bdi>{creatorName}</bdi> }} />
          )}
        </DetailsItem>
      </DetailsList>
      {/* Others have them in the dialog that prints. */}
      {!canPrint && <SavedFiles kind="prints" batch={id} />}
      <RoleNote call="POST /prints" action={labels.printing} />
    </Card>
  );
}

const { chart } = labels;

const periodParser = parseAsStringLiteral(spans).withDefault("all");
const periodOptions = spans.map((value) => ({ value, label: chart.periods[value] }));

/** A chart of the claims per day. The URL holds the time period. */
function ClaimsChart({ batch }: { batch: string }) {
  const [span, setSpan] = useQueryState("span", periodParser);
  const query = useQuery({ ...apiQuery("GET /claims/stats", { query: { batch, span } }), placeholderData: keepPreviousData });
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
