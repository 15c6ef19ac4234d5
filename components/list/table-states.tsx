"use client";

import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { type ColumnMeta, getColumnClass } from "./columns";
import type { ListState } from "./use-list";
import { FullWidthRow } from "./full-width-row";

/** How many rows high a table is that has none. */
const rows = 12;

type ErrorRowProps = { page: ListState<unknown>["page"]; onClear: (() => void) | undefined; icon: LucideIcon };

/** Stands for rows that could not be fetched. */
export function ErrorRow({ page, onClear, icon }: ErrorRowProps) {
  const { message, fields, requestId } = describeError(page.error);
  return (
    <FullWidthRow rows={rows}>
      {fields && onClear ? (
        // The address asks for what cannot be; asking again would not help.
        <EmptyState icon={icon} title="These filters are not understood" action={<ClearFilters onClear={onClear} />} />
      ) : (
        <ErrorState message={message} requestId={requestId} onRetry={() => void page.refetch()} pending={page.isFetching} />
      )}
    </FullWidthRow>
  );
}

/** What stands where a list has nothing yet: why, and what starts it. */
export type EmptyStateContent = Parameters<typeof EmptyState>[0];

/** Stands where there are no rows: with what clears the filters where they are the cause. */
export function EmptyRow({ emptyState, onClear }: { emptyState: EmptyStateContent; onClear: (() => void) | undefined }) {
  return (
    <FullWidthRow rows={rows}>
      {onClear ? (
        <EmptyState icon={emptyState.icon} title="Nothing matches" action={<ClearFilters onClear={onClear} />} />
      ) : (
        <EmptyState {...emptyState} />
      )}
    </FullWidthRow>
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

type LoadingColumn = { id: string; columnDef: { meta?: ColumnMeta } };

/** Rows that are still to come; `before` is how many cells a row has before those of its columns. */
export function LoadingRows({ columns, leadingCells }: { columns: readonly LoadingColumn[]; leadingCells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
    <tr key={row} className="h-10">
      {["select", "unfold"].slice(0, leadingCells).map((each) => (
        <td key={each} className="h-10 border-b pl-3">
          <Skeleton className="size-4" />
        </td>
      ))}
      {columns.map(({ id, columnDef: { meta } }, column) => (
        <td key={id} className={cn("h-10 border-b px-3", getColumnClass(meta))}>
          <Skeleton className={cn(widths[(row + column) % widths.length], meta?.numeric && "ml-auto")} />
        </td>
      ))}
    </tr>
  ));
}
