"use client";

import type { z } from "zod";
import { NewPassword } from "@/components/auth/new-password";
import { saidAt } from "@/components/said-at";
import { useVisitor } from "@/components/shell/visitor";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { changePasswordEndpoint } from "@/contract/account";
import { routes } from "@/lib/routes";
import { useChangePassword } from "./mutations";

export function PasswordForm() {
  const { email } = useVisitor().staff;
  const { mutateAsync } = useChangePassword();
  const form = useZodForm(changePasswordEndpoint.body, { defaultValues: { current: "", password: "" } });
  const change = (body: z.output<typeof changePasswordEndpoint.body>) =>
    saidAt(form, { wrong_password: "current" }, async () => {
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
          <FormField form={form} name="current" label="Present password" hint={<Forgotten />}>
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </FormField>
          <NewPassword form={form} name="password" label="New password" />
          <FormProblems form={form} />
        </div>
      </Card>
    </Form>
  );
}

function Forgotten() {
  return (
    <>
      Forgotten, or never had one? <TextLink href={routes.forgot}>Have a link mailed to you</TextLink>
    </>
  );
}
