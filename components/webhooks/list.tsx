"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { apiQuery } from "@/components/api-query";
import type { Column } from "@/components/list/columns";
import { QueryTable } from "@/components/list/query-table";
import { RoleNote } from "@/components/shell/role-note";
import { useCan } from "@/components/shell/session";
import { ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { TableCard } from "@/components/ui/card";
import { lazyDialog } from "@/components/ui/lazy";
import { CellLink, TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/query-state";
import { Badge } from "@/components/ui/status";
import { webhookHost, webhookName } from "@/contract/webhook-targets";
import type { WebhookRecord } from "@/contract/webhooks";
import { routes, webhookPath } from "@/lib/routes";
import { formatLabels, formatSuccess, labels, summarizeEvents } from "./labels";
import { AttemptSummary, WebhookStatus } from "./status";

const { columns: headers } = labels;

const CreateWebhookDialog = lazyDialog(() => import("./form-dialogs").then((dialogs) => dialogs.CreateWebhookDialog));

/** The list of webhooks. */
export function WebhooksView() {
  const query = useQuery({ ...apiQuery("GET /webhooks"), refetchInterval: 10_000 });
  const create = useCan("POST /webhooks") && { label: labels.form.createTitle, icon: Plus, dialog: CreateWebhookDialog };
  const dialogs = useUrlActionDialogs("create", { true: create });
  const button = (
    <>
      <ActionButton action={create} dialogs={dialogs} variant="default" />
      <RoleNote call="POST /webhooks" action={labels.restricted} />
    </>
  );
  const isEmpty = query.data?.length === 0;
  return (
    <TableCard title={labels.title} description={labels.description} action={!isEmpty && button}>
      <QueryTable
        label={labels.title}
        columns={webhookColumns}
        getRowId={({ id }) => id}
        query={query}
        empty={
          <EmptyState
            icon={Webhook}
            title={labels.empty}
            description={
              <>
                {labels.emptyDescription} <TextLink href={routes.guide("receive-webhooks")}>{labels.guide}</TextLink>
              </>
            }
            action={button}
          />
        }
      />
      {dialogs.dialog}
    </TableCard>
  );
}

const webhookColumns: readonly Column<WebhookRecord>[] = [
  {
    id: "webhook",
    header: headers.webhook,
    className: "min-w-44 max-w-72 whitespace-normal py-1.5",
    cell: (webhook) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          <CellLink href={webhookPath(webhook.id)}>
            <bdi>{webhookName(webhook)}</bdi>
          </CellLink>
          {webhook.format !== "standard" && <Badge>{formatLabels[webhook.format]}</Badge>}
        </span>
        {webhook.description !== "" && (
          <span translate="no" className="wrap-anywhere font-mono text-2sm text-muted-foreground">
            {webhookHost(webhook)}
          </span>
        )}
      </>
    ),
  },
  { id: "status", header: headers.status, className: "min-w-40 whitespace-normal", cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  {
    id: "events",
    header: headers.events,
    className: "max-w-64 whitespace-normal",
    cell: ({ events }) => (
      <span translate={events === null ? undefined : "no"} title={events?.join(", ")}>
        {summarizeEvents(events)}
      </span>
    ),
  },
  { id: "last24Hours", header: headers.last24Hours, numeric: true, cell: ({ last24Hours }) => formatSuccess(last24Hours) },
  { id: "last7Days", header: headers.last7Days, numeric: true, cell: ({ last7Days }) => formatSuccess(last7Days) },
  {
    id: "lastFailure",
    header: headers.lastFailure,
    className: "min-w-40 max-w-72 whitespace-normal py-1.5 text-muted-foreground",
    cell: ({ lastFailure }) => lastFailure && <AttemptSummary attempt={lastFailure} />,
  },
];
