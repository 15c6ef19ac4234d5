"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarClock, Copy, Pause, Pencil, Play, Printer, Send, Store, Trash2 } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { apiQuery } from "@/components/api-query";
import { codeTypeLabels, copyCodes, fetchMatchingCodes, maxCopiedCodes, ValidityItems } from "@/components/codes";
import { DetailColumns, DetailPage } from "@/components/layout/detail-page";
import { PageHeader } from "@/components/layout/page";
import { SavedFiles } from "@/components/list/saved-files";
import { SendDialog } from "@/components/sends";
import { RoleNote } from "@/components/shell/role-note";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { ChartCard } from "@/components/ui/chart-card";
import { lazyDialog } from "@/components/ui/lazy";
import { TextLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { Progress } from "@/components/ui/progress";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { showErrorToast } from "@/components/use-api-mutation";
import type { BatchRecord } from "@/contract/batches";
import { spans } from "@/contract/enums";
import { isRedeemedElsewhere } from "@/contract/redemption";
import { routes, withQuery } from "@/lib/routes";
import type { BatchDialogName } from "./dialogs";
import { batchName, hasCodesToHandOut, labels } from "./labels";
import { BatchStatus, batchCreatorName } from "./list";

/** The page of one batch. The page passes the list of its codes as children. */
export function BatchView({ id, children }: { id: string; children: ReactNode }) {
  return (
    <DetailPage query={useQuery(apiQuery("GET /batches/:batch", { params: { batch: id } }))} cardClass="h-80">
      {(batch) => (
        <>
          <PageHeader title={<bdi className="min-w-0 break-words">{batchName(batch)}</bdi>} action={<BatchActions batch={batch} />} />
          <DetailColumns aside={<BatchDetails batch={batch} />}>
            <ClaimsChart batch={batch.id} />
          </DetailColumns>
          {children}
        </>
      )}
    </DetailPage>
  );
}

const BatchDialogs = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.BatchDialogs));

const { actions } = labels;

const batchDialogNames: readonly BatchDialogName[] = ["send", "rename", "redemption", "pause", "extend", "print", "delete"];

/** The buttons and menu of a batch's page. The URL says which dialog is open. */
function BatchActions({ batch }: { batch: BatchRecord }) {
  const [openDialog, setOpenDialog] = useQueryState("action", parseAsStringLiteral(batchDialogNames));
  const canExtend = useCan("POST /batches/bulk");
  const canPause = useCan("PATCH /batches/:batch");
  const canDelete = useCan("DELETE /batches/:batch");
  const canPrint = useCan("POST /prints");
  const canSend = useCan("POST /leads/invite");
  const open = (dialog: BatchDialogName) => void setOpenDialog(dialog);
  return (
    <div className="flex flex-wrap gap-2">
      {canSend && hasCodesToHandOut(batch) && (
        <Button onClick={() => open("send")}>
          <Send aria-hidden="true" /> {actions.send}
        </Button>
      )}
      {canSend && <SendDialog open={openDialog === "send"} onClose={() => void setOpenDialog(null)} batch={batch.id} />}
      {batch.codeCount > 0 && batch.codeCount <= maxCopiedCodes && <CopyAllButton batch={batch.id} />}
      {canPrint && batch.codeCount > 0 && (
        <Button variant="outline" onClick={() => open("print")}>
          <Printer aria-hidden="true" /> {actions.print}
        </Button>
      )}
      {canExtend && (
        <Button variant="outline" onClick={() => open("extend")}>
          <CalendarClock aria-hidden="true" /> {actions.extend}
        </Button>
      )}
      <ActionMenu
        variant="outline"
        label={actions.more}
        actions={[
          canPause && { label: actions.rename, icon: Pencil, run: () => open("rename") },
          canPause && { label: actions.redemption, icon: Store, run: () => open("redemption") },
          canPause && {
            label: batch.paused ? actions.resume : actions.pause,
            icon: batch.paused ? Play : Pause,
            run: () => open("pause"),
          },
          canDelete && { label: actions.delete, icon: Trash2, destructive: true, separated: true, run: () => open("delete") },
        ]}
      />
      <RoleNote call="PATCH /batches/:batch" action={actions.restricted} />
      {(canExtend || canPause || canDelete) && (
        <BatchDialogs batch={batch} open={openDialog !== null} action={openDialog} onClose={() => setOpenDialog(null)} />
      )}
    </div>
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
              <p className="whitespace-pre-line break-words text-[13px] text-muted-foreground">{batch.redemptionInstructions}</p>
            )}
          </DetailsItem>
        )}
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
