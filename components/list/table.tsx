"use client";

import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { type Action, useActionDialogs } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { describeError, QueryError } from "@/components/ui/errors";
import { Skeleton } from "@/components/ui/loading";
import { EmptyState } from "@/components/ui/query-state";
import { FittedTable, TBody, TH, THead } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { type Column, getColumnClass, neededWidth, visibleColumns } from "./columns";
import { listLabels } from "./labels";
import { FullWidthRow, Row, type RowOpening, useRowKeyboard } from "./row";
import { isPageSelected, isSelected, SelectionBar, type SelectionState, selectionLabel } from "./selection";
import type { ListState } from "./use-list";

export type ListTableProps<Item> = {
  list: ListState<Item>;
  /** The name of the table for screen readers. */
  label: string;
  columns: readonly Column<Item>[];
  getRowId: (item: Item) => string;
  /** The name of a row for screen readers. Defaults to its ID. */
  getRowName?: (item: Item) => string;
  rowOpening?: RowOpening<Item>;
  /** Leave it out if rows can't be selected. */
  selection?: SelectionState | undefined;
  /** Bulk actions for the selected rows, most common first. */
  actions?: readonly Action[];
  /** Shown while the list has no items at all. */
  emptyState: EmptyStateContent;
  /** Shown below "No results". */
  noResultsHint?: ReactNode;
};

/** The empty state of a list without any items. */
type EmptyStateContent = Parameters<typeof EmptyState>[0];

/** A page of a list with sorting, pagination, rows that can be opened, and the bar of the selected rows. */
export function ListTable<Item>({ actions = [], columns: allColumns, ...rest }: ListTableProps<Item>) {
  const { list, label, getRowId, rowOpening, selection } = rest;
  const columns = visibleColumns(allColumns, list.columns);
  const table = { ...rest, columns };
  const { page } = list;
  const dialogs = useActionDialogs();
  const ids = page.data?.items.map(getRowId) ?? [];
  // While the next page is loading, the previous rows are still shown but can't be selected.
  const selectableIds = page.isPlaceholderData || page.isError ? [] : ids;
  const hasDetails = rowOpening !== undefined && "details" in rowOpening;
  return (
    <>
      <FittedTable
        label={label}
        busy={page.isFetching}
        minWidth={list.columns === null ? undefined : neededWidth(columns)}
        className={cn("transition-opacity", page.isPlaceholderData && "opacity-60")}
      >
        <Header list={list} columns={columns} selection={selection} ids={selectableIds} hasDetails={hasDetails} />
        <Body {...table} ids={ids} selectableIds={selectableIds} hasDetails={hasDetails} />
      </FittedTable>
      <RowCount total={list.total} isLoading={page.isPending || page.isPlaceholderData} />
      <Pager onPrevious={list.onPrevious} onNext={list.onNext} pending={page.isPlaceholderData} />
      {selection && (
        <p role="status" className="sr-only">
          {selection.wasUsed && selectionLabel(selection.value, selection.total)}
        </p>
      )}
      {selection && !selection.isEmpty && <SelectionBar selection={selection} page={ids} actions={actions} dialogs={dialogs} />}
      {dialogs.dialog}
    </>
  );
}

type RowCountProps = { total: string | undefined; isLoading: boolean };

/** Announces the number of rows once it is known, also when other filters have the same, and when it changes. */
const RowCount = ({ total, isLoading }: RowCountProps) => (
  <p role="status" className="sr-only">
    {!isLoading && total && listLabels.rows.count(total)}
  </p>
);

type HeaderProps<Item> = Pick<ListTableProps<Item>, "list" | "columns" | "selection"> & { ids: readonly string[]; hasDetails: boolean };

function Header<Item>({ list, columns, selection, ids, hasDetails }: HeaderProps<Item>) {
  return (
    <THead>
      {selection && (
        <TH className="w-10 pr-0">
          <SelectPageCheckbox selection={selection} ids={ids} />
        </TH>
      )}
      {hasDetails && (
        <TH hideLabel className="w-12">
          {listLabels.rows.detailsColumn}
        </TH>
      )}
      {columns.map((column) => {
        const sort = list.getColumnSort(column.id);
        return (
          <TH
            key={column.id}
            numeric={column.numeric}
            hideLabel={column.hideLabel}
            sort={sort?.state}
            onSort={sort?.toggle}
            className={getColumnClass(column)}
          >
            {column.header}
          </TH>
        );
      })}
    </THead>
  );
}

function SelectPageCheckbox({ selection, ids }: { selection: SelectionState; ids: readonly string[] }) {
  const isWholePage = isPageSelected(selection.value, ids);
  return (
    <span className="flex">
      <Checkbox
        aria-label={listLabels.rows.selectPage}
        checked={isWholePage}
        indeterminate={!isWholePage && ids.some((id) => isSelected(selection.value, id))}
        disabled={ids.length === 0}
        onCheckedChange={() => selection.togglePage(ids)}
      />
    </span>
  );
}

