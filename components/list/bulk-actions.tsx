"use client";

import type { Action } from "@/components/ui/actions";
import { lazyDialog } from "@/components/ui/lazy";
import type { BulkAction, SelectedRows } from "./bulk-dialog";

const BulkDialog = lazyDialog(() => import("./bulk-dialog").then((dialog) => dialog.BulkDialog));

/** Makes an action on the selected rows. If the number of rows is capped, its dialog counts them first. */
export const bulkAction = (selected: SelectedRows, action: BulkAction): Action => ({
  ...action,
  dialog: (dialog) => <BulkDialog {...dialog} selected={selected} action={action} />,
});
