"use client";

import { FlexRender, type Header } from "@tanstack/react-table";
import { Checkbox } from "@/components/ui/checkbox";
import { THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { type Features, getColumnClass } from "./columns";
import { isSelected, isPageSelected } from "./selection";
import type { ListState } from "./use-list";
import type { SelectionState } from "./use-selection";

type HeaderRowProps<Item extends object> = {
  headers: readonly Header<Features, Item, unknown>[];
  getColumnSort: ListState<Item>["getColumnSort"];
  selection: SelectionState | undefined;
  /** The ids of the rows that can be selected now. */
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
          Details
        </TH>
      )}
      {headers.map((header) => {
        const { meta } = header.column.columnDef;
        const sorting = getColumnSort(header.column.id);
        return (
          <TH
            key={header.id}
            numeric={meta?.numeric}
            hideLabel={meta?.hideLabel}
            sort={sorting?.state}
            onSort={sorting?.toggle}
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
  const whole = isPageSelected(selection.value, ids);
  return (
    <span className="flex">
      <Checkbox
        aria-label="Select every row of this page"
        checked={whole}
        indeterminate={!whole && ids.some((id) => isSelected(selection.value, id))}
        disabled={ids.length === 0}
        onCheckedChange={() => selection.togglePage(ids)}
      />
    </span>
  );
}
