"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { FilterControlProps } from "@/components/list/definition";
import { FilterChip, FilterTrigger } from "@/components/list/filters";
import { useInstantSave } from "@/components/ui/failed-save";
import { useField } from "@/components/ui/field";
import { lazy, useLazy } from "@/components/ui/lazy";
import { PopupTrigger } from "@/components/ui/popup-trigger";
import { maxTags } from "@/contract/limits";
import { applyTagChange } from "@/contract/tag-change";
import type { TaggedResource } from "@/contract/tags";
import { labels } from "./labels";

const tagPicker = lazy(() => import("./picker").then((picker) => picker.TagPicker));

/** A tag, and what can be done with it. */
function Chip({ tag, children }: { tag: string; children?: ReactNode }) {
  return (
    <span title={tag} className="inline-flex h-6 min-w-0 max-w-full items-center gap-0.5 rounded-full border bg-muted px-2 text-2sm">
      <bdi className="min-w-0 truncate">{tag}</bdi>
      {children}
    </span>
  );
}

/** The tags of a lead or code. */
export const TagList = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-1.5">
    {tags.map((tag) => (
      <Chip key={tag} tag={tag} />
    ))}
  </span>
);

/** The tags of a row, of which the first is always readable. */
export function TagsCell({ tags: [first, ...others] }: { tags: readonly string[] }) {
  if (first === undefined) return null;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Chip tag={first} />
      {others.length > 0 && (
        <span title={others.join(", ")} className="shrink-0 text-2sm text-muted-foreground">
          <span aria-hidden="true">{labels.more(others.length)}</span>
          <span className="sr-only">, {others.join(", ")}</span>
        </span>
      )}
    </span>
  );
}

/** Whether a picker is open, and its code once it is needed. */
function useTagPicker() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const TagPicker = useLazy(tagPicker, open, () => setOpen(false));
  return { anchor, open, setOpen, TagPicker };
}

type TagFilterProps = FilterControlProps & { resource: TaggedResource };

/** Filters a list by one of the tags in use. */
export function TagFilter({ resource, label, value, onChange }: TagFilterProps) {
  const { anchor, open, setOpen, TagPicker } = useTagPicker();
  return (
    <FilterChip label={label} onClear={value === null ? undefined : () => onChange(null)}>
      <PopupTrigger
        trigger={
          <FilterTrigger
            label={label}
            value={
              value === null ? undefined : (
                <bdi title={value} className="block max-w-56 truncate">
                  {value}
                </bdi>
              )
            }
          />
        }
        anchor={anchor}
        opens="dialog"
        open={open}
        lazyContent={tagPicker}
        onToggle={() => setOpen(!open)}
      />
      {TagPicker && <TagPicker resource={resource} anchor={anchor} open={open} onOpenChange={setOpen} value={value} onSelect={onChange} />}
    </FilterChip>
  );
}

type TagEditorProps = {
  resource: TaggedResource;
  tags: readonly string[];
  /** Allows tags that no lead or code has yet. */
  allowNew?: boolean;
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
};

/** Tags that can be removed, and a button that adds others. */
export function TagEditor({ resource, tags, allowNew = true, onAdd, onRemove }: TagEditorProps) {
  const { anchor, open, setOpen, TagPicker } = useTagPicker();
  const field = useField();
  const remove = (tag: string) => {
    onRemove(tag);
    // The button that had the focus is gone.
    anchor.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be labelled by the field around it
    <div
      role="group"
      aria-label={field ? undefined : labels.title}
      aria-labelledby={field?.["aria-labelledby"]}
      aria-describedby={field?.["aria-describedby"]}
      className="flex flex-wrap items-center gap-1.5"
    >
      {tags.map((tag) => (
        <Chip key={tag} tag={tag}>
          <button
            type="button"
            aria-label={labels.remove(tag)}
            onClick={() => remove(tag)}
            className="-mr-1.5 grid size-5 shrink-0 place-items-center rounded-full text-muted-foreground hover:text-foreground"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </Chip>
      ))}
      {tags.length < maxTags && (
        <PopupTrigger
          trigger={
            <button
              type="button"
              id={field?.id}
              aria-label={labels.add}
              className="inline-flex h-6 items-center gap-1 rounded-full border border-input border-dashed px-2 text-2sm text-muted-foreground hover:bg-accent data-popup-open:bg-accent pointer-coarse:h-9 pointer-coarse:px-3"
            >
              <Plus aria-hidden="true" className="size-3.5" /> {labels.add}
            </button>
          }
          anchor={anchor}
          opens="dialog"
          open={open}
          lazyContent={tagPicker}
          onToggle={() => setOpen(!open)}
        />
      )}
      {TagPicker && (
        <TagPicker
          resource={resource}
          anchor={anchor}
          open={open}
          onOpenChange={setOpen}
          value={null}
          exclude={tags}
          allowNew={allowNew}
          onSelect={onAdd}
        />
      )}
    </div>
  );
}

type TagChange = { addTags: string[]; removeTags: string[] };

type SavedTagsProps = { resource: TaggedResource; tags: readonly string[]; onSave: (change: TagChange) => Promise<unknown> };

/** The tags of a lead or code, which are saved when they are added or removed. */
export function SavedTags({ resource, tags, onSave }: SavedTagsProps) {
  const { change, unsaved = { addTags: [], removeTags: [] }, notice } = useInstantSave(onSave);
  const { addTags, removeTags } = unsaved;
  const without = (list: string[], tag: string) => list.filter((each) => each !== tag);
  return (
    <div className="grid grid-cols-1 gap-2">
      <TagEditor
        resource={resource}
        tags={applyTagChange(tags, unsaved).tags}
        onAdd={(tag) => change({ addTags: [...addTags, tag], removeTags: without(removeTags, tag) })}
        onRemove={(tag) => change({ addTags: without(addTags, tag), removeTags: [...removeTags, tag] })}
      />
      {notice}
    </div>
  );
}
