"use client";

import * as z from "zod";
import type { BulkDialogProps } from "@/components/list/bulk-dialog";
import { Field } from "@/components/ui/field";
import { useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { BulkTags, type TagAction, type TaggedResource } from "@/contract/tags";
import { labels, tagActionLabels } from "./labels";
import { TagEditor } from "./tags";

type TagsFormProps = { resource: TaggedResource; action: TagAction; onSubmit: (tags: string[]) => Promise<unknown> };

/** Adds tags to the selected leads or codes, or removes them. */
export function TagsDialog({ open, onClose, rows, ...form }: BulkDialogProps & TagsFormProps) {
  const submit = async (tags: string[]) => {
    await form.onSubmit(tags);
    onClose();
  };
  return (
    <FormDialog open={open} onClose={onClose} title={tagActionLabels[form.action].title(rows.name)}>
      <TagsForm {...form} onSubmit={submit} />
    </FormDialog>
  );
}

const TagsBody = z.object({ tags: BulkTags });

function TagsForm({ resource, action, onSubmit }: TagsFormProps) {
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
