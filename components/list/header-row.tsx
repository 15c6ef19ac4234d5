"use client";

import { FlexRender, type Header } from "@tanstack/react-table";
import { Checkbox } from "@/components/ui/checkbox";
import { THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { type Features, getColumnClass } from "./columns";
import { listLabels } from "./labels";
import { isPageSelected, isSelected } from "./selection";
import type { ListState } from "./use-list";
import type { SelectionState } from "./use-selection";

type HeaderRowProps<Item extends object> = {
  headers: readonly Header<Features, Item, unknown>[];
  getColumnSort: ListState<Item>["getColumnSort"];
  selection: SelectionState | undefined;
  /** The IDs of the rows that can be selected. */
  ids: readonly string[];
  hasDetails: boolean;
};

export function HeaderRow<Item extends object>({ headers, getColumnSort, selection, ids, hasDetails }: HeaderRowProps<Item>) {
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
      {headers.map((header) => {
        const { meta } = header.column.columnDef;
        const columnSort = getColumnSort(header.column.id);
        return (
          <TH
            key={header.id}
            numeric={meta?.numeric}
            hideLabel={meta?.hideLabel}
            sort={columnSort?.state}
            onSort={columnSort?.toggle}
            className={getColumnClass(meta)}
          >
            <FlexRender header={header} />
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
