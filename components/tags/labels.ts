import type { TagAction, TaggedResource } from "@/contract/tags";
import { plural } from "@/lib/plural";

const countForms = { leads: { one: "{n} lead", other: "{n} leads" }, codes: { one: "{n} code", other: "{n} codes" } };

export const labels = {
  title: "Tags",
  search: "Search tags",
  searchOrCreate: "Search or create a tag",
  add: "Add tag",
  remove: (tag: string) => `Remove tag: ${tag}`,
  create: "Create tag",
  count: (resource: TaggedResource, count: number) => plural(count, countForms[resource]),
  required: "Choose at least one tag.",
  none: "No tags yet.",
  noneYet: "No tags yet. Type a tag to create it.",
  noResults: "No tags found.",
  alreadyAdded: "This tag is already added.",
  more: (count: number) => `+${count}`,
};

/** The labels of a bulk action. `rows` is such as "12 leads". */
export const tagActionLabels: Readonly<Record<TagAction, { action: string; title: (rows: string) => string }>> = {
  add_tags: { action: "Add tags", title: (rows) => `Add tags to ${rows}` },
  remove_tags: { action: "Remove tags", title: (rows) => `Remove tags from ${rows}` },
};
