"use client";

import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Page } from "@/contract/call";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { describeError, QueryError } from "./errors";
import { useDebouncedValue } from "./hooks";
import { Skeleton } from "./loading";

type QueryStateProps<Data> = {
  query: UseQueryResult<Data>;
  /** Shown until there is data. */
  loading: ReactNode;
  /** Classes of the error, such as its height. */
  errorClass?: string;
  children: (data: Data) => ReactNode;
};

/** The data of a query, including its loading and error states. Data stays on the page while a refetch fails. */
export function QueryState<Data>({ query, loading, errorClass, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <QueryError query={query} className={errorClass} /> : loading;
}

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** What appears here, or why there is nothing. */
  description?: ReactNode;
  /** A button or link for the first step. */
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ icon: Icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn("grid justify-items-center gap-1 px-6 py-16 text-center", className)}>
      <Icon aria-hidden="true" className="mb-2 size-5 text-muted-foreground" />
      <h2 className="font-medium">{title}</h2>
      {description && <p className="max-w-md text-balance text-muted-foreground">{description}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

type Pages<Item> = InfiniteData<{ items: readonly Item[] }>;

type LoadMoreListProps<Item> = {
  query: Pick<
    UseInfiniteQueryResult<Pages<Item>>,
    "data" | "error" | "isError" | "isFetching" | "isFetchingNextPage" | "hasNextPage" | "fetchNextPage" | "refetch"
  >;
  /** Name of the list for screen readers. */
  label: string;
  /** Shown without items. Leave it out if there is an `end`. */
  emptyText?: string;
  /** The last item, after those of the query. */
  end?: ReactNode;
  loadMoreLabel: string;
  getId: (item: Item) => string;
  children: (item: Item) => ReactNode;
};

/** A list with a "load more" button, including its loading, error and empty states. */
export function LoadMoreList<Item>({ query, label, emptyText, end, loadMoreLabel, getId, children }: LoadMoreListProps<Item>) {
  const { data, error, isError, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  if (data === undefined && isError) return <QueryError query={query} className="py-6" />;
  if (data === undefined) return <Skeleton className="h-20 rounded-lg" />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !end) return <p className="text-muted-foreground">{emptyText}</p>;
  return (
    <>
      <ul aria-label={label} className="-my-2 divide-y">
        {items.map((item) => (
          <li key={getId(item)}>{children(item)}</li>
        ))}
        {end && !hasNextPage && <li>{end}</li>}
      </ul>
      {isError && (
        <p role="alert" className="pt-3 text-2sm text-destructive">
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

/** The state of a `SearchPicker` that searches on the server while it is open. */
export function useSearch<Item, Key extends QueryKey>(
  searchQuery: (text: string) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>,
  getEmptyMessage: (text: string) => string,
) {
  const [open, onOpenChange] = useState(false);
  const [text, onTextChange] = useState("");
  const typedText = text.trim();
  const searchText = useDebouncedValue(typedText);
  // The previous results stay visible while others are loading.
  const { data, isFetching, error } = useQuery({ ...searchQuery(searchText), placeholderData: keepPreviousData, enabled: open });
  return {
    open,
    items: data?.items ?? [],
    typedText,
    pickerProps: {
      onOpenChange,
      text,
      onTextChange,
      searching: isFetching || searchText !== typedText,
      emptyMessage: error ? describeError(error).message : getEmptyMessage(typedText),
    },
  };
}
