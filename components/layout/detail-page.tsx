"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { cn } from "@/lib/cn";
import { pageLabels } from "./page";

type DetailPageProps<Data> = {
  query: UseQueryResult<Data>;
  /** Narrows the first column. */
  narrow?: boolean;
  /** Classes of the placeholder cards, such as their height. */
  cardClass?: string;
  children: (data: Data) => ReactNode;
};

/** The page of one object, including its loading and error states. Its content starts with a `PageHeader`. */
export function DetailPage<Data>({ query, narrow = false, cardClass = "h-120", children }: DetailPageProps<Data>) {
  const loading = (
    <div role="status">
      <span className="sr-only">{pageLabels.loading}</span>
      <div className="flex h-24 items-center lg:h-26">
        <Skeleton className={cn("h-6", narrow ? "w-72" : "w-56")} />
      </div>
      <DetailColumns narrow={narrow} aside={<Skeleton className={cn("rounded-lg", cardClass)} />}>
        <Skeleton className={cn("rounded-lg", cardClass)} />
      </DetailColumns>
    </div>
  );
  return (
    <QueryState query={query} loading={loading}>
      {children}
    </QueryState>
  );
}

type DetailColumnsProps = { narrow?: boolean; aside: ReactNode; children: ReactNode };

/** The cards of a detail page: the properties in the first column, what happened in the second. */
export function DetailColumns({ narrow = false, aside, children }: DetailColumnsProps) {
  return (
    <div
      className={cn(
        "grid items-start gap-6",
        narrow ? "lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]" : "lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]",
      )}
    >
      <div className="grid min-w-0 gap-6">{aside}</div>
      <div className="grid min-w-0 gap-6">{children}</div>
    </div>
  );
}
