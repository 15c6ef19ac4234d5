"use client";

import type { ComponentProps } from "react";
import { withFieldErrors } from "@/components/field-errors";
import type { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { PasswordInput } from "@/components/ui/password-input";
import { startSecondFactorSetupEndpoint } from "@/contract/account";
import { labels } from "./labels";

type CurrentPasswordFormProps = {
  action: string;
  variant?: ComponentProps<typeof Button>["variant"];
  onPassword: (body: { password: string }) => Promise<void>;
};

/** Asks for the current password before a change that someone else at an unlocked computer must not make. */
export function CurrentPasswordForm({ action, variant, onPassword }: CurrentPasswordFormProps) {
  const form = useZodForm(startSecondFactorSetupEndpoint.body, { defaultValues: { password: "" } });
  const submit = (body: { password: string }) => withFieldErrors(form, { invalid_password: "password" }, () => onPassword(body));
  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      <FormField form={form} name="password" label={labels.password.currentPassword}>
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form} variant={variant}>
        {action}
      </FormFooter>
    </Form>
  );
}
