"use client";

import { Boxes, Plus } from "lucide-react";
import { useMemo } from "react";
import { codeTypeLabels } from "@/components/codes/labels";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { FilterBar } from "@/components/list/filters";
import { ListTable } from "@/components/list/list-table";
import { MenuFilter } from "@/components/list/menu-filter";
import { SearchField } from "@/components/list/search-field";
import { useList } from "@/components/list/use-list";
import { BooleanFilter } from "@/components/list/boolean-filter";
import { useCan } from "@/components/shell/use-can";
import { ButtonLink } from "@/components/ui/button";
import type { BatchRecord } from "@/contract/batches";
import { callUrl } from "@/contract/call";
import { codeTypes } from "@/contract/kinds";
import { countOf } from "@/lib/counts";
import { batchPath, routes } from "@/lib/routes";
import { batchColumns } from "./columns";
import { batchesUrlState } from "./filters";
import { batchesQuery } from "./queries";
import { batchName } from "./labels";

const batchId = ({ id }: BatchRecord) => id;
const rowLink = { href: ({ id }: BatchRecord) => batchPath(id) };
const typeOptions = codeTypes.map((value) => ({ value, label: codeTypeLabels[value].label }));
const pausedLabels = { yes: "Paused", no: "Not paused", any: "Either" };

/** Every batch of codes, with how much of it is used. */
export function BatchesView() {
  const list = useList(batchesUrlState, batchesQuery);
  const { filterQuery, total, zone, filters, setFilters, setSearch } = list;
  const mayMake = useCan("POST /batches");
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
            <ExportLink href={callUrl("GET /batches", { query: { ...filterQuery, format: "csv" } })} />
            {generate}
          </div>
        }
      />
      <FilterBar list={list}>
        <SearchField label="Search batches" value={filters.q} onChange={(q) => setSearch({ q })} />
        <MenuFilter label="Type" value={filters.type} options={typeOptions} anyLabel="Any" onChange={(type) => setFilters({ type })} />
        <BooleanFilter label="Pause" value={filters.paused} labels={pausedLabels} onChange={(next) => setFilters({ paused: next })} />
      </FilterBar>
      <ListTable
        list={list}
        label="Batches"
        columns={columns}
        getRowId={batchId}
        getRowName={batchName}
        rowOpening={rowLink}
        emptyState={{ icon: Boxes, title: "No batches yet", description: "Codes that are generated together are a batch.", action: generate }}
      />
    </>
  );
}
