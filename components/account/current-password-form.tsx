"use client";

import type { ComponentProps } from "react";
import { saidAt } from "@/components/said-at";
import type { Button } from "@/components/ui/button";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { PasswordInput } from "@/components/ui/password-input";
import { beginSecondFactorEndpoint } from "@/contract/account";

type OwnPasswordFormProps = {
  action: string;
  variant?: ComponentProps<typeof Button>["variant"];
  onPassword: (body: { password: string }) => Promise<void>;
};

/** Asks for one's password before what a browser that was left open must not do. */
export function OwnPasswordForm({ action, variant, onPassword }: OwnPasswordFormProps) {
  const form = useZodForm(beginSecondFactorEndpoint.body, { defaultValues: { password: "" } });
  return (
    <Form form={form} onSubmit={(body) => saidAt(form, { wrong_password: "password" }, () => onPassword(body))} className="grid gap-4">
      <FormField form={form} name="password" label="Your password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
      <FormProblems form={form} />
      <FormFooter form={form} variant={variant}>
        {action}
      </FormFooter>
    </Form>
  );
}
