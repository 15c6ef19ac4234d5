"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { type Draft, draftKey, readDraft, removeDraft, writeDraft } from "@/lib/drafts";
import { useSession } from "./session";

const labels = { found: "A text that you started here wasn't saved", restore: "Restore", discard: "Discard" };

/**
 * Keeps what is typed in this browser, until `remove` is called after it was saved, and offers it when it is edited again. `name` says which text
 * it is, and `typed` is its value, or null while nothing is typed. With a value that was saved, `remove` keeps a text that was typed since.
 */
export function useStoredDraft(
  name: string,
  typed: unknown,
  onRestore: (value: unknown) => void,
): { notice: ReactNode; remove: (saved?: unknown) => void } {
  const { staff, project } = useSession();
  const key = draftKey(staff.id, name);
  const [found, setFound] = useState<Draft | null>(null);
  // After hydration, because the server doesn't know the browser's drafts.
  useEffect(() => setFound(readDraft(key)), [key]);
  const text = typed === null ? null : JSON.stringify(typed);
  useEffect(() => {
    if (text !== null) writeDraft(key, { at: new Date().toISOString(), value: JSON.parse(text) });
  }, [key, text]);
  const remove = (saved?: unknown) => {
    setFound(null);
    if (saved === undefined || readDraft(key)?.value === saved) removeDraft(key);
  };
  const restore = (draft: Draft) => {
    setFound(null);
    onRestore(draft.value);
  };
  const notice = found && text === null && (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border bg-sunken px-3 py-2">
      <p className="min-w-0 flex-1">
        {labels.found} (<Time at={found.at} zone={project.timeZone} />
        ).
      </p>
      <Button variant="outline" size="sm" onClick={() => restore(found)}>
        {labels.restore}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => remove()}>
        {labels.discard}
      </Button>
    </div>
  );
  return { notice, remove };
}

type FormDraftOptions<Input extends FieldValues> = {
  name: string;
  /** The fields that are kept. */
  fields: readonly FieldPath<Input>[];
  /** Whether one of them was changed. */
  isTyped: boolean;
};

/** Keeps fields of a form with long texts in this browser. Show `notice` above them, and call `remove` once they are saved. */
export const useFormDraft = <Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { name, fields, isTyped }: FormDraftOptions<Input>,
) =>
  useStoredDraft(name, isTyped ? Object.fromEntries(fields.map((field) => [field, form.getValues(field)])) : null, (value) => {
    const values = new Map(Object.entries(value ?? {}));
    for (const field of fields) if (values.has(field)) form.setValue(field, values.get(field), { shouldDirty: true });
  });
