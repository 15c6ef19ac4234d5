"use client";

import type { ComponentProps } from "react";
import type { FieldPath, FieldPathValue, FieldValues } from "react-hook-form";
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
