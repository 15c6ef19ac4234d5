"use client";

import { Plus, X } from "lucide-react";
import { useField } from "@/components/ui/field";
import { PopupTrigger } from "@/components/ui/lazy";
import { maxTags } from "@/contract/limits";
import type { TaggedResource } from "@/contract/tags";
import { labels } from "./labels";
import { Chip, tagPicker, useTagPicker } from "./tags";

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
              className="inline-flex h-6 items-center gap-1 rounded-full border border-input border-dashed px-2 text-[13px] text-muted-foreground hover:bg-accent data-popup-open:bg-accent pointer-coarse:h-9 pointer-coarse:px-3"
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
