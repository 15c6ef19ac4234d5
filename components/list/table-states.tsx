"use client";

import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { describeError } from "@/components/ui/error-message";
import { QueryError } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { type ColumnMeta, getColumnClass } from "./columns";
import { FullWidthRow } from "./full-width-row";
import { listLabels } from "./labels";
import type { ListState } from "./use-list";

/** The height of a table without rows, in rows. */
const emptyHeight = 12;

type ErrorRowProps = { page: ListState<unknown>["page"]; onClear: (() => void) | undefined; icon: LucideIcon };

/** Shown when the rows couldn't be loaded. */
export function ErrorRow({ page, onClear, icon }: ErrorRowProps) {
  const { fields } = describeError(page.error);
  return (
    <FullWidthRow rows={emptyHeight}>
      {fields && onClear ? (
        // The URL has invalid filters, so a retry wouldn't help.
        <EmptyState icon={icon} title={listLabels.invalidFilters} action={<ClearFiltersButton onClear={onClear} />} />
      ) : (
        <QueryError query={page} />
      )}
    </FullWidthRow>
  );
}

/** The empty state of a list without any items. */
export type EmptyStateContent = Parameters<typeof EmptyState>[0];

/** Shown when there are no rows. If filters are the cause, offers to clear them. */
export function EmptyRow({ emptyState, onClear }: { emptyState: EmptyStateContent; onClear: (() => void) | undefined }) {
  return (
    <FullWidthRow rows={emptyHeight}>
      {onClear ? (
        <EmptyState icon={emptyState.icon} title={listLabels.noResults} action={<ClearFiltersButton onClear={onClear} />} />
      ) : (
        <EmptyState {...emptyState} />
      )}
    </FullWidthRow>
  );
}

function ClearFiltersButton({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="outline" onClick={onClear}>
      {listLabels.clearFilters}
    </Button>
  );
}

// Widths that look like text.
const widths = ["w-3/4", "w-1/2", "w-2/3", "w-3/5"] as const;

type LoadingColumn = { id: string; columnDef: { meta?: ColumnMeta } };

/** Placeholders while the rows are loading. `leadingCells` is the number of cells before the columns. */
export function LoadingRows({ columns, leadingCells }: { columns: readonly LoadingColumn[]; leadingCells: number }) {
  return Array.from({ length: emptyHeight }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical and never move
    <tr key={row} className="h-10">
      {["select", "expand"].slice(0, leadingCells).map((cell) => (
        <td key={cell} className="h-10 border-b pl-3">
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
