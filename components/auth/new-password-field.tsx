"use client";

import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { leastPassword } from "@/contract/staff";

type NewPasswordProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input>;
  label?: string;
};

/** Where somebody chooses a password: once, since it can be looked at. */
export function NewPassword<Input extends FieldValues, Output>({ form, name, label = "Password" }: NewPasswordProps<Input, Output>) {
  return (
    <FormField form={form} name={name} label={label} hint={`At least ${leastPassword} characters. A few words do well.`}>
      {(control) => <PasswordInput {...control} autoComplete="new-password" />}
    </FormField>
  );
}
