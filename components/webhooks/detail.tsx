"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pause, Pencil, Play, RotateCcw, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { apiQuery } from "@/components/api-query";
import { leadSourceLabels } from "@/components/leads";
import { ProjectTime } from "@/components/list/columns";
import { RoleNote } from "@/components/shell/role-note";
import { useCan, useSession } from "@/components/shell/session";
import { type Action, ActionButton, type DialogProps, useUrlActionDialogs } from "@/components/ui/actions";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { lazyDialog } from "@/components/ui/lazy";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { ActionMenu } from "@/components/ui/menu";
import { QueryState } from "@/components/ui/query-state";
import { Badge } from "@/components/ui/status";
import { Interpolate } from "@/components/ui/text";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { chatMessageKinds } from "@/contract/chat-messages";
import { isChat, webhookName } from "@/contract/webhook-targets";
import type { WebhookRecord } from "@/contract/webhooks";
import { batchPath, routes, wavePath } from "@/lib/routes";
import { WebhookDeliveries } from "./deliveries";
import { formatLabels, formatMoment, formatSuccess, labels } from "./labels";
import { AttemptSummary, WebhookStatus } from "./status";

const { actions: actionLabels, health, settings } = labels;

/** The page of one webhook: its health, its settings and what was sent to it. */
export function WebhookView({ id }: { id: string }) {
  const query = useQuery({ ...apiQuery("GET /webhooks/:id", { params: { id } }), refetchInterval: 5000 });
  return (
    <QueryState query={query} loading={<Skeleton className="h-160 rounded-lg" />}>
      {(webhook) => (
        <>
          <p className="-mb-2">
            <TextLink href={routes.settings.webhooks}>{labels.all}</TextLink>
          </p>
          <WebhookCard webhook={webhook} />
          <SettingsCard webhook={webhook} />
          <WebhookDeliveries webhook={webhook} />
        </>
      )}
    </QueryState>
  );
}

