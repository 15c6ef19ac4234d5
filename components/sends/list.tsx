"use client";

import { MailX, Send, SendHorizontal } from "lucide-react";
import { Actor } from "@/components/activity";
import { type Column, timeColumn } from "@/components/list/columns";
import { MenuFilter } from "@/components/list/filters";
import { ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import { WrappedName } from "@/components/ui/text";
import type { SendRecord } from "@/contract/sends";
import { routes, sendPath } from "@/lib/routes";
import { sendsList } from "./definition";
import { labels, sendKindLabels, sendTitle } from "./labels";
import { shortestRefetchInterval } from "./polling";
import { SendsTabs } from "./saved-emails";
import { SendDialog } from "./send-dialog";
import { SendProgress } from "./status";

const { columns: headers, filters: filterLabels } = labels;

const sendKey = ({ id }: SendRecord) => id;
const rowLink = { href: ({ id }: SendRecord) => sendPath(id) };

/** The page that lists all sends. */
export function SendsView() {
  const list = useList(sendsList, { getRefetchInterval: shortestRefetchInterval });
  const { page } = list;
  const newSend = useCan("POST /codes/send") && { label: labels.newSend, icon: SendHorizontal, dialog: SendDialog };
  const dialogs = useUrlActionDialogs("new", { true: newSend });
  const newSendButton = <ActionButton action={newSend} dialogs={dialogs} variant="default" />;
  const batchName = page.data?.items.find(({ batch }) => batch !== null)?.batch?.name ?? filterLabels.unknownBatch;
  return (
    <>
      <ListPage
        list={list}
        name="sends"
        title={labels.title}
        headerActions={
          <>
            <ButtonLink href={routes.suppressions} variant="outline">
              <MailX aria-hidden="true" /> {labels.suppressions}
            </ButtonLink>
            {newSendButton}
          </>
        }
        tabs={<SendsTabs />}
        filters={
          <ListFilters
            list={list}
            controls={{
              batch: (filter) => (
                <MenuFilter {...filter} options={[{ value: filter.value ?? "", label: batchName }]} anyLabel={filterLabels.allBatches} />
              ),
            }}
          />
        }
        columns={sendColumns}
        getRowId={sendKey}
        getRowName={sendTitle}
        rowOpening={rowLink}
        emptyState={{
          icon: Send,
          ...labels.emptyList,
          action: newSendButton,
        }}
      />
      {dialogs.dialog}
    </>
  );
}

/** The columns of the sends table. */
const sendColumns: readonly Column<SendRecord>[] = [
  {
    id: "sent",
    header: headers.sent,
    className: "min-w-40",
    cell: (send) => <WrappedName text={sendTitle(send)} mono={send.code !== null} />,
    fields: ["code", "batch.name"],
  },
  {
    id: "kind",
    header: headers.kind,
    width: "w-40",
    minTableWidth: "wide",
    className: "text-muted-foreground",
    cell: (send) => sendKindLabels[send.kind],
  },
  {
    id: "progress",
    header: headers.progress,
    width: "w-44 sm:w-72 2xl:w-96",
    cell: (send) => <SendProgress send={send} />,
    fields: ["receivedLeads", ...["sent", "failed", "canceled", "suppressed", "bounced"].map((status) => `deliveries.${status}`)],
  },
  {
    id: "sentBy",
    header: headers.sentBy,
    width: "w-40",
    minTableWidth: "lg",
    cell: (send) => send.actor && <Actor actor={{ ...send.actor, id: null }} />,
  },
  timeColumn({ id: "created", header: headers.created, width: "w-36", minTableWidth: "sm" }, ({ createdAt }) => createdAt),
];
