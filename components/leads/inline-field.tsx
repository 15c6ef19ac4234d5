"use client";

import { type KeyboardEvent, useState } from "react";
import type { z } from "zod";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { NewLineHint } from "./new-line-hint";
import { isSaveKey } from "./save-key";

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
