"use client";

import type { ComponentProps, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { DialogForm } from "./form-dialog";
import { type MergedValuesOptions, SaveConflict, useMergedValues } from "./save-conflict";

type MergedDialogFormProps<Values extends FieldValues> = Omit<ComponentProps<typeof DialogForm<Values, Values>>, "form" | "onSubmit"> &
  MergedValuesOptions<Values> & {
    /** Called when the values are saved. */
    onSaved: () => void;
    /** The name of a value, and the value in words. */
    describeValue: (value: unknown, name: keyof Values) => { name: string; text: ReactNode };
  };

/** A `DialogForm` whose values others can change while it is open. What both changed is asked about. */
export function MergedDialogForm<Values extends FieldValues>({
  form,
  onSave,
  onLoad,
  onSaved,
  describeValue,
  children,
  ...dialog
}: MergedDialogFormProps<Values>) {
  const merging = useMergedValues({ form, onSave, onLoad });
  const save = async (values: Values) => {
    if ((await merging.save(values)) !== null) onSaved();
  };
  return (
    <DialogForm {...dialog} form={form} onSubmit={save}>
      {children}
      <SaveConflict title="This has changed since you opened the dialog." merging={merging} toText={describeValue} />
    </DialogForm>
  );
}
