"use client";

import { MailX, Send, SendHorizontal } from "lucide-react";
import { Actor } from "@/components/activity";
import { type Column, timeColumn } from "@/components/list/columns";
import { FilterMenu } from "@/components/list/filter-menu";
import { BooleanFilter, DateRangeFilter, type FilterList, filterProps, MenuFilter, TextFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { useUrlList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { ActionButton, useUrlActionDialogs } from "@/components/ui/actions";
import { ButtonLink } from "@/components/ui/button";
import { WrappedName } from "@/components/ui/text";
import { sendKinds } from "@/contract/enums";
import type { SendRecord } from "@/contract/sends";
import { routes, sendPath } from "@/lib/routes";
import { labels, sendKindLabels, sendTitle } from "./labels";
import { sendsQuery } from "./polling";
import { SendsTabs } from "./saved-emails";
import { SendDialog } from "./send-dialog";
import { SendProgress } from "./status";
import { type SendFilters, sendsUrlState } from "./url";

const { columns: headers, filters: filterLabels } = labels;

const sendKey = ({ id }: SendRecord) => id;
const rowLink = { href: ({ id }: SendRecord) => sendPath(id) };

/** The page that lists all sends. */
export function SendsView() {
  const list = useUrlList(sendsUrlState, sendsQuery);
  const { page, zone } = list;
  const newSend = useCan("POST /codes/send") && { label: labels.newSend, icon: SendHorizontal, dialog: SendDialog };
  const dialogs = useUrlActionDialogs("new", { true: newSend });
  const newSendButton = <ActionButton action={newSend} dialogs={dialogs} variant="default" />;
  const columns = sendColumns(zone);
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
        filters={<Filters list={list} batchName={page.data?.items.find(({ batch }) => batch !== null)?.batch?.name} />}
        columns={columns}
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

const kindOptions = sendKinds.map((value) => ({ value, label: sendKindLabels[value] }));

type FiltersProps = {
  list: FilterList<SendFilters>;
  /** The name of the batch that the list is filtered by, if it is known. */
  batchName: string | undefined;
};

/** The filters of the sends. */
function Filters({ list, batchName }: FiltersProps) {
  const { filters, setFilters, zone } = list;
  const { batch, from, to } = filters;
  return (
    <FilterMenu>
      <MenuFilter label={filterLabels.kind} options={kindOptions} {...filterProps(list, "kind")} />
      <BooleanFilter label={filterLabels.progress} labels={filterLabels.progressOptions} {...filterProps(list, "completed")} />
      <BooleanFilter label={filterLabels.failures} labels={filterLabels.failuresOptions} {...filterProps(list, "failed")} />

      <TextFilter label={filterLabels.code} kind="code" {...filterProps(list, "code")} />
      <TextFilter label={filterLabels.lead} kind="lead" {...filterProps(list, "email")} />
      {batch !== null && (
        <MenuFilter
          label={filterLabels.batch}
          options={[{ value: batch, label: batchName ?? filterLabels.unknownBatch }]}
          anyLabel={filterLabels.allBatches}
          {...filterProps(list, "batch")}
        />
      )}
      <DateRangeFilter range={{ from, to }} zone={zone} onChange={setFilters} />
    </FilterMenu>
  );
}

/** The columns of the sends table. */
const sendColumns = (zone: string): Column<SendRecord>[] => [
  {
    id: "sent",
    header: headers.sent,
    className: "min-w-40",
    cell: (send) => <WrappedName text={sendTitle(send)} mono={send.code !== null} />,
  },
  {
    id: "kind",
    header: headers.kind,
    width: "w-40",
    minTableWidth: "wide",
    className: "text-muted-foreground",
    cell: (send) => sendKindLabels[send.kind],
  },
  { id: "progress", header: headers.progress, width: "w-44 sm:w-72 2xl:w-96", cell: (send) => <SendProgress send={send} /> },
  {
    id: "sentBy",
    header: headers.sentBy,
    width: "w-40",
    minTableWidth: "lg",
    cell: (send) => send.actor && <Actor actor={{ ...send.actor, id: null }} />,
  },
  timeColumn({ id: "created", header: headers.created, width: "w-36", minTableWidth: "sm" }, zone, ({ createdAt }) => createdAt),
];
