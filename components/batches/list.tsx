"use client";

import { Boxes, Plus } from "lucide-react";
import { codeTypeLabels } from "@/components/codes";
import { BooleanFilter, filterProps, MenuFilter } from "@/components/list/filters";
import { ListPage } from "@/components/list/list-page";
import { SearchField } from "@/components/list/search-field";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { ButtonLink } from "@/components/ui/button";
import type { BatchRecord } from "@/contract/batches";
import { allCodeTypes } from "@/contract/enums";
import { batchPath, routes } from "@/lib/routes";
import { batchesQuery, batchesUrlState } from "./api";
import { batchColumns } from "./columns";
import { batchName, labels } from "./labels";

const batchKey = ({ id }: BatchRecord) => id;
const rowLink = { href: ({ id }: BatchRecord) => batchPath(id) };
const typeOptions = allCodeTypes.map((value) => ({ value, label: codeTypeLabels[value].label }));

/** The page that lists all batches. */
export function BatchesView() {
  const list = useList(batchesUrlState, batchesQuery);
  const { zone, filters, setSearch } = list;
  const canGenerate = useCan("POST /batches");
  const columns = batchColumns(zone);
  const generate = canGenerate && (
    <ButtonLink href={routes.generate}>
      <Plus aria-hidden="true" /> {labels.generate}
    </ButtonLink>
  );
  return (
    <ListPage
      list={list}
      name="batches"
      title={labels.title}
      headerActions={generate}
      filters={
        <>
          <SearchField label={labels.filters.search} value={filters.q} onChange={(q) => setSearch({ q })} />
          <MenuFilter label={labels.filters.type} options={typeOptions} {...filterProps(list, "type")} />
          <BooleanFilter label={labels.filters.paused} labels={labels.filters.pausedOptions} {...filterProps(list, "paused")} />
        </>
      }
      columns={columns}
      getRowId={batchKey}
      getRowName={batchName}
      rowOpening={rowLink}
      emptyState={{ icon: Boxes, ...labels.emptyList, action: generate }}
    />
  );
}
