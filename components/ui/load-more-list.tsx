"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button";
import { describeError } from "./error-message";
import { QueryError } from "./error-state";
import { Skeleton } from "./skeleton";

type Pages<Item> = InfiniteData<{ items: readonly Item[] }>;

type LoadMoreListProps<Item> = {
  query: Pick<
    UseInfiniteQueryResult<Pages<Item>>,
    "data" | "error" | "isError" | "isFetching" | "isFetchingNextPage" | "hasNextPage" | "fetchNextPage" | "refetch"
  >;
  /** Name of the list for screen readers. */
  label: string;
  /** Shown without items. */
  emptyText: string;
  loadMoreLabel: string;
  getId: (item: Item) => string;
  children: (item: Item) => ReactNode;
};

/** A list with a "load more" button, including its loading, error and empty states. */
export function LoadMoreList<Item>({ query, label, emptyText, loadMoreLabel, getId, children }: LoadMoreListProps<Item>) {
  const { data, error, isError, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  if (data === undefined && isError) return <QueryError query={query} className="py-6" />;
  if (data === undefined) return <Skeleton className="h-20 rounded-lg" />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className="text-muted-foreground">{emptyText}</p>;
  return (
    <>
      <ul aria-label={label} className="-my-2 divide-y">
        {items.map((item) => (
          <li key={getId(item)}>{children(item)}</li>
        ))}
      </ul>
      {isError && (
        <p role="alert" className="pt-3 text-[13px] text-destructive">
          {describeError(error).message}
        </p>
      )}
      {hasNextPage && (
        <Button variant="outline" size="sm" className="mt-4" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {loadMoreLabel}
        </Button>
      )}
    </>
  );
}
