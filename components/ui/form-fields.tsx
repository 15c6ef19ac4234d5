"use client";

import type { ComponentProps } from "react";
import type { FieldPath, FieldPathValue, FieldValues } from "react-hook-form";
import { DateTimeInput } from "./date-time-input";
import { type FieldOptions, FormField } from "./form";
import { Select } from "./select";
import { Switch } from "./switch";

type SelectOptions<Value> = ComponentProps<typeof Select<Extract<Value, string>>>;

/** A field of a form with a choice. */
export function SelectField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  label,
  hint,
  optional = false,
  ...select
}: FieldOptions<Input, Output, Name> & Pick<SelectOptions<FieldPathValue<Input, Name>>, "options" | "placeholder" | "className">) {
  return (
    <FormField form={form} name={name} label={label} hint={hint} optional={optional}>
      {({ value, onChange }) => <Select {...select} name={name} value={value} onValueChange={onChange} />}
    </FormField>
  );
}

/** A field of a form that is on or off. */
export function SwitchField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  disabled = false,
  ...field
}: FieldOptions<Input, Output, Name> & { disabled?: boolean }) {
  return (
    <FormField {...field} inline>
      {({ value, onChange, onBlur, ref }) => (
        <Switch checked={value ?? false} onCheckedChange={onChange} onBlur={onBlur} ref={ref} disabled={disabled} />
      )}
    </FormField>
  );
}

type DateTimeFieldProps<Input extends FieldValues, Output, Name extends FieldPath<Input>> = Pick<
  FieldOptions<Input, Output, Name>,
  "form" | "name"
> &
  Omit<ComponentProps<typeof DateTimeInput>, "value" | "onValueChange"> & {
    /** The value of the field without a date, which is undefined by default. */
    empty?: null;
  };

/** A field of a form with a date and a time. */
export function DateTimeField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  empty,
  error: shownError,
  ...input
}: DateTimeFieldProps<Input, Output, Name>) {
  const { isSubmitted } = form.formState;
  const { error } = form.getFieldState(name, form.formState);
  const change = (value: string | null) =>
    form.setValue(name, (value ?? empty) as FieldPathValue<Input, Name>, {
      shouldDirty: true,
      shouldValidate: isSubmitted || error !== undefined,
    });
  return <DateTimeInput {...input} value={form.watch(name) ?? null} onValueChange={change} error={shownError ?? error?.message} />;
}
