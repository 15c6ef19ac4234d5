"use client";

import { MailX, Send } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { ListTable } from "@/components/list/list-table";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/use-can";
import { ButtonLink } from "@/components/ui/button";
import { callUrl } from "@/contract/call";
import type { SendRecord } from "@/contract/sends";
import { formatTotal } from "@/lib/plural";
import { routes, sendPath } from "@/lib/routes";
import { sendColumns } from "./columns";
import { sendsUrlState } from "./filters";
import { labels, sendTitle } from "./labels";
import { NewSendButton, NewSendDialog } from "./new-send";
import { sendsQuery } from "./queries";
import { SendsFilterBar } from "./sends-filter-bar";

const sendKey = ({ id }: SendRecord) => id;
const rowLink = { href: ({ id }: SendRecord) => sendPath(id) };

/** The page that lists all sends. */
export function SendsView() {
  const list = useList(sendsUrlState, sendsQuery);
  const { page, filterQuery, total, zone } = list;
  const canSend = useCan("POST /codes/send");
  const columns = useMemo(() => sendColumns(zone), [zone]);
  return (
    <>
      <PageHeader
        title={labels.title}
        count={total && formatTotal(total)}
        action={
          <div className="flex flex-wrap gap-2">
            <ExportLink href={callUrl("GET /sends", { query: { ...filterQuery, format: "csv" } })} />
            <ButtonLink href={routes.suppressions} variant="outline">
              <MailX aria-hidden="true" /> {labels.suppressions}
            </ButtonLink>
            {canSend && <NewSendButton />}
          </div>
        }
      />
      <SendsFilterBar list={list} batchName={page.data?.items.find(({ batch }) => batch !== null)?.batch?.name} />
      <ListTable
        list={list}
        label={labels.title}
        columns={columns}
        getRowId={sendKey}
        getRowName={sendTitle}
        rowOpening={rowLink}
        emptyState={{
          icon: Send,
          ...labels.emptyList,
          action: canSend && <NewSendButton />,
        }}
      />
      {canSend && <NewSendDialog />}
    </>
  );
}
