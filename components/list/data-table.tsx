"use client";

import { type Row, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import { FittedTable, TBody } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { type Columns, type Features, features } from "./columns";
import { DataRow, type Opens } from "./data-row";
import { HeaderRow } from "./header-row";
import { LongText } from "./long-text";
import { useRowKeys } from "./row-keys";
import { isSelected } from "./selection";
import { Empty, Failed, Loading, type Nothing } from "./table-states";
import type { ListState } from "./use-list";
import type { SelectionState } from "./use-selection";

export type DataTableProps<Item extends object> = {
  list: ListState<Item>;
  /** What it lists, read aloud. */
  label: string;
  /** Stable, as is `rowId`: made outside of the component, or by `useMemo`. */
  columns: Columns<Item>;
  rowId: (item: Item) => string;
  /** What a row is called; its id unless told. */
  nameOf?: (item: Item) => string;
  opens?: Opens<Item>;
  /** Left out where rows cannot be selected. */
  selection?: SelectionState | undefined;
  /** What stands there before there is anything. */
  nothing: Nothing;
};

const none: never[] = [];

/** A cell of a column that does not say how it looks. */
function Plain({ getValue }: { getValue: () => unknown }) {
  const value = getValue();
  return typeof value === "string" ? <LongText text={value} /> : String(value ?? "");
}

const defaultColumn = { cell: Plain };

/** A page of a list: its header, which sorts it, and its rows, which open and are selected, or what stands for them. */
export function DataTable<Item extends object>({ list, label, columns, rowId, selection, ...rest }: DataTableProps<Item>) {
  const { page } = list;
  const data = page.data?.items ?? none;
  const chosen = selection?.value;
  const rowSelection = useMemo(
    () => Object.fromEntries(chosen ? data.flatMap((item) => (isSelected(chosen, rowId(item)) ? [[rowId(item), true as const]] : [])) : []),
    [chosen, data, rowId],
  );
  const table = useTable({ features, columns, data, getRowId: rowId, defaultColumn, state: { rowSelection } });
  const { rows } = table.getRowModel();
  // What is still shown of the page or the filters before is no longer what would be selected.
  const ids = page.isPlaceholderData || page.isError ? none : rows.map(({ id }) => id);
  const unfolds = rest.opens !== undefined && "details" in rest.opens;
  return (
    <FittedTable label={label} busy={page.isFetching} className={cn("transition-opacity", page.isPlaceholderData && "opacity-60")}>
      <HeaderRow
        headers={table.getHeaderGroups()[0]?.headers ?? none}
        sortOf={list.sortOf}
        selection={selection}
        ids={ids}
        unfolds={unfolds}
      />
      <Body list={list} rows={rows} ids={ids} selection={selection} {...rest}>
        <Loading columns={table.getAllLeafColumns()} before={Number(selection !== undefined) + Number(unfolds)} />
      </Body>
    </FittedTable>
  );
}

type BodyProps<Item extends object> = Pick<DataTableProps<Item>, "list" | "selection" | "nameOf" | "opens" | "nothing"> & {
  rows: readonly Row<Features, Item>[];
  ids: readonly string[];
  /** What stands there while the rows are fetched. */
  children: ReactNode;
};

function Body<Item extends object>({ list: { page, onClear }, rows, ids, selection, nameOf, opens, nothing, children }: BodyProps<Item>) {
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const { body, stop, onKeyDown, onFocus } = useRowKeys(
    rows.map(({ id }) => id),
    ids.length > 0 ? selection : undefined,
  );
  return (
    <TBody ref={body} onKeyDown={onKeyDown} onFocus={onFocus}>
      {page.isError ? (
        <Failed page={page} onClear={onClear} icon={nothing.icon} />
      ) : page.data === undefined ? (
        children
      ) : rows.length === 0 ? (
        <Empty nothing={nothing} onClear={onClear} />
      ) : (
        rows.map((row, index) => (
          <DataRow
            key={row.id}
            row={row}
            name={nameOf?.(row.original) ?? row.id}
            opens={opens}
            isStop={index === stop}
            onSelect={selection && ((range) => ids.length > 0 && selection.toggle(ids, row.id, range))}
            unfolded={unfolded === row.id}
            onUnfold={() => setUnfolded(unfolded === row.id ? null : row.id)}
          />
        ))
      )}
    </TBody>
  );
}
