"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Download, Mail, Pause, Play, QrCode as QrIcon, Shuffle, Trash2, UserRoundCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { apiQuery } from "@/components/api-query";
import { batchName, RestrictionItems } from "@/components/batches";
import { FailedClaims } from "@/components/claims";
import { useJobMutation } from "@/components/jobs";
import { DetailColumns, DetailPage } from "@/components/layout/detail-page";
import { PageHeader } from "@/components/layout/page";
import { CodeLineage } from "@/components/lineage";
import { downloadFromUrl } from "@/components/list/download";
import { MetadataItems } from "@/components/metadata";
import { SendDialogFromUrl, useOpenSendDialog } from "@/components/sends";
import { LocalUrlWarning } from "@/components/shell/local-url-warning";
import { RoleNote } from "@/components/shell/role-note";
import { useCan, useSession } from "@/components/shell/session";
import { SavedTags, TagList } from "@/components/tags";
import { type Action, ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { CopyableText, CopyButton } from "@/components/ui/copy-button";
import { lazyDialog } from "@/components/ui/lazy";
import { TextLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { UsageBar } from "@/components/ui/progress";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { WebhookDeliveriesAbout } from "@/components/webhooks";
import { callUrl } from "@/contract/call";
import type { CodeRecord, HeldCodeRecord } from "@/contract/codes";
import { qrCodeFormats } from "@/contract/enums";
import { isRedeemedElsewhere } from "@/contract/redemption";
import { batchPath, codePath, leadPath, routes, withQuery } from "@/lib/routes";
import { ClaimCheck, CodeClaims, CodeDeliveries, CodeHistory, CodeHolds, detailLabels, useActiveHolds } from "./detail-cards";
import { codeStatusLabels, codeTypeLabels, labels, usageLabel } from "./labels";
import { CodeStatus, ValidityItems } from "./validity";

/** The page of one code. */
export function CodeView({ code }: { code: string }) {
  const query = useQuery({
    ...apiQuery("GET /codes/:code", { params: { code } }),
    // The page doesn't hear of events of holds.
    refetchInterval: ({ state: { data } }) => data !== undefined && data.holds.length > 0 && 10_000,
  });
  return (
    <DetailPage query={query}>
      {(record) => (
        <>
          <PageHeader
            title={
              <span className="flex min-w-0 items-center gap-1">
                <span translate="no" className="min-w-0 break-all font-mono">
                  {record.code}
                </span>
                <CopyButton text={record.code} label={detailLabels.copyCodeTarget} icon />
              </span>
            }
            action={<CodeActions code={record} />}
          />
          <DetailColumns
            aside={
              <>
                <CodeDetails code={record} />
                <ClaimLink code={record} />
                <ClaimCheck code={record.code} />
              </>
            }
          >
            <CodeHolds code={record} />
            <CodeClaims code={record} />
            <CodeLineage code={record.code} />
            <FailedClaims code={record.code} />
            <CodeDeliveries code={record.code} />
            <WebhookDeliveriesAbout code={record.code} />
            <CodeHistory code={record} />
          </DetailColumns>
          <SendDialogFromUrl />
        </>
      )}
    </DetailPage>
  );
}

const { details } = labels;

/** The properties of a code. */
function CodeDetails({ code }: { code: HeldCodeRecord }) {
  const held = useActiveHolds(code).length;
  const zone = useSession().project.timeZone;
  const { status, claims, allowedClaims, reservedFor, batch, type, createdAt, updatedAt } = code;
  return (
    <Card title={details.title}>
      <DetailsList>
        <DetailsItem label={details.status}>
          <CodeStatus status={status} />
          <p className="text-2sm text-muted-foreground">
            {status === "active" && held > 0 && claims + held >= allowedClaims
              ? detailLabels.holds.allHeld
              : codeStatusLabels[status].description}
          </p>
        </DetailsItem>
        <DetailsItem label={details.uses}>
          <UsageBar used={claims} total={allowedClaims} title={usageLabel(claims, allowedClaims)} className="max-w-48" />
          {held > 0 && <p className="text-2sm text-muted-foreground">{detailLabels.holds.count(held)}</p>}
        </DetailsItem>
        <ValidityItems period={code} zone={zone} />
        <DetailsItem label={details.reservedFor}>
          {reservedFor === null ? (
            labels.anyone
          ) : (
            <TextLink translate="no" href={leadPath(reservedFor.email)} className="break-all font-mono text-2sm">
              {reservedFor.email}
            </TextLink>
          )}
        </DetailsItem>
        <DetailsItem label={details.batch}>
          <TextLink href={batchPath(batch.id)}>
            <bdi>{batchName(batch)}</bdi>
          </TextLink>
        </DetailsItem>
        <RestrictionItems {...code} />
        <DetailsItem label={details.tags}>
          <CodeTags code={code} />
        </DetailsItem>
        <MetadataItems {...code} />
        <DetailsItem label={details.type}>{codeTypeLabels[type].label}</DetailsItem>
        <DetailsItem label={details.created}>
          <Time at={createdAt} zone={zone} />
        </DetailsItem>
        <DetailsItem label={details.updated}>
          <Time at={updatedAt} zone={zone} />
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

/** The tags of a code. Members edit them in place. */
function CodeTags({ code: { code, tags } }: { code: CodeRecord }) {
  const { mutateAsync: save } = useApiMutation("PATCH /codes/:code", { changes: ["GET /codes/:code"] });
  const canUpdate = useCan("PATCH /codes/:code");
  if (!canUpdate) return tags.length === 0 ? "–" : <TagList tags={tags} />;
  return <SavedTags resource="codes" tags={tags} onSave={(body) => save({ params: { code }, body })} />;
}

const { claimLink } = detailLabels;

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((module) => module.QrCode), { ssr: false });

/** The link that opens the claim page with the code filled in, or the page where it is redeemed, as text and as a QR code. */
function ClaimLink({ code: { code, redemptionUrl, redemptionInstructions } }: { code: CodeRecord }) {
  const [isQrCodeShown, setQrCodeShown] = useState(false);
  const claimUrl = useSession().appUrl + withQuery(routes.claim, { code });
  const url = redemptionUrl ?? claimUrl;
  const isClaimed = !isRedeemedElsewhere({ redemptionUrl, redemptionInstructions });
  return (
    <Card
      title={redemptionUrl === null ? claimLink.title : claimLink.redemptionTitle}
      description={isClaimed ? claimLink.description : claimLink.redemptionDescription}
    >
      <CopyableText text={url} label={claimLink.copyTarget} />
      {isQrCodeShown && <QrCode text={url} label={claimLink.qrCode(code)} className="mt-4 size-44 border" />}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isQrCodeShown && (
          <Button variant="outline" size="sm" onClick={() => setQrCodeShown(true)}>
            <QrIcon aria-hidden="true" /> {claimLink.showQrCode}
          </Button>
        )}
        {qrCodeFormats.map((format) => (
          <Button
            key={format}
            variant="outline"
            size="sm"
            aria-label={claimLink.downloadQrCode(format)}
            onClick={() => downloadFromUrl(callUrl("GET /codes/:code/qr", { params: { code }, query: { format } }))}
          >
            <Download aria-hidden="true" /> {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {redemptionUrl === null && <LocalUrlWarning className="mt-4" />}
    </Card>
  );
}

const { actions } = labels;

const ExtendCode = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.ExtendCode));
const ReserveCode = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.ReserveCode));

/** The actions of a code's page, by their names in the URL. */
function useCodeActions(code: HeldCodeRecord): Record<"extend" | "pause" | "reserve" | "words" | "delete", Action | false> {
  const canUpdate = useCan("PATCH /codes/:code");
  const canDelete = useCan("POST /codes/delete");
  const canReplaceWords = useCan("POST /codes/:code/new-words");
  const { binDays } = useSession().project;
  const router = useRouter();
  const { mutateAsync } = useApiMutation("PATCH /codes/:code", { changes: ["GET /codes/:code", "GET /codes"] });
  const replaceWords = useApiMutation("POST /codes/:code/new-words", { changes: ["GET /codes"], deletes: "GET /codes/:code" });
  const remove = useJobMutation("POST /codes/bulk", { deletes: "GET /codes/:code" });
  const isPaused = code.status === "paused";
  return {
    extend: canUpdate && {
      label: actions.extend,
      icon: CalendarClock,
      dialog: (dialog) => <ExtendCode {...dialog} code={code} />,
    },
    pause: canUpdate && {
      label: isPaused ? actions.resume : actions.pause,
      icon: isPaused ? Play : Pause,
      confirm: () => import("./dialog-labels").then(({ pauseConfirmation }) => pauseConfirmation(code)),
      run: () => mutateAsync({ params: { code: code.code }, body: { paused: !isPaused } }),
    },
    reserve: canUpdate && {
      label: actions.reserve,
      icon: UserRoundCheck,
      dialog: (dialog) => <ReserveCode {...dialog} code={code} />,
    },
    words: canReplaceWords &&
      code.type === "creative" &&
      code.claims === 0 &&
      code.holds.length === 0 && {
        label: actions.newWords,
        icon: Shuffle,
        confirm: () => import("./dialog-labels").then(({ newWordsConfirmation }) => newWordsConfirmation(code)),
        run: () => replaceWords.mutateAsync({ params: { code: code.code } }),
        onSuccess: (renamed: CodeRecord) => {
          toast.success(actions.wordsReplaced(renamed.code));
          router.replace(codePath(renamed.code));
        },
      },
    delete: canDelete && {
      label: actions.delete,
      icon: Trash2,
      destructive: true,
      separated: true,
      confirm: () => import("./dialog-labels").then(({ deleteConfirmation }) => deleteConfirmation(code, binDays)),
      run: () => remove.mutateAsync({ body: { action: "delete", codes: [code.code], bin: true } }),
      onSuccess: () => router.replace(routes.codes),
    },
  };
}

/** The buttons and menu of a code's page. The URL says which dialog is open. */
function CodeActions({ code }: { code: HeldCodeRecord }) {
  const openSendDialog = useOpenSendDialog();
  const send = useCan("POST /codes/send") && { label: actions.send, icon: Mail, run: () => openSendDialog(code.code) };
  const { extend, ...menu } = useCodeActions(code);
  const dialogs = useUrlActionDialogs("action", { extend, ...menu });
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton action={extend} dialogs={dialogs} />
      <ActionButton action={send} variant="default" />
      <ActionMenu variant="outline" label={actions.more} actions={Object.values(menu)} dialogs={dialogs} />
      <RoleNote call="PATCH /codes/:code" action={actions.restricted} />
      {dialogs.dialog}
    </div>
  );
}
