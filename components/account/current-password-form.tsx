"use client";

import type { ComponentProps } from "react";
import { withFieldErrors } from "@/components/field-errors";
import type { Button } from "@/components/ui/button";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { PasswordInput } from "@/components/ui/password-input";
import { startSecondFactorSetupEndpoint } from "@/contract/account";

type CurrentPasswordFormProps = {
  action: string;
  variant?: ComponentProps<typeof Button>["variant"];
  onPassword: (body: { password: string }) => Promise<void>;
};

/** Asks for one's password before what a browser that was left open must not do. */
export function CurrentPasswordForm({ action, variant, onPassword }: CurrentPasswordFormProps) {
  const form = useZodForm(startSecondFactorSetupEndpoint.body, { defaultValues: { password: "" } });
  return (
    <Form form={form} onSubmit={(body) => withFieldErrors(form, { invalid_password: "password" }, () => onPassword(body))} className="grid gap-4">
      <FormField form={form} name="password" label="Your password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form} variant={variant}>
        {action}
      </FormFooter>
    </Form>
  );
}
