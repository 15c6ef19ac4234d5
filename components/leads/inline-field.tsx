"use client";

import { type KeyboardEvent, useState } from "react";
import type { z } from "zod";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { isSaveKey } from "./save-key";
import { NewLineHint } from "./new-line-hint";

type InlineFieldProps = {
  label: string;
  value: string;
  schema: z.ZodType<string, string>;
  lines?: boolean;
  placeholder?: string;
  /** Told what it is to be, and what it was when that was begun. */
  onSave: (value: string, was: string) => void;
};

/** A text that is edited where it stands: Enter and whatever leads away from it save, Escape takes it back. */
export function InlineField({ label, value, schema, lines = false, placeholder, onSave }: InlineFieldProps) {
  // Null while it is as stored; what was typed and is not right stays, with what is wrong with it.
  const [draft, setDraft] = useState<{ text: string; was: string } | null>(null);
  const [problem, setProblem] = useState<string>();
  const save = () => {
    if (draft === null) return;
    const checked = schema.safeParse(draft.text);
    setProblem(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    setDraft(null);
    if (checked.data !== draft.was) onSave(checked.data, draft.was);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.nativeEvent.isComposing) {
      setDraft(null);
      setProblem(undefined);
    } else if (isSaveKey(event, { lines })) {
      event.preventDefault();
      save();
    }
  };
  const control = {
    value: draft?.text ?? value,
    onChange: (event: { target: { value: string } }) => setDraft({ text: event.target.value, was: draft?.was ?? value }),
    onBlur: save,
    onKeyDown,
    placeholder,
    dir: "auto",
    autoComplete: "off",
  } as const;
  return (
    <Field label={label} hint={lines && <NewLineHint />} error={problem}>
      {lines ? <Textarea {...control} className="max-h-100" /> : <Input {...control} />}
    </Field>
  );
}