/** The name, the actions and the health of a webhook. */
function WebhookCard({ webhook }: { webhook: WebhookRecord }) {
  const { status, stopReason, last24Hours, last7Days, waiting, missed, lastSuccessAt, lastFailure, format } = webhook;
  return (
    <Card
      title={
        <span className="wrap-anywhere flex flex-wrap items-center gap-x-2">
          <bdi>{webhookName(webhook)}</bdi>
          {format !== "standard" && <Badge>{formatLabels[format]}</Badge>}
        </span>
      }
      action={<WebhookActions webhook={webhook} />}
    >
      <DetailsList>
        <DetailsItem label={health.status}>
          <WebhookStatus webhook={webhook} />
          {status === "paused" && <p className="text-muted-foreground">{health.paused}</p>}
          {stopReason !== null && <p className="max-w-2xl text-muted-foreground">{health.disabled[stopReason]}</p>}
        </DetailsItem>
        <DetailsItem label={health.last24Hours}>
          <Success results={last24Hours} />
        </DetailsItem>
        <DetailsItem label={health.last7Days}>
          <Success results={last7Days} />
        </DetailsItem>
        {waiting > 0 && <DetailsItem label={health.waiting}>{health.eventCount(waiting)}</DetailsItem>}
        {missed !== null && <DetailsItem label={health.missed}>{health.eventCount(missed)}</DetailsItem>}
        <DetailsItem label={health.lastSuccess}>{lastSuccessAt === null ? health.never : <ProjectTime at={lastSuccessAt} />}</DetailsItem>
        <DetailsItem label={health.lastFailure}>
          {lastFailure === null ? health.never : <AttemptSummary attempt={lastFailure} />}
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

function Success({ results }: { results: WebhookRecord["last24Hours"] }) {
  const share = formatSuccess(results);
  return share === null ? <span className="text-muted-foreground">{health.noAttempts}</span> : health.success(share);
}

/** The settings of a webhook. The URL of a chat is a secret. */
function SettingsCard({ webhook }: { webhook: WebhookRecord }) {
  const { url, events, format, previousSecretUntil, createdAt, createdBy } = webhook;
  const zone = useSession().project.timeZone;
  const time = <ProjectTime at={createdAt} />;
  const ownTexts = chatMessageKinds.flatMap((kind) => (webhook.texts[kind] ? [[kind, webhook.texts[kind]] as const] : []));
  return (
    <Card title={settings.title}>
      <DetailsList>
        <DetailsItem label={health.url}>
          <span translate="no" className="break-all font-mono text-2sm">
            {url}
          </span>
        </DetailsItem>
        <DetailsItem label={settings.events}>
          {events === null ? (
            labels.columns.allEvents
          ) : (
            <ul aria-label={settings.events} translate="no" className="flex flex-wrap gap-1">
              {events.map((type) => (
                <li key={type}>
                  <Badge className="font-mono">{type}</Badge>
                </li>
              ))}
            </ul>
          )}
        </DetailsItem>
        <DetailsItem label={settings.filter}>
          <Filter filter={webhook.filter} />
        </DetailsItem>
        {webhook.dailySummary && <DetailsItem label={labels.form.dailySummary}>{settings.dailySummary}</DetailsItem>}
        {ownTexts.length > 0 && (
          <DetailsItem label={settings.texts}>
            <ul aria-label={settings.texts} className="grid gap-1">
              {ownTexts.map(([kind, text]) => (
                <li key={kind} className="wrap-anywhere">
                  <span className="text-muted-foreground">{labels.form.texts.kinds[kind]}</span> <bdi translate="no">{text}</bdi>
                </li>
              ))}
            </ul>
          </DetailsItem>
        )}
        <DetailsItem label={settings.format}>{formatLabels[format]}</DetailsItem>
        {!isChat(format) && (
          <DetailsItem label={settings.secret}>
            {previousSecretUntil === null ? settings.oneSecret : settings.bothSecrets(formatMoment(previousSecretUntil, zone))}
          </DetailsItem>
        )}
        <DetailsItem label={settings.created}>
          <Interpolate
            text={createdBy === null ? settings.createdByKey : settings.createdBy}
            values={{ time, name: createdBy && <bdi>{createdBy.name}</bdi> }}
          />
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

/** What a webhook's events are filtered by. */
function Filter({ filter: { tag, source, batch, wave } }: Pick<WebhookRecord, "filter">) {
  const { filterItem } = settings;
  const items: Readonly<Record<string, ReactNode>> = {
    tag: tag && <Interpolate text={filterItem.tag} values={{ tag }} />,
    source: source && filterItem.source(leadSourceLabels[source]),
    batch: batch && <TextLink href={batchPath(batch)}>{filterItem.batch}</TextLink>,
    wave: wave && <TextLink href={wavePath(wave)}>{filterItem.wave}</TextLink>,
  };
  const shown = Object.entries(items).filter(([, item]) => item !== undefined);
  if (shown.length === 0) return settings.noFilter;
  return (
    <ul aria-label={settings.filter} className="flex flex-wrap gap-x-4">
      {shown.map(([key, item]) => (
        <li key={key}>{item}</li>
      ))}
    </ul>
  );
}

type WebhookDialog = DialogProps & { webhook: WebhookRecord };

const EditDialog = lazyDialog<WebhookDialog>(() => import("./form-dialogs").then((dialogs) => dialogs.EditWebhookDialog));
const RotateDialog = lazyDialog<WebhookDialog>(() => import("./form-dialogs").then((dialogs) => dialogs.RotateSecretDialog));
const TestDialog = lazyDialog<WebhookDialog>(() => import("./dialogs").then((dialogs) => dialogs.TestWebhookDialog));
const ResumeDialog = lazyDialog<WebhookDialog>(() => import("./dialogs").then((dialogs) => dialogs.ResumeWebhookDialog));
const RecoverDialog = lazyDialog<WebhookDialog>(() => import("./dialogs").then((dialogs) => dialogs.RecoverWebhookDialog));

/** The actions of a webhook's page, by their names in the URL. */
function useWebhookActions(
  webhook: WebhookRecord,
): Record<"test" | "pause" | "resume" | "edit" | "recover" | "rotate" | "delete", Action | false> {
  const canManage = useCan("PATCH /webhooks/:id");
  const router = useRouter();
  const params = { id: webhook.id };
  const pause = useApiMutation("POST /webhooks/:id/pause", { changes: ["GET /webhooks/:id"] });
  const remove = useApiMutation("DELETE /webhooks/:id", { changes: ["GET /webhooks"], deletes: "GET /webhooks/:id" });
  const isActive = webhook.status === "active";
  const name = webhookName(webhook);
  return {
    test: canManage && { label: actionLabels.test, icon: Send, dialog: (dialog) => <TestDialog {...dialog} webhook={webhook} /> },
    pause: canManage &&
      isActive && {
        label: actionLabels.pause,
        icon: Pause,
        run: () => pause.mutateAsync({ params }).then(() => toast.success(actionLabels.paused)),
        failed: actionLabels.pauseFailed,
      },
    resume: canManage &&
      !isActive && { label: actionLabels.resume, icon: Play, dialog: (dialog) => <ResumeDialog {...dialog} webhook={webhook} /> },
    edit: canManage && { label: actionLabels.edit, icon: Pencil, dialog: (dialog) => <EditDialog {...dialog} webhook={webhook} /> },
    recover: canManage && {
      label: actionLabels.recover,
      icon: RotateCcw,
      dialog: (dialog) => <RecoverDialog {...dialog} webhook={webhook} />,
    },
    rotate: canManage && { label: actionLabels.rotate, icon: KeyRound, dialog: (dialog) => <RotateDialog {...dialog} webhook={webhook} /> },
    delete: canManage && {
      label: actionLabels.delete,
      icon: Trash2,
      destructive: true,
      separated: true,
      confirm: {
        title: labels.delete.title(name),
        consequence: labels.delete.consequence(webhook.waiting),
        action: labels.delete.action,
        success: labels.delete.deleted(name),
      },
      run: () => remove.mutateAsync({ params }),
      onSuccess: () => router.replace(routes.settings.webhooks),
    },
  };
}

function WebhookActions({ webhook }: { webhook: WebhookRecord }) {
  const { test, pause, resume, edit, recover, rotate, delete: remove } = useWebhookActions(webhook);
  const dialogs = useUrlActionDialogs("action", { test, resume, edit, recover, rotate, delete: remove });
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton action={test} dialogs={dialogs} />
      <ActionButton action={pause} />
      <ActionButton action={resume} dialogs={dialogs} variant="default" />
      <ActionButton action={edit} dialogs={dialogs} />
      <ActionMenu variant="outline" label={actionLabels.more} actions={[recover, rotate, remove]} dialogs={dialogs} />
      <RoleNote call="PATCH /webhooks/:id" action={labels.restricted} />
      {dialogs.dialog}
    </div>
  );
}
