"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "./error-state";
import { FullRow, SkeletonRows } from "./table";

type QueryRowsProps<Item> = {
  query: UseQueryResult<readonly Item[]>;
  columns: number;
  /** Height of the table without rows, in rows. */
  rows?: number;
  /** Shown without items. Leave it out if there always are some. */
  empty?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** The rows of a query, including its loading, error and empty states. */
export function QueryRows<Item>({ query, columns, rows = 3, empty, children }: QueryRowsProps<Item>) {
  const { data, isError } = query;
  if (isError)
    return (
      <FullRow columns={columns}>
        <QueryError query={query} />
      </FullRow>
    );
  if (data === undefined) return <SkeletonRows columns={columns} rows={rows} />;
  if (data.length === 0 && empty)
    return (
      <FullRow columns={columns} rows={rows}>
        {empty}
      </FullRow>
    );
  return children(data);
}
