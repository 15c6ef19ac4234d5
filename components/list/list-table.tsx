"use client";

import { Pager } from "@/components/ui/pager";
import { DataTable, type DataTableProps } from "./data-table";
import { selectedWords } from "./selection";
import { type Act, SelectionBar } from "./selection-bar";

type ListTableProps<Item extends object> = DataTableProps<Item> & {
  /** What can be done with what is selected; the first is the likeliest. */
  acts?: readonly Act[];
};

/** A list's table with what leads through its pages, and what is done with the rows that are selected. */
export function ListTable<Item extends object>({ acts = [], ...table }: ListTableProps<Item>) {
  const { list, selection, rowId } = table;
  return (
    <>
      <DataTable {...table} />
      <Pager onPrevious={list.onPrevious} onNext={list.onNext} pending={list.page.isPlaceholderData} />
      {selection && (
        <p role="status" className="sr-only">
          {selection.touched && selectedWords(selection.value, selection.total)}
        </p>
      )}
      {selection && !selection.isEmpty && <SelectionBar selection={selection} page={list.page.data?.items.map(rowId) ?? []} acts={acts} />}
    </>
  );
}
