"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state";
import { describeError } from "./error-message";
import { FullRow, SkeletonRows } from "./table";

type QueryRowsProps<Item> = {
  query: UseQueryResult<readonly Item[]>;
  columns: number;
  /** How many rows high the table is while it has none. */
  rows?: number;
  /** Stands where there are none; left out where there always is one. */
  empty?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** The rows of a table that a query fills, in one order of states: what went wrong, what is still to come, nothing, the rows. */
export function QueryRows<Item>({ query, columns, rows = 3, empty, children }: QueryRowsProps<Item>) {
  const { data, error, isError, isFetching, refetch } = query;
  if (isError) {
    const { message, requestId } = describeError(error);
    return (
      <FullRow columns={columns}>
        <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />
      </FullRow>
    );
  }
  if (data === undefined) return <SkeletonRows columns={columns} rows={rows} />;
  if (data.length === 0 && empty)
    return (
      <FullRow columns={columns} rows={rows}>
        {empty}
      </FullRow>
    );
  return children(data);
}
