"use client";

import { MailX, Send, SendHorizontal } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useMemo } from "react";
import { Actor } from "@/components/activity";
import { PageHeader } from "@/components/layout/page-header";
import { BooleanFilter } from "@/components/list/boolean-filter";
import { createColumns } from "@/components/list/columns";
import { DateRangeFilter } from "@/components/list/date-range-filter";
import { ExportLink } from "@/components/list/export-link";
import { FilterBar, type FilterList, filterProps } from "@/components/list/filter-bar";
import { ListTable } from "@/components/list/list-table";
import { MenuFilter } from "@/components/list/menu-filter";
import { TextFilter } from "@/components/list/text-filter";
import { TruncatedText } from "@/components/list/truncated-text";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/use-can";
import { Button, ButtonLink } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { callUrl } from "@/contract/call";
import { sendKinds } from "@/contract/enums";
import type { SendRecord } from "@/contract/sends";
import { formatTotal } from "@/lib/plural";
import { routes, sendPath } from "@/lib/routes";
import { type SendFilters, sendsQuery, sendsUrlState } from "./api";
import { labels, sendKindLabels, sendTitle } from "./labels";
import { SendDialog } from "./send-dialog";
import { SendProgress } from "./status";

const { columns: headers, filters: filterLabels } = labels;

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

const kindOptions = sendKinds.map((value) => ({ value, label: sendKindLabels[value] }));

type SendsFilterBarProps = {
  list: FilterList<SendFilters>;
  /** The name of the batch that the list is filtered by, if it is known. */
  batchName: string | undefined;
};

/** The filters of the sends. */
function SendsFilterBar({ list, batchName }: SendsFilterBarProps) {
  const { filters, setFilters, zone } = list;
  const { batch, from, to } = filters;
  return (
    <FilterBar list={list}>
      <MenuFilter label={filterLabels.kind} options={kindOptions} anyLabel={labels.any} {...filterProps(list, "kind")} />
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
    </FilterBar>
  );
}

const useNewSendOpen = () => useQueryState("new", parseAsBoolean.withDefault(false));

/** Opens the dialog of a new send through the URL. */
function NewSendButton() {
  const [, setOpen] = useNewSendOpen();
  return (
    <Button onClick={() => void setOpen(true)}>
      <SendHorizontal aria-hidden="true" /> {labels.newSend}
    </Button>
  );
}

/** The dialog of a new send. Opened through the URL. */
function NewSendDialog() {
  const [isOpen, setOpen] = useNewSendOpen();
  return <SendDialog open={isOpen} onClose={() => void setOpen(null)} />;
}

const { columns, display } = createColumns<SendRecord>();

/** The columns of the sends table. */
const sendColumns = (zone: string) =>
  columns([
    display({
      id: "sent",
      header: headers.sent,
      meta: { className: "min-w-40" },
      cell: ({ row }) => <TruncatedText text={sendTitle(row.original)} mono={row.original.code !== null} />,
    }),
    display({
      id: "kind",
      header: headers.kind,
      meta: { width: "w-40", minTableWidth: "lg", className: "text-muted-foreground" },
      cell: ({ row }) => sendKindLabels[row.original.kind],
    }),
    display({
      id: "progress",
      header: headers.progress,
      meta: { width: "w-44 sm:w-72" },
      cell: ({ row }) => <SendProgress send={row.original} />,
    }),
    display({
      id: "sentBy",
      header: headers.sentBy,
      meta: { width: "w-40", minTableWidth: "lg" },
      cell: ({ row }) => row.original.actor && <Actor actor={{ ...row.original.actor, id: null }} />,
    }),
    display({
      id: "created",
      header: headers.created,
      meta: { width: "w-36", minTableWidth: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
