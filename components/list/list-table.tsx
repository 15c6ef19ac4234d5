"use client";

import { Pager } from "@/components/ui/pager";
import { DataTable, type DataTableProps } from "./data-table";
import { selectionLabel } from "./selection";
import { type BulkAction, SelectionBar } from "./selection-bar";

type ListTableProps<Item extends object> = DataTableProps<Item> & {
  /** What can be done with what is selected; the first is the likeliest. */
  actions?: readonly BulkAction[];
};

/** A list's table with what leads through its pages, and what is done with the rows that are selected. */
export function ListTable<Item extends object>({ actions = [], ...table }: ListTableProps<Item>) {
  const { list, selection, getRowId: rowId } = table;
  return (
    <>
      <DataTable {...table} />
      <Pager onPrevious={list.onPrevious} onNext={list.onNext} pending={list.page.isPlaceholderData} />
      {selection && (
        <p role="status" className="sr-only">
          {selection.wasUsed && selectionLabel(selection.value, selection.total)}
        </p>
      )}
      {selection && !selection.isEmpty && <SelectionBar selection={selection} page={list.page.data?.items.map(rowId) ?? []} actions={actions} />}
    </>
  );
}
