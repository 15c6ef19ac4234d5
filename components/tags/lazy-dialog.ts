"use client";

import { lazyDialog } from "@/components/ui/lazy";

/** The dialog of a bulk action with tags. Pages load all that `index.ts` exports, but this only when it opens. */
export const TagsDialog = lazyDialog(() => import("./dialog").then((dialog) => dialog.TagsDialog));
