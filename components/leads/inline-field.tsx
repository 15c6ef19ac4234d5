"use client";

import { type KeyboardEvent, useState } from "react";
import type { z } from "zod";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { labels } from "./labels";

type InlineFieldProps = {
  label: string;
  value: string;
  schema: z.ZodType<string, string>;
  isMultiline?: boolean;
  placeholder?: string;
  /** Gets the new value, and the value from when editing started. */
  onSave: (value: string, expected: string) => void;
};

/** A text that is edited in place. Enter and leaving the field save, and Escape undoes the change. */
export function InlineField({ label, value, schema, isMultiline = false, placeholder, onSave }: InlineFieldProps) {
  // Null while nothing is edited. An invalid draft stays, with its error.
  const [draft, setDraft] = useState<{ text: string; expected: string } | null>(null);
  const [error, setError] = useState<string>();
  const save = () => {
    if (draft === null) return;
    const result = schema.safeParse(draft.text);
    setError(result.error?.issues[0]?.message);
    if (!result.success) return;
    setDraft(null);
    if (result.data !== draft.expected) onSave(result.data, draft.expected);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.nativeEvent.isComposing) {
      setDraft(null);
      setError(undefined);
    } else if (isSaveKey(event, { isMultiline })) {
      event.preventDefault();
      save();
    }
  };
  const control = {
    value: draft?.text ?? value,
    onChange: (event: { target: { value: string } }) => setDraft({ text: event.target.value, expected: draft?.expected ?? value }),
    onBlur: save,
    onKeyDown,
    placeholder,
    dir: "auto",
    autoComplete: "off",
  } as const;
  return (
    <Field label={label} hint={isMultiline && <NewLineHint />} error={error}>
      {isMultiline ? <Textarea {...control} className="max-h-100" /> : <Input {...control} />}
    </Field>
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
export const NewLineHint = () => <span className="pointer-coarse:hidden">{labels.edit.newLineHint}</span>;
