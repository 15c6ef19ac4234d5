"use client";

import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { apiQuery } from "@/components/api-query";
import { SearchPicker, type SearchResult } from "@/components/ui/combobox";
import { describeError } from "@/components/ui/errors";
import { maxListedTags, Tag, type TaggedResource } from "@/contract/tags";
import { containsFolded } from "@/lib/fold-text";
import { labels } from "./labels";

type TagPickerProps = {
  resource: TaggedResource;
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The selected tag; null if there is none. */
  value: string | null;
  /** Tags that aren't offered. */
  exclude?: readonly string[];
  /** Allows tags that aren't in use yet. */
  allowNew?: boolean;
  onSelect: (tag: string) => void;
};

/** Picks a tag: one of those in use, or a new one. */
export function TagPicker({ resource, value, exclude = [], allowNew = false, onSelect, ...popup }: TagPickerProps) {
  const [text, setText] = useState("");
  const { data, error } = useQuery({ ...apiQuery(`GET /tags/${resource}`), enabled: popup.open });
  const typed = Tag.safeParse(text);
  const search = text.trim().toLowerCase();
  const inUse = data?.tags ?? [];
  const offered = inUse.filter(({ tag }) => !exclude.includes(tag) && containsFolded(tag, search));
  // If not all tags in use are listed, the typed one can be another.
  const isNew = typed.success && !exclude.includes(typed.data) && !inUse.some(({ tag }) => tag === typed.data);
  const results: SearchResult[] = [
    ...offered.map(({ tag, count }) => ({ id: tag, label: tag, hint: labels.count(resource, count) })),
    ...(isNew && data && (allowNew || inUse.length === maxListedTags)
      ? [{ id: typed.data, label: typed.data, hint: allowNew ? labels.create : undefined }]
      : []),
  ];
  const emptyMessage = () => {
    if (error) return describeError(error).message;
    if (search === "") return allowNew ? labels.noneYet : labels.none;
    if (!allowNew) return labels.noResults;
    return typed.success ? labels.alreadyAdded : <span className="block first-letter:uppercase">{typed.error.issues[0]?.message}</span>;
  };
  return (
    <SearchPicker
      {...popup}
      label={allowNew ? labels.searchOrCreate : labels.search}
      text={text}
      onTextChange={setText}
      searching={popup.open && data === undefined && error === null}
      emptyMessage={emptyMessage()}
      value={value === null ? null : { id: value, label: value }}
      onValueChange={({ id }) => onSelect(id)}
      results={results}
    />
  );
}