type BodyProps<Item> = Omit<ListTableProps<Item>, "label" | "actions"> & {
  ids: readonly string[];
  selectableIds: readonly string[];
  hasDetails: boolean;
};

function Body<Item>({
  list,
  columns,
  getRowId,
  getRowName,
  rowOpening,
  selection,
  emptyState,
  noResultsHint,
  ids,
  selectableIds,
  hasDetails,
}: BodyProps<Item>) {
  const { page, onClear } = list;
  const [expandedId, setExpandedId] = useState<string | null>(null);
  const canSelect = selectableIds.length > 0;
  const { body, tabStop, onKeyDown, onFocus } = useRowKeyboard(ids, canSelect ? selection : undefined);
  const renderRow = (item: Item, index: number) => {
    const id = getRowId(item);
    return (
      <Row
        key={id}
        item={item}
        id={id}
        columns={columns}
        name={getRowName?.(item) ?? id}
        opens={rowOpening}
        isTabStop={index === tabStop}
        isSelected={selection !== undefined && isSelected(selection.value, id)}
        onSelect={selection && ((range) => canSelect && selection.toggleRow(selectableIds, id, range))}
        isExpanded={expandedId === id}
        onToggleExpanded={() => setExpandedId(expandedId === id ? null : id)}
      />
    );
  };
  return (
    <TBody ref={body} onKeyDown={onKeyDown} onFocus={onFocus}>
      {page.isError ? (
        <ErrorRow page={page} onClear={onClear} icon={emptyState.icon} />
      ) : page.data === undefined ? (
        <LoadingRows columns={columns} leadingCells={Number(selection !== undefined) + Number(hasDetails)} />
      ) : page.data.items.length === 0 ? (
        <EmptyRow emptyState={emptyState} noResultsHint={noResultsHint} onClear={onClear} />
      ) : (
        page.data.items.map(renderRow)
      )}
    </TBody>
  );
}

/** The height of a table without rows, in rows. */
const emptyHeight = 12;

type ErrorRowProps = { page: ListState<unknown>["page"]; onClear: (() => void) | undefined; icon: LucideIcon };

function ErrorRow({ page, onClear, icon }: ErrorRowProps) {
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

/** Shown when there are no rows. If filters are the cause, offers to clear them. */
function EmptyRow({
  emptyState,
  noResultsHint,
  onClear,
}: Pick<BodyProps<unknown>, "emptyState" | "noResultsHint"> & Pick<ErrorRowProps, "onClear">) {
  return (
    <FullWidthRow rows={emptyHeight}>
      {onClear ? (
        <EmptyState
          icon={emptyState.icon}
          title={listLabels.noResults}
          description={noResultsHint}
          action={<ClearFiltersButton onClear={onClear} />}
        />
      ) : (
        <EmptyState {...emptyState} />
      )}
    </FullWidthRow>
  );
}

function ClearFiltersButton({ onClear }: { onClear: () => void }): ReactNode {
  return (
    <Button variant="outline" onClick={onClear}>
      {listLabels.clearFilters}
    </Button>
  );
}

// Widths that look like text.
const widths = ["w-3/4", "w-1/2", "w-2/3", "w-3/5"] as const;

/** Placeholders while the rows are loading. `leadingCells` is the number of cells before the columns. */
function LoadingRows<Item>({ columns, leadingCells }: { columns: readonly Column<Item>[]; leadingCells: number }) {
  return Array.from({ length: emptyHeight }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical and never move
    <tr key={row} className="h-10">
      {["select", "expand"].slice(0, leadingCells).map((cell) => (
        <td key={cell} className="h-10 border-b pl-3">
          <Skeleton className="size-4" />
        </td>
      ))}
      {columns.map((column, index) => (
        <td key={column.id} className={cn("h-10 border-b px-3", getColumnClass(column))}>
          <Skeleton className={cn(widths[(row + index) % widths.length], column.numeric && "ml-auto")} />
        </td>
      ))}
    </tr>
  ));
}

/** Opens another page, and moves the focus from its button to the table that shows it. */
function openPage({ currentTarget }: SyntheticEvent<HTMLElement>, open: (() => void) | undefined): void {
  open?.();
  currentTarget.closest("nav")?.parentElement?.querySelector<HTMLElement>("[data-fitted] table")?.focus();
}

type PagerProps = {
  /** Undefined if there is no such page. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  pending?: boolean;
};

/** Links to the previous and the next page of a list. Renders nothing for a single page. */
function Pager({ onPrevious, onNext, pending = false }: PagerProps) {
  if (!onPrevious && !onNext) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      <Button variant="outline" onClick={(event) => openPage(event, onPrevious)} disabled={!onPrevious || pending}>
        <ChevronLeft aria-hidden="true" /> Previous
      </Button>
      <Button variant="outline" onClick={(event) => openPage(event, onNext)} disabled={!onNext || pending}>
        Next <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}
