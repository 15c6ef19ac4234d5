export { TagsDialog } from "./lazy-dialog";
export { TagEditor, TagFilter, TagList, TagsCell, tagSelectionActions } from "./tags";
