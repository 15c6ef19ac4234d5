"use client";

import type { z } from "zod";
import { NewPasswordField } from "@/components/auth/new-password-field";
import { withFieldErrors } from "@/components/field-errors";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { changePasswordEndpoint } from "@/contract/account";
import { routes } from "@/lib/routes";
import { useChangePassword } from "./mutations";

export function PasswordForm() {
  const { email } = useSession().staff;
  const { mutateAsync } = useChangePassword();
  const form = useZodForm(changePasswordEndpoint.body, { defaultValues: { current: "", password: "" } });
  const change = (body: z.output<typeof changePasswordEndpoint.body>) =>
    withFieldErrors(form, { invalid_password: "current" }, async () => {
      await mutateAsync(body);
      form.reset();
      toast.success("Your password is changed", { description: "Your other browsers are signed out." });
    });
  return (
    <Form form={form} onSubmit={change}>
      <Card
        title="Password"
        description="Changing it signs your other browsers out."
        footer={
          <Button type="submit" pending={form.formState.isSubmitting}>
            Change the password
          </Button>
        }
      >
        <div className="grid max-w-md gap-4">
          {/* So that password managers know whose it is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <FormField form={form} name="current" label="Present password" hint={<ForgotPasswordHint />}>
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </FormField>
          <NewPasswordField form={form} name="password" label="New password" />
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}

function ForgotPasswordHint() {
  return (
    <>
      Forgotten, or never had one? <TextLink href={routes.forgotPassword}>Have a link mailed to you</TextLink>
    </>
  );
}
