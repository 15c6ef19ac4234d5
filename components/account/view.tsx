"use client";

import type { z } from "zod";
import { NewPasswordField } from "@/components/auth";
import { withFieldErrors } from "@/components/field-errors";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Interpolate } from "@/components/ui/interpolate";
import { PasswordInput } from "@/components/ui/password-input";
import { SettingsForm } from "@/components/ui/settings-form";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { changePasswordEndpoint, updateAccountEndpoint } from "@/contract/account";
import { routes } from "@/lib/routes";
import { useChangePassword, useUpdateName } from "./api";
import { labels } from "./labels";
import { SecondFactorCard } from "./second-factor";
import { SessionsTable } from "./sessions";

/** Settings of the signed-in staff member's own account. */
export function AccountView() {
  return (
    <>
      <NameForm />
      <PasswordForm />
      <SecondFactorCard />
      <SessionsTable />
    </>
  );
}

function NameForm() {
  const { staff } = useSession();
  const { mutateAsync } = useUpdateName();
  const form = useZodForm(updateAccountEndpoint.body, { defaultValues: { name: staff.name } });
  const email = <span className="break-all font-mono text-[13px]">{staff.email}</span>;
  return (
    <SettingsForm
      form={form}
      onSave={async (body) => ({ name: (await mutateAsync(body)).name })}
      title={labels.profile.title}
      description={<Interpolate text={labels.profile.description} values={{ email }} />}
      saveLabel={labels.profile.save}
      savedToast={labels.profile.saved}
      className="max-w-md gap-4"
    >
      <FormField form={form} name="name" label={labels.profile.name} hint={labels.profile.nameHint}>
        {(control) => <Input {...control} autoComplete="name" />}
      </FormField>
    </SettingsForm>
  );
}

function PasswordForm() {
  const { email } = useSession().staff;
  const { mutateAsync } = useChangePassword();
  const form = useZodForm(changePasswordEndpoint.body, { defaultValues: { currentPassword: "", newPassword: "" } });
  const changePassword = (body: z.output<typeof changePasswordEndpoint.body>) =>
    withFieldErrors(form, { invalid_password: "currentPassword" }, async () => {
      await mutateAsync(body);
      form.reset();
      toast.success(labels.password.changed, { description: labels.password.changedDescription });
    });
  return (
    <Form form={form} onSubmit={changePassword}>
      <Card
        title={labels.password.title}
        description={labels.password.description}
        footer={
          <Button type="submit" pending={form.formState.isSubmitting}>
            {labels.password.submit}
          </Button>
        }
      >
        <div className="grid max-w-md gap-4">
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <FormField form={form} name="currentPassword" label={labels.password.currentPassword} hint={<ForgotPasswordHint />}>
            {(control) => <PasswordInput {...control} autoComplete="current-password" />}
          </FormField>
          <NewPasswordField form={form} name="newPassword" label={labels.password.newPassword} />
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}

function ForgotPasswordHint() {
  const link = <TextLink href={routes.forgotPassword}>{labels.password.sendResetLink}</TextLink>;
  return <Interpolate text={labels.password.forgotHint} values={{ link }} />;
}
