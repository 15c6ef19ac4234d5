import { lazyDialog } from "@/components/ui/lazy";

export { TagEditor, TagFilter, TagList, TagsCell, tagSelectionActions } from "./tags";

/** The dialog of a bulk action with tags. Pages load all that this file exports, but the dialog only when it opens. */
export const TagsDialog = lazyDialog(() => import("./dialog").then((dialog) => dialog.TagsDialog));
