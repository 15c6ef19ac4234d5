import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "@/components/ui/errors";
import { FullRow, SkeletonRows, Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { Column } from "./columns";

type ShortTableProps<Item> = {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly Column<Item>[];
  getRowId: (item: Item) => string;
};

/** A short table without pages, whose columns are as wide as their content. */
export const ShortTable = <Item,>({ items, ...table }: ShortTableProps<Item> & { items: readonly Item[] }) => (
  <TableFrame {...table}>
    <Rows {...table} items={items} />
  </TableFrame>
);

type QueryTableProps<Item> = ShortTableProps<Item> & {
  query: UseQueryResult<readonly Item[]>;
  /** Height of the table without rows, in rows. */
  rows?: number;
  /** Shown without items. Leave it out if there always are some. */
  empty?: ReactNode;
};

/** A short table of all items of a query, including its loading, error and empty states. */
export const QueryTable = <Item,>(table: QueryTableProps<Item>) => (
  <TableFrame {...table}>
    <QueryRows {...table} />
  </TableFrame>
);

const TableFrame = <Item,>({ label, columns, children }: Pick<ShortTableProps<Item>, "label" | "columns"> & { children: ReactNode }) => (
  <Table label={label}>
    <THead>
      {columns.map(({ id, header, hideLabel, numeric, width }) => (
        <TH key={id} hideLabel={hideLabel} numeric={numeric} className={width}>
          {header}
        </TH>
      ))}
    </THead>
    <TBody>{children}</TBody>
  </Table>
);

function QueryRows<Item>({ query, rows = 3, empty, columns, getRowId }: QueryTableProps<Item>) {
  const { data, isError } = query;
  if (isError)
    return (
      <FullRow columns={columns.length}>
        <QueryError query={query} />
      </FullRow>
    );
  if (data === undefined) return <SkeletonRows columns={columns.length} rows={rows} />;
  if (data.length === 0 && empty)
    return (
      <FullRow columns={columns.length} rows={rows}>
        {empty}
      </FullRow>
    );
  return <Rows columns={columns} getRowId={getRowId} items={data} />;
}

const Rows = <Item,>({ columns, getRowId, items }: Omit<ShortTableProps<Item>, "label"> & { items: readonly Item[] }) =>
  items.map((item) => (
    <TR key={getRowId(item)}>
      {columns.map(({ id, cell, mono, numeric, className }) => (
        <TD key={id} mono={mono} numeric={numeric} className={className}>
          {cell(item)}
        </TD>
      ))}
    </TR>
  ));
