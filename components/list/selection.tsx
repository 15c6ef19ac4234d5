"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { type Action, ActionButton, type ActionDialogs } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu";
import { keepToastsAbove } from "@/components/ui/toast";
import { cn } from "@/lib/cn";
import { listLabels } from "./labels";

/** The selection of a list: some IDs, or everything that matches the filters. */
export type Selection = { kind: "some"; ids: readonly string[] } | { kind: "all" };

/** A selection with the state of Shift selection: where the range starts and where it ended last. */
export type RangeSelection = { selection: Selection; anchor: string | null; reach: string | null };

export const emptySelection: RangeSelection = { selection: { kind: "some", ids: [] }, anchor: null, reach: null };
export const allSelected: RangeSelection = { selection: { kind: "all" }, anchor: null, reach: null };

const isEmpty = (selection: Selection): boolean => selection.kind === "some" && selection.ids.length === 0;

export const isSelected = (selection: Selection, id: string): boolean => selection.kind === "all" || selection.ids.includes(id);

/** Whether every row of a page is selected. False for an empty page. */
export const isPageSelected = (selection: Selection, page: readonly string[]): boolean =>
  page.length > 0 && page.every((id) => isSelected(selection, id));

/** The selected IDs. Deselecting a row while all are selected leaves the rows of the current page. */
const getSelectedIds = (selection: Selection, page: readonly string[]): readonly string[] =>
  selection.kind === "all" ? page : selection.ids;

function getRange(page: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  return start < 0 || end < 0 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
}

const selectIds = (ids: Iterable<string>): Selection => ({ kind: "some", ids: [...new Set(ids)] });

/** Selects or deselects a row. With `range`, applies to all rows from the anchor to this one. */
export function toggleRow({ selection, anchor }: RangeSelection, page: readonly string[], id: string, range = false): RangeSelection {
  const affected = range && anchor !== null ? getRange(page, anchor, id) : [id];
  const ids = getSelectedIds(selection, page);
  const next = isSelected(selection, id)
    ? selectIds(ids.filter((selectedId) => !affected.includes(selectedId)))
    : selectIds([...ids, ...affected]);
  return { selection: next, anchor: id, reach: id };
}

/** Extends a range from one row to another. Moving back deselects rows again. */
export function extendRange(
  { selection, anchor, reach }: RangeSelection,
  page: readonly string[],
  from: string,
  to: string,
): RangeSelection {
  const start = anchor !== null && reach === from && page.includes(anchor) ? anchor : from;
  const previousRange = getRange(page, start, from);
  const otherIds = getSelectedIds(selection, page).filter((id) => !previousRange.includes(id));
  return { selection: selectIds([...otherIds, ...getRange(page, start, to)]), anchor: start, reach: to };
}

/** Selects all rows of a page, or deselects them if all are selected. */
export function togglePage({ selection }: RangeSelection, page: readonly string[]): RangeSelection {
  if (selection.kind === "all") return emptySelection;
  const ids = isPageSelected(selection, page) ? selection.ids.filter((id) => !page.includes(id)) : [...selection.ids, ...page];
  return { selection: selectIds(ids), anchor: null, reach: null };
}

/** The number of selected items: "3", "12345" or "10000+". `total` is the number of matching items. */
export const getSelectionSize = (selection: Selection, total: string | undefined): string =>
  selection.kind === "all" ? (total ?? "") : String(selection.ids.length);

/** Whether to offer selecting everything that matches: the page is selected, and more items match. */
export const canSelectAll = (selection: Selection, page: readonly string[], total: string | undefined): boolean =>
  selection.kind === "some" &&
  isPageSelected(selection, page) &&
  total !== undefined &&
  (total.endsWith("+") || Number(total) > selection.ids.length);

/** Describes the selection, such as "3 selected". */
export function selectionLabel(selection: Selection, total: string | undefined): string {
  if (isEmpty(selection)) return listLabels.selection.none;
  const size = getSelectionSize(selection, total);
  return selection.kind === "all" ? listLabels.selection.all(size) : listLabels.selection.some(size);
}

