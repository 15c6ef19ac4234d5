"use client";

import { Pager } from "@/components/ui/pager";
import { DataTable, type DataTableProps } from "./data-table";
import { selectionLabel } from "./selection";
import { type BulkAction, SelectionBar } from "./selection-bar";

type ListTableProps<Item extends object> = DataTableProps<Item> & {
  /** Bulk actions for the selected rows, most common first. */
  actions?: readonly BulkAction[];
};

/** The table of a list with its pagination and the bar of the selected rows. */
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
      {selection && !selection.isEmpty && (
        <SelectionBar selection={selection} page={list.page.data?.items.map(rowId) ?? []} actions={actions} />
      )}
    </>
  );
}
