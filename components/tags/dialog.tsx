"use client";

import * as z from "zod";
import { Field } from "@/components/ui/field";
import { useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { BulkTags, type TagAction, type TaggedResource } from "@/contract/tags";
import { labels, tagActionLabels } from "./labels";
import { TagEditor } from "./tags";

type TagsDialogProps = {
  resource: TaggedResource;
  action: TagAction;
  open: boolean;
  onClose: () => void;
  /** The selected leads or codes, such as "12 leads". */
  rows: string;
  onSubmit: (tags: string[]) => Promise<unknown>;
};

/** Adds tags to many leads or codes, or removes them. */
export function TagsDialog({ open, onClose, rows, ...form }: TagsDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={tagActionLabels[form.action].title(rows)}>
      <TagsForm {...form} />
    </FormDialog>
  );
}

const TagsBody = z.object({ tags: BulkTags });

function TagsForm({ resource, action, onSubmit }: Omit<TagsDialogProps, "open" | "onClose" | "rows">) {
  const form = useZodForm(TagsBody, { defaultValues: { tags: [] } });
  const tags = form.watch("tags");
  const setTags = (next: string[]) => form.setValue("tags", next, { shouldDirty: true });
  return (
    <DialogForm
      form={form}
      onSubmit={(body) => onSubmit(body.tags)}
      submitLabel={tagActionLabels[action].action}
      disabledReason={tags.length === 0 ? labels.required : undefined}
    >
      <Field label={labels.title} error={form.formState.errors.tags?.message}>
        <TagEditor
          resource={resource}
          tags={tags}
          allowNew={action === "add_tags"}
          onAdd={(tag) => setTags([...tags, tag])}
          onRemove={(tag) => setTags(tags.filter((each) => each !== tag))}
        />
      </Field>
    </DialogForm>
  );
}
