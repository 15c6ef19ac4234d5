// Kept apart from the schemas of tags so that pages don't load zod.

/** `tags` replaces all tags. Then `addTags` are added, and `removeTags` removed. */
export type TagChange = { [Name in "tags" | "addTags" | "removeTags"]?: readonly string[] | undefined };

/** Tags after a change, in order, and what the change added and removed. */
export type ChangedTags = { tags: string[]; added: string[]; removed: string[] };

/** Returns tags after a change. There can be more than a lead or code can have. */
export function applyTagChange(current: readonly string[], { tags = current, addTags = [], removeTags = [] }: TagChange): ChangedTags {
  const changed = [...new Set([...tags, ...addTags])].filter((tag) => !removeTags.includes(tag)).sort();
  return {
    tags: changed,
    added: changed.filter((tag) => !current.includes(tag)),
    removed: current.filter((tag) => !changed.includes(tag)),
  };
}
