"use client";

import { Boxes, Plus } from "lucide-react";
import { useMemo } from "react";
import { codeTypeLabels } from "@/components/codes/labels";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { Filters } from "@/components/list/filters";
import { ListTable } from "@/components/list/list-table";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { useList } from "@/components/list/use-list";
import { YesNoFilter } from "@/components/list/yes-no-filter";
import { useMay } from "@/components/shell/use-may";
import { ButtonLink } from "@/components/ui/button";
import type { BatchRecord } from "@/contract/batches";
import { addressOf } from "@/contract/call";
import { codeTypes } from "@/contract/kinds";
import { countOf } from "@/lib/counts";
import { batchPage, routes } from "@/lib/routes";
import { batchColumns } from "./columns";
import { batchesUrlState } from "./filters";
import { batchesQuery } from "./queries";
import { batchName } from "./labels";

const batchId = ({ id }: BatchRecord) => id;
const rowLink = { href: ({ id }: BatchRecord) => batchPage(id) };
const typeOptions = codeTypes.map((value) => ({ value, label: codeTypeLabels[value].label }));
const pausedLabels = { yes: "Paused", no: "Not paused", either: "Either" };

/** Every batch of codes, with how much of it is used. */
export function BatchesView() {
  const list = useList(batchesUrlState, batchesQuery);
  const { narrowing, total, zone, filters, narrow, search } = list;
  const mayMake = useMay("POST /batches");
  const columns = useMemo(() => batchColumns(zone), [zone]);
  const generate = mayMake && (
    <ButtonLink href={routes.generate}>
      <Plus aria-hidden="true" /> Generate codes
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Batches"
        count={total && countOf(total)}
        action={
          <div className="flex flex-wrap gap-2">
            <ExportLink href={addressOf("GET /batches", { query: { ...narrowing, format: "csv" } })} />
            {generate}
          </div>
        }
      />
      <Filters list={list}>
        <SearchField label="Search batches" value={filters.q} onChange={(q) => search({ q })} />
        <MenuFilter label="Type" value={filters.type} choices={typeOptions} everything="Any" onChange={(type) => narrow({ type })} />
        <YesNoFilter label="Pause" value={filters.paused} words={pausedLabels} onChange={(next) => narrow({ paused: next })} />
      </Filters>
      <ListTable
        list={list}
        label="Batches"
        columns={columns}
        rowId={batchId}
        nameOf={batchName}
        opens={rowLink}
        nothing={{ icon: Boxes, title: "No batches yet", text: "Codes that are generated together are a batch.", action: generate }}
      />
    </>
  );
}
