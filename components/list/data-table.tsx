"use client";

import { type Row, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import { FittedTable, TBody } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { type Columns, type Features, features } from "./columns";
import { DataRow, type RowOpening } from "./data-row";
import { HeaderRow } from "./header-row";
import { TruncatedText } from "./truncated-text";
import { useRowKeyboard } from "./row-keyboard";
import { isSelected } from "./selection";
import { EmptyRow, ErrorRow, LoadingRows, type EmptyStateContent } from "./table-states";
import type { ListState } from "./use-list";
import type { SelectionState } from "./use-selection";

export type DataTableProps<Item extends object> = {
  list: ListState<Item>;
  /** What it lists, read aloud. */
  label: string;
  /** Stable, as is `rowId`: made outside of the component, or by `useMemo`. */
  columns: Columns<Item>;
  getRowId: (item: Item) => string;
  /** What a row is called; its id unless told. */
  getRowName?: (item: Item) => string;
  rowOpening?: RowOpening<Item>;
  /** Left out where rows cannot be selected. */
  selection?: SelectionState | undefined;
  /** What stands there before there is anything. */
  emptyState: EmptyStateContent;
};

const emptyArray: never[] = [];

/** A cell of a column that does not say how it looks. */
function PlainCell({ getValue }: { getValue: () => unknown }) {
  const value = getValue();
  return typeof value === "string" ? <TruncatedText text={value} /> : String(value ?? "");
}

const defaultColumn = { cell: PlainCell };

/** A page of a list: its header, which sorts it, and its rows, which open and are selected, or what stands for them. */
export function DataTable<Item extends object>({ list, label, columns, getRowId, selection, ...rest }: DataTableProps<Item>) {
  const { page } = list;
  const data = page.data?.items ?? emptyArray;
  const chosen = selection?.value;
  const rowSelection = useMemo(
    () => Object.fromEntries(chosen ? data.flatMap((item) => (isSelected(chosen, getRowId(item)) ? [[getRowId(item), true as const]] : [])) : []),
    [chosen, data, getRowId],
  );
  const table = useTable({ features, columns, data, getRowId, defaultColumn, state: { rowSelection } });
  const { rows } = table.getRowModel();
  // What is still shown of the page or the filters before is no longer what would be selected.
  const ids = page.isPlaceholderData || page.isError ? emptyArray : rows.map(({ id }) => id);
  const unfolds = rest.rowOpening !== undefined && "details" in rest.rowOpening;
  return (
    <FittedTable label={label} busy={page.isFetching} className={cn("transition-opacity", page.isPlaceholderData && "opacity-60")}>
      <HeaderRow
        headers={table.getHeaderGroups()[0]?.headers ?? emptyArray}
        getColumnSort={list.getColumnSort}
        selection={selection}
        ids={ids}
        hasDetails={unfolds}
      />
      <TableBody list={list} rows={rows} ids={ids} selection={selection} {...rest}>
        <LoadingRows columns={table.getAllLeafColumns()} leadingCells={Number(selection !== undefined) + Number(unfolds)} />
      </TableBody>
    </FittedTable>
  );
}

type TableBodyProps<Item extends object> = Pick<DataTableProps<Item>, "list" | "selection" | "getRowName" | "rowOpening" | "emptyState"> & {
  rows: readonly Row<Features, Item>[];
  ids: readonly string[];
  /** What stands there while the rows are fetched. */
  children: ReactNode;
};

function TableBody<Item extends object>({ list: { page, onClear }, rows, ids, selection, getRowName, rowOpening, emptyState, children }: TableBodyProps<Item>) {
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const { body, stop, onKeyDown, onFocus } = useRowKeyboard(
    rows.map(({ id }) => id),
    ids.length > 0 ? selection : undefined,
  );
  return (
    <TBody ref={body} onKeyDown={onKeyDown} onFocus={onFocus}>
      {page.isError ? (
        <ErrorRow page={page} onClear={onClear} icon={emptyState.icon} />
      ) : page.data === undefined ? (
        children
      ) : rows.length === 0 ? (
        <EmptyRow emptyState={emptyState} onClear={onClear} />
      ) : (
        rows.map((row, index) => (
          <DataRow
            key={row.id}
            row={row}
            name={getRowName?.(row.original) ?? row.id}
            opens={rowOpening}
            isTabStop={index === stop}
            onSelect={selection && ((range) => ids.length > 0 && selection.toggleRow(ids, row.id, range))}
            isExpanded={unfolded === row.id}
            onToggleExpanded={() => setUnfolded(unfolded === row.id ? null : row.id)}
          />
        ))
      )}
    </TBody>
  );
}
