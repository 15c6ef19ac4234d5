"use client";

import { useState } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { resetPasswordEndpoint } from "@/contract/account";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";
import { JavaScriptRequired } from "./javascript-required";
import { labels } from "./labels";
import { isTokenAccepted, removeTokenFromUrl } from "./link-token";
import { NewPasswordField } from "./new-password-field";
import { ResultCard } from "./result-card";

/** Sets a new password with an emailed link. Opening the page doesn't use the link up, because email scanners open every link. */
export function ResetPasswordView({ project, token }: { project: ProjectBranding; token: string | null }) {
  const [state, setState] = useState<"form" | "success" | "invalid">(token === null ? "invalid" : "form");
  const form = useZodForm(resetPasswordEndpoint.body, { defaultValues: { token: token ?? "", password: "" } });
  const resetPassword = async (body: { token: string; password: string }) => {
    const isAccepted = await isTokenAccepted(call("POST /password/reset", { body }));
    setState(isAccepted ? "success" : "invalid");
    removeTokenFromUrl(routes.resetPassword);
  };
  const { title, description, submit, successTitle, successText, invalidTitle, invalidText, requestLink } = labels.resetPassword;
  if (state === "invalid")
    return (
      <ResultCard project={project} title={invalidTitle} next={{ href: routes.forgotPassword, label: requestLink }}>
        {invalidText}
      </ResultCard>
    );
  if (state === "success")
    return (
      <ResultCard project={project} title={successTitle} next={{ href: routes.signIn, label: labels.signIn.submit }}>
        {successText}
      </ResultCard>
    );
  return (
    <AuthCard project={project} title={title} description={description}>
      <JavaScriptRequired />
      <Form form={form} onSubmit={resetPassword} className="grid gap-4">
        <NewPasswordField form={form} name="password" label={labels.newPassword} />
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          {submit}
        </Button>
      </Form>
    </AuthCard>
  );
}
