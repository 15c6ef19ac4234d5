"use client";

import { FlexRender, type Header } from "@tanstack/react-table";
import { Checkbox } from "@/components/ui/checkbox";
import { THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { type Features, placeOf } from "./columns";
import { isSelected, isWhole } from "./selection";
import type { ListState } from "./use-list";
import type { SelectionState } from "./use-selection";

type HeaderRowProps<Item extends object> = {
  headers: readonly Header<Features, Item, unknown>[];
  sortOf: ListState<Item>["sortOf"];
  selection: SelectionState | undefined;
  /** The ids of the rows that can be selected now. */
  ids: readonly string[];
  unfolds: boolean;
};

export function HeaderRow<Item extends object>({ headers, sortOf, selection, ids, unfolds }: HeaderRowProps<Item>) {
  return (
    <THead>
      {selection && (
        <TH className="w-10 pr-0">
          <PageCheckbox selection={selection} ids={ids} />
        </TH>
      )}
      {unfolds && (
        <TH quiet className="w-12">
          Details
        </TH>
      )}
      {headers.map((header) => {
        const { meta } = header.column.columnDef;
        const sorting = sortOf(header.column.id);
        return (
          <TH
            key={header.id}
            numeric={meta?.numeric}
            quiet={meta?.quiet}
            sort={sorting?.state}
            onSort={sorting?.turn}
            className={placeOf(meta)}
          >
            <FlexRender header={header} />
          </TH>
        );
      })}
    </THead>
  );
}

function PageCheckbox({ selection, ids }: { selection: SelectionState; ids: readonly string[] }) {
  const whole = isWhole(selection.value, ids);
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
