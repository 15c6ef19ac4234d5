export { tagActions } from "./bulk-actions";
export { SavedTags, TagEditor, TagFilter, TagList, TagsCell } from "./tags";
