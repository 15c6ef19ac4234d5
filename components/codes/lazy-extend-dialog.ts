"use client";

import { lazyDialog } from "@/components/ui/lazy";

/** The dialog that extends codes, for other features. Pages load all that `index.ts` exports, but this only when it opens. */
export const ExtendDialog = lazyDialog(() => import("./extend-dialog").then((dialog) => dialog.ExtendDialog));
