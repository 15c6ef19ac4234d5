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
import { countOf } from "@/lib/counts";
import { routes, sendPath } from "@/lib/routes";
import { sendColumns } from "./columns";
import { sendsUrlState } from "./filters";
import { NewSendButton, NewSendDialog } from "./new-send";
import { sendsQuery } from "./queries";
import { SendsFilterBar } from "./sends-filter-bar";
import { sendTitle } from "./labels";

const sendId = ({ id }: SendRecord) => id;
const rowLink = { href: ({ id }: SendRecord) => sendPath(id) };

/** Everything that was sent, newest first, with how far each is. */
export function SendsView() {
  const list = useList(sendsUrlState, sendsQuery);
  const { page, filterQuery, total, zone } = list;
  const maySend = useCan("POST /codes/send");
  const columns = useMemo(() => sendColumns(zone), [zone]);
  return (
    <>
      <PageHeader
        title="Sends"
        count={total && countOf(total)}
        action={
          <div className="flex flex-wrap gap-2">
            <ExportLink href={callUrl("GET /sends", { query: { ...filterQuery, format: "csv" } })} />
            <ButtonLink href={routes.suppressions} variant="outline">
              <MailX aria-hidden="true" /> Suppressions
            </ButtonLink>
            {maySend && <NewSendButton />}
          </div>
        }
      />
      <SendsFilterBar list={list} batchName={page.data?.items.find(({ batch }) => batch !== null)?.batch?.name} />
      <ListTable
        list={list}
        label="Sends"
        columns={columns}
        getRowId={sendId}
        getRowName={sendTitle}
        rowOpening={rowLink}
        emptyState={{
          icon: Send,
          title: "Nothing was sent yet",
          description: "Every code that you send, and every invitation with personal codes, stands here with how far it is.",
          action: maySend && <NewSendButton />,
        }}
      />
      {maySend && <NewSendDialog />}
    </>
  );
}
