"use client";

import type { ComponentProps } from "react";
import { saidAt } from "@/components/said-at";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { beginSecondFactor } from "@/contract/account";

type OwnPasswordFormProps = {
  action: string;
  variant?: ComponentProps<typeof Button>["variant"];
  onPassword: (body: { password: string }) => Promise<void>;
};

/** Asks for one's password before what a browser that was left open must not do. */
export function OwnPasswordForm({ action, variant, onPassword }: OwnPasswordFormProps) {
  const form = useZodForm(beginSecondFactor.body, { defaultValues: { password: "" } });
  return (
    <Form form={form} onSubmit={(body) => saidAt(form, { wrong_password: "password" }, () => onPassword(body))} className="grid gap-4">
      <FormField form={form} name="password" label="Your password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
      <FormProblems form={form} />
      <DialogFooter>
        <DialogClose disabled={form.formState.isSubmitting} />
        <Button type="submit" variant={variant} pending={form.formState.isSubmitting}>
          {action}
        </Button>
      </DialogFooter>
    </Form>
  );
}
