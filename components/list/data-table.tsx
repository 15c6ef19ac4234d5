"use client";

import { type Row, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import { FittedTable, TBody } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { type Columns, type Features, features } from "./columns";
import { DataRow, type RowOpening } from "./data-row";
import { HeaderRow } from "./header-row";
import { useRowKeyboard } from "./row-keyboard";
import { isSelected } from "./selection";
import { EmptyRow, type EmptyStateContent, ErrorRow, LoadingRows } from "./table-states";
import { TruncatedText } from "./truncated-text";
import type { ListState } from "./use-list";
import type { SelectionState } from "./use-selection";

export type DataTableProps<Item extends object> = {
  list: ListState<Item>;
  /** The name of the table for screen readers. */
  label: string;
  /** Must be stable, like `getRowId`. */
  columns: Columns<Item>;
  getRowId: (item: Item) => string;
  /** The name of a row for screen readers. Defaults to its ID. */
  getRowName?: (item: Item) => string;
  rowOpening?: RowOpening<Item>;
  /** Leave it out if rows can't be selected. */
  selection?: SelectionState | undefined;
  /** Shown while the list has no items at all. */
  emptyState: EmptyStateContent;
};

// A stable reference, so that memoized values don't change on every render.
const emptyArray: never[] = [];

function PlainCell({ getValue }: { getValue: () => unknown }) {
  const value = getValue();
  return typeof value === "string" ? <TruncatedText text={value} /> : String(value ?? "");
}

const defaultColumn = { cell: PlainCell };

/** A page of a list with sorting, selection and rows that can be opened. */
export function DataTable<Item extends object>({ list, label, columns, getRowId, selection, ...rest }: DataTableProps<Item>) {
  const { page } = list;
  const data = page.data?.items ?? emptyArray;
  const selected = selection?.value;
  const rowSelection = useMemo(
    () =>
      Object.fromEntries(
        selected ? data.flatMap((item) => (isSelected(selected, getRowId(item)) ? [[getRowId(item), true as const]] : [])) : [],
      ),
    [selected, data, getRowId],
  );
  const table = useTable({ features, columns, data, getRowId, defaultColumn, state: { rowSelection } });
  const { rows } = table.getRowModel();
  // While the next page is loading, the previous rows are still shown but can't be selected.
  const ids = page.isPlaceholderData || page.isError ? emptyArray : rows.map(({ id }) => id);
  const hasDetails = rest.rowOpening !== undefined && "details" in rest.rowOpening;
  return (
    <FittedTable label={label} busy={page.isFetching} className={cn("transition-opacity", page.isPlaceholderData && "opacity-60")}>
      <HeaderRow
        headers={table.getHeaderGroups()[0]?.headers ?? emptyArray}
        getColumnSort={list.getColumnSort}
        selection={selection}
        ids={ids}
        hasDetails={hasDetails}
      />
      <TableBody list={list} rows={rows} ids={ids} selection={selection} {...rest}>
        <LoadingRows columns={table.getAllLeafColumns()} leadingCells={Number(selection !== undefined) + Number(hasDetails)} />
      </TableBody>
    </FittedTable>
  );
}

type TableBodyProps<Item extends object> = Pick<DataTableProps<Item>, "list" | "selection" | "getRowName" | "rowOpening" | "emptyState"> & {
  rows: readonly Row<Features, Item>[];
  ids: readonly string[];
  /** Shown while the rows are loading. */
  children: ReactNode;
};

function TableBody<Item extends object>({
  list: { page, onClear },
  rows,
  ids,
  selection,
  getRowName,
  rowOpening,
  emptyState,
  children,
}: TableBodyProps<Item>) {
  const [expandedId, setExpandedId] = useState<string | null>(null);
  const { body, tabStop, onKeyDown, onFocus } = useRowKeyboard(
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
            isTabStop={index === tabStop}
            onSelect={selection && ((range) => ids.length > 0 && selection.toggleRow(ids, row.id, range))}
            isExpanded={expandedId === row.id}
            onToggleExpanded={() => setExpandedId(expandedId === row.id ? null : row.id)}
          />
        ))
      )}
    </TBody>
  );
}
