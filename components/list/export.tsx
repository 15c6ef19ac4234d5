"use client";

import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import type { Action } from "@/components/ui/menu";
import { type Column, visibleColumns } from "./columns";
import { listLabels } from "./labels";
import type { Selection, SelectionState } from "./selection";
import type { ListState } from "./use-list";
import type { ListName } from "./views";

const ExportDialog = lazyDialog(() => import("./export-dialog").then((dialog) => dialog.ExportDialog));

/** The list that is exported: its filters and sort order as query parameters, and the number of its rows. */
export type ExportedList = Pick<ListState<unknown>, "total" | "columns" | "sort"> & { filterQuery: object };

type ListExportOptions<Item> = {
  /** Undefined for a list without an export. */
  name: ListName | undefined;
  list: ExportedList;
  columns: readonly Column<Item>[];
  selection?: SelectionState | undefined;
};

/** The button that exports a list, the action that exports the selected rows, and their dialog. */
export function useListExport<Item>({ name, list, columns, selection }: ListExportOptions<Item>): {
  button: ReactNode;
  action: Action;
  dialog: ReactNode;
} {
  const [isOpen, setOpen] = useState(false);
  const [selected, setSelected] = useState<Selection | null>(null);
  const open = (rows: Selection | null) => {
    setSelected(rows);
    setOpen(true);
  };
  const shown = visibleColumns(columns, list.columns).map(({ id }) => id);
  return {
    button: (
      <Button variant="outline" onClick={() => open(null)}>
        <Download aria-hidden="true" /> {listLabels.export}
      </Button>
    ),
    action: { label: listLabels.export, icon: Download, onSelect: () => open(selection?.value ?? null) },
    dialog: name && (
      <ExportDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        name={name}
        list={list}
        shown={shown}
        selectedIds={selected?.kind === "some" ? selected.ids : []}
      />
    ),
  };
}
