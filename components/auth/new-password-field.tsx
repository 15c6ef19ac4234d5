"use client";

import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { minPasswordLength } from "@/contract/staff-fields";
import { labels } from "./labels";

type NewPasswordFieldProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  label?: string;
};

/** A field for a new password. It isn't repeated, because it can be shown. */
export function NewPasswordField<Input extends FieldValues, Output>({
  form,
  name,
  label = labels.password,
}: NewPasswordFieldProps<Input, Output>) {
  return (
    <FormField form={form} name={name} label={label} hint={labels.newPasswordHint(minPasswordLength)}>
      {(control) => <PasswordInput {...control} autoComplete="new-password" />}
    </FormField>
  );
}
