"use client";

import type { ComponentType } from "react";
import type { Action, DialogProps } from "@/components/ui/actions";
import type { Confirmation } from "@/components/ui/confirm";
import { lazyDialog } from "@/components/ui/lazy";
import type { SelectionState } from "./selection";

/** The rows of a bulk action: what they are called, such as "12 leads", and how many they are, as the total of a list. */
export type BulkRows = { name: string; size: string };

export type BulkDialogProps = DialogProps & { rows: BulkRows };

/** What can be done with the selected rows of a list: something after a confirmation, which loads when it is needed, or a dialog. */
export type BulkAction = Pick<Action, "label" | "icon" | "destructive"> &
  ({ confirm: () => Promise<(rows: BulkRows) => Confirmation>; run: () => Promise<unknown> } | { dialog: ComponentType<BulkDialogProps> });

export type SelectedRows = {
  selection: Pick<SelectionState, "value" | "size">;
  /** Names this many rows, such as "12 leads". */
  getName: (size: string) => string;
  /** Counts all that match the filters, however many there are. */
  count: () => Promise<string>;
};

const BulkDialog = lazyDialog(() => import("./bulk-dialog").then((dialog) => dialog.BulkDialog));

/** Makes an action on the selected rows. If the number of rows is capped, its dialog counts them first. */
export const bulkAction = (selected: SelectedRows, action: BulkAction): Action => ({
  ...action,
  dialog: (dialog) => <BulkDialog {...dialog} selected={selected} action={action} />,
});