type SelectionOptions = {
  /** The filters of the list. Changing them clears the selection. */
  filterQuery: object;
  /** The number of matching items. */
  total: string | undefined;
};

/** The selection of a list. It is kept across pages and cleared when the filters change. */
export function useSelection({ filterQuery, total }: SelectionOptions) {
  const filterKey = JSON.stringify(filterQuery);
  const [state, setState] = useState({ filterKey, range: emptySelection, wasUsed: false });
  if (state.filterKey !== filterKey) setState({ ...state, filterKey, range: emptySelection });
  const range = state.filterKey === filterKey ? state.range : emptySelection;
  const change = (update: (current: RangeSelection) => RangeSelection) =>
    setState((current) => ({ filterKey, range: update(current.range), wasUsed: true }));
  return {
    value: range.selection satisfies Selection,
    isEmpty: isEmpty(range.selection),
    /** The number of selected items: "3", "12345" or "10000+". */
    size: getSelectionSize(range.selection, total),
    total,
    /** Whether rows were ever selected, so that changes are announced to screen readers. */
    wasUsed: state.wasUsed,
    toggleRow: (page: readonly string[], id: string, range?: boolean) => change((current) => toggleRow(current, page, id, range)),
    extendRange: (page: readonly string[], from: string, to: string) => change((current) => extendRange(current, page, from, to)),
    togglePage: (page: readonly string[]) => change((current) => togglePage(current, page)),
    selectAll: () => change(() => allSelected),
    clear: () => change(() => emptySelection),
  };
}

export type SelectionState = ReturnType<typeof useSelection>;

const { selection: labels } = listLabels;

type SelectionBarProps = {
  selection: SelectionState;
  /** The IDs of the rows on the current page. */
  page: readonly string[];
  actions: readonly Action[];
  /** Where their dialogs open. They outlive the bar, since an action can clear the selection. */
  dialogs: ActionDialogs;
};

/** Floats below a list while rows are selected: the number of rows, and the bulk actions. */
export function SelectionBar({ selection, page, ...bulk }: SelectionBarProps) {
  useShortcut("escape", {}, selection.clear);
  const { value, total } = selection;
  return (
    // The bar is fixed, so the wrapper reserves its height, or it would cover the last row. It also centers the bar beside the sidebar.
    <div className="flex h-12 justify-center md:max-2xl:h-22">
      <section
        ref={keepToastsAbove}
        aria-label={labels.title}
        className="fixed bottom-4 z-20 flex max-w-[calc(100vw-2rem)] flex-wrap items-center md:max-w-[calc(100vw-6rem)] md:flex-nowrap lg:max-w-[calc(100vw-17rem)] gap-x-2 gap-y-1 rounded-lg border bg-popover p-1.5 text-popover-foreground shadow max-sm:w-[calc(100vw-2rem)]"
      >
        <span className="whitespace-nowrap px-2 font-medium">{selectionLabel(value, total)}</span>
        {canSelectAll(value, page, total) && total !== undefined && (
          <Button variant="ghost" size="sm" onClick={selection.selectAll} className="text-link max-sm:order-first max-sm:w-full">
            {labels.selectAll(total)}
          </Button>
        )}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
          <BulkActionButtons {...bulk} />
          <IconButton size="icon-sm" label={labels.clear} onClick={selection.clear}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      </section>
    </div>
  );
}

/** In narrow windows, all actions except the first are in a menu. */
function BulkActionButtons({ actions, dialogs }: Pick<SelectionBarProps, "actions" | "dialogs">) {
  return (
    <>
      {actions.map((action, index) => (
        <ActionButton
          key={action.label}
          size="sm"
          action={action}
          dialogs={dialogs}
          className={cn(index > 0 && "max-md:hidden", action.destructive && "text-destructive")}
        />
      ))}
      <ActionMenu size="icon-sm" label={labels.moreActions} className="md:hidden" side="top" actions={actions.slice(1)} dialogs={dialogs} />
    </>
  );
}
