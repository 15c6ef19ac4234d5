"use client";

import { lazyDialog } from "@/components/ui/lazy";

// Pages load all that `index.ts` exports, but these dialogs only when they open.

/** The dialog that extends codes, for other features. */
export const ExtendDialog = lazyDialog(() => import("./extend-dialog").then((dialog) => dialog.ExtendDialog));

/** The dialog that prints codes. */
export const PrintDialog = lazyDialog(() => import("./print-dialog").then((dialog) => dialog.PrintDialog));
