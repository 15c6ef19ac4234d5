"use client";

import { type KeyboardEvent, useState } from "react";
import type { z } from "zod";
import { useStoredDraft } from "@/components/shell/drafts";
import { FailedSave, toError } from "@/components/ui/failed-save";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { useUnsaved } from "@/components/ui/unsaved-changes";
import { dialogLabels } from "./dialog-labels";

type InlineFieldProps = {
  label: string;
  value: string;
  schema: z.ZodType<string, string>;
  isMultiline?: boolean;
  placeholder?: string;
  /** The name under which a text that isn't saved is kept in this browser. */
  draftName: string;
  /** Gets the new value, and the value from when editing started. Rejects if it isn't saved, with `lead_changed` if it was changed in between. */
  onSave: (value: string, expected: string) => Promise<unknown>;
};

type Draft = { text: string; expected: string };

/** A text that is edited in place. Enter and leaving the field save, and Escape undoes the change. What couldn't be saved stays in the field. */
export function InlineField({ label, value, schema, isMultiline = false, placeholder, draftName, onSave }: InlineFieldProps) {
  // Null while nothing is edited. An invalid draft stays, with its error.
  const [draft, setDraft] = useState<Draft | null>(null);
  const [error, setError] = useState<string | Error>();
  const [isSaving, setSaving] = useState(false);
  useUnsaved(draft !== null || isSaving);
  const kept = useStoredDraft(draftName, draft?.text ?? null, (text) => setDraft({ text: String(text), expected: value }));
  const hasConflict = error instanceof Error && error.name === "lead_changed";
  const undo = () => {
    kept.remove();
    setDraft(null);
    setError(undefined);
  };
  const send = async (typed: Draft, text: string, expected: string) => {
    setSaving(true);
    setDraft(null);
    try {
      await onSave(text, expected);
      kept.remove(typed.text);
    } catch (failure) {
      // Until the failure is shown, a text can be typed that replaces it.
      setDraft((later) => later ?? { text, expected });
      setError(toError(failure));
    }
    setSaving(false);
  };
  const save = () => {
    if (draft === null) return;
    const result = schema.safeParse(draft.text);
    setError(result.error?.issues[0]?.message);
    if (!result.success) return;
    // Someone who saw the other value replaces it.
    const expected = hasConflict ? value : draft.expected;
    if (result.data === expected) undo();
    else void send(draft, result.data, expected);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.nativeEvent.isComposing) undo();
    else if (isSaveKey(event, { isMultiline })) {
      event.preventDefault();
      save();
    }
  };
  const control = {
    value: draft?.text ?? value,
    onChange: (event: { target: { value: string } }) => setDraft({ text: event.target.value, expected: draft?.expected ?? value }),
    // Leaving the field saves it once, and after that on demand.
    onBlur: () => error instanceof Error || save(),
    onKeyDown,
    placeholder,
    dir: "auto",
    autoComplete: "off",
  } as const;
  return (
    <div className="grid gap-2">
      {kept.notice}
      <Field label={label} hint={isMultiline && <NewLineHint />} error={typeof error === "string" ? error : undefined}>
        {isMultiline ? <Textarea {...control} className="max-h-100" /> : <Input {...control} />}
      </Field>
      {error instanceof Error && draft && (
        <FailedSave
          error={error}
          message={hasConflict ? dialogLabels.edit.conflict(value) : undefined}
          retryLabel={hasConflict ? dialogLabels.edit.replace : undefined}
          onRetry={save}
          onUndo={undo}
        />
      )}
    </div>
  );
}

/**
 * Whether a key press saves a field. In a multiline field, Enter saves and Shift+Enter adds a line, except on touch screens, where Enter
 * adds a line. An Enter that confirms an input method's suggestion doesn't save.
 */
export function isSaveKey({ key, shiftKey, nativeEvent }: KeyboardEvent, { isMultiline }: { isMultiline: boolean }): boolean {
  if (key !== "Enter" || nativeEvent.isComposing) return false;
  return !isMultiline || (!shiftKey && !window.matchMedia("(pointer: coarse)").matches);
}

/** The hint of multiline fields that Enter saves. */
export const NewLineHint = () => <span className="pointer-coarse:hidden">{dialogLabels.edit.newLineHint}</span>;
