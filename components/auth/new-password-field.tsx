"use client";

import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { minPasswordLength } from "@/contract/staff";

type NewPasswordFieldProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  label?: string;
};

/** Where somebody chooses a password: once, since it can be looked at. */
export function NewPasswordField<Input extends FieldValues, Output>({ form, name, label = "Password" }: NewPasswordFieldProps<Input, Output>) {
  return (
    <FormField form={form} name={name} label={label} hint={`At least ${minPasswordLength} characters. A few words do well.`}>
      {(control) => <PasswordInput {...control} autoComplete="new-password" />}
    </FormField>
  );
}
