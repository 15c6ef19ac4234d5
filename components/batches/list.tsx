"use client";

import { Boxes, Plus } from "lucide-react";
import { codeTypeLabels } from "@/components/codes";
import { PageHeader } from "@/components/layout/page";
import { ExportLink } from "@/components/list/export";
import { BooleanFilter, FilterBar, filterProps, MenuFilter } from "@/components/list/filters";
import { SearchField } from "@/components/list/search-field";
import { ListTable } from "@/components/list/table";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { ButtonLink } from "@/components/ui/button";
import type { BatchRecord } from "@/contract/batches";
import { callUrl } from "@/contract/call";
import { codeTypes } from "@/contract/enums";
import { formatTotal } from "@/lib/plural";
import { batchPath, routes } from "@/lib/routes";
import { batchesQuery, batchesUrlState } from "./api";
import { batchColumns } from "./columns";
import { batchName, labels } from "./labels";

const batchKey = ({ id }: BatchRecord) => id;
const rowLink = { href: ({ id }: BatchRecord) => batchPath(id) };
const typeOptions = codeTypes.map((value) => ({ value, label: codeTypeLabels[value].label }));

/** The page that lists all batches. */
export function BatchesView() {
  const list = useList(batchesUrlState, batchesQuery);
  const { filterQuery, total, zone, filters, setSearch } = list;
  const canGenerate = useCan("POST /batches");
  const columns = batchColumns(zone);
  const generate = canGenerate && (
    <ButtonLink href={routes.generate}>
      <Plus aria-hidden="true" /> {labels.generate}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={labels.title}
        count={total && formatTotal(total)}
        action={
          <div className="flex flex-wrap gap-2">
            <ExportLink href={callUrl("GET /batches", { query: { ...filterQuery, format: "csv" } })} />
            {generate}
          </div>
        }
      />
      <FilterBar list={list}>
        <SearchField label={labels.filters.search} value={filters.q} onChange={(q) => setSearch({ q })} />
        <MenuFilter label={labels.filters.type} options={typeOptions} anyLabel={labels.any} {...filterProps(list, "type")} />
        <BooleanFilter label={labels.filters.paused} labels={labels.filters.pausedOptions} {...filterProps(list, "paused")} />
      </FilterBar>
      <ListTable
        list={list}
        label={labels.title}
        columns={columns}
        getRowId={batchKey}
        getRowName={batchName}
        rowOpening={rowLink}
        emptyState={{ icon: Boxes, ...labels.emptyList, action: generate }}
      />
    </>
  );
}
