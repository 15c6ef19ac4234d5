export { TagEditor } from "./editor";
export { TagsDialog } from "./lazy-dialog";
export { TagFilter, TagList, TagsCell, tagSelectionActions } from "./tags";
