export { tagActions } from "./bulk-actions";
export { TagEditor, TagFilter, TagList, TagsCell } from "./tags";
