"use client";

import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { type ColumnLook, placeOf } from "./columns";
import type { ListState } from "./use-list";
import { WideRow } from "./wide-row";

/** How many rows high a table is that has none. */
const rows = 12;

type FailedProps = { page: ListState<unknown>["page"]; onClear: (() => void) | undefined; icon: LucideIcon };

/** Stands for rows that could not be fetched. */
export function Failed({ page, onClear, icon }: FailedProps) {
  const { message, fields, requestId } = failureOf(page.error);
  return (
    <WideRow rows={rows}>
      {fields && onClear ? (
        // The address asks for what cannot be; asking again would not help.
        <EmptyState icon={icon} title="These filters are not understood" action={<ClearFilters onClear={onClear} />} />
      ) : (
        <ErrorState message={message} requestId={requestId} onRetry={() => void page.refetch()} pending={page.isFetching} />
      )}
    </WideRow>
  );
}

/** What stands where a list has nothing yet: why, and what starts it. */
export type Nothing = Parameters<typeof EmptyState>[0];

/** Stands where there are no rows: with what clears the filters where they are the cause. */
export function Empty({ nothing, onClear }: { nothing: Nothing; onClear: (() => void) | undefined }) {
  return (
    <WideRow rows={rows}>
      {onClear ? (
        <EmptyState icon={nothing.icon} title="Nothing matches" action={<ClearFilters onClear={onClear} />} />
      ) : (
        <EmptyState {...nothing} />
      )}
    </WideRow>
  );
}

function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="outline" onClick={onClear}>
      Clear filters
    </Button>
  );
}

// Shares of the cell, so that they look like texts.
const widths = ["w-3/4", "w-1/2", "w-2/3", "w-3/5"] as const;

type Shape = { id: string; columnDef: { meta?: ColumnLook } };

/** Rows that are still to come; `before` is how many cells a row has before those of its columns. */
export function Loading({ columns, before }: { columns: readonly Shape[]; before: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
    <tr key={row} className="h-10">
      {["select", "unfold"].slice(0, before).map((each) => (
        <td key={each} className="h-10 border-b pl-3">
          <Skeleton className="size-4" />
        </td>
      ))}
      {columns.map(({ id, columnDef: { meta } }, column) => (
        <td key={id} className={cn("h-10 border-b px-3", placeOf(meta))}>
          <Skeleton className={cn(widths[(row + column) % widths.length], meta?.numeric && "ml-auto")} />
        </td>
      ))}
    </tr>
  ));
}
