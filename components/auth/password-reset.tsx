"use client";

import { useState } from "react";
import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, TextField, useZodForm } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { requestPasswordResetEndpoint, resetPasswordEndpoint } from "@/contract/account";
import { call } from "@/contract/call";
import { resetLinkLifetimeMinutes } from "@/contract/limits";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { BrowserRequirements, InvalidLinkCard, isTokenAccepted, NewPasswordField, ResultCard } from "./shared";

/** Requests a link to reset a password. The result is the same for every email. */
export function ForgotPasswordView({ project }: { project: ProjectBranding }) {
  const [isSent, setSent] = useState(false);
  const form = useZodForm(requestPasswordResetEndpoint.body, { defaultValues: { email: "" } });
  const requestLink = async (body: { email: string }) => {
    await call("POST /password/forgot", { body });
    setSent(true);
  };
  const { title, description, submit, backToSignIn, sentTitle, sentText } = labels.forgotPassword;
  if (isSent)
    return (
      <ResultCard project={project} title={sentTitle} next={{ href: routes.signIn, label: backToSignIn }}>
        {sentText(resetLinkLifetimeMinutes)}
      </ResultCard>
    );
  return (
    <AuthCard project={project} title={title} description={description} footer={<TextLink href={routes.signIn}>{backToSignIn}</TextLink>}>
      <BrowserRequirements />
      <Form form={form} onSubmit={requestLink} className="grid gap-4">
        <TextField form={form} name="email" label={labels.email} type="email" autoComplete="username" mono />
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          {submit}
        </Button>
      </Form>
    </AuthCard>
  );
}

/** Sets a new password with an emailed link. Opening the page doesn't use the link up, because email scanners open every link. */
export function ResetPasswordView({ project, token }: { project: ProjectBranding; token: string | null }) {
  const [state, setState] = useState<"form" | "success" | "invalid">(token === null ? "invalid" : "form");
  const form = useZodForm(resetPasswordEndpoint.body, { defaultValues: { accountToken: token ?? "", password: "" } });
  const resetPassword = async (body: z.output<typeof resetPasswordEndpoint.body>) => {
    const isAccepted = await isTokenAccepted(call("POST /password/reset", { body }));
    setState(isAccepted ? "success" : "invalid");
  };
  const { title, description, submit, successTitle, successText, invalidTitle, invalidText, requestLink } = labels.resetPassword;
  if (state === "invalid")
    return (
      <InvalidLinkCard project={project} title={invalidTitle} next={{ href: routes.forgotPassword, label: requestLink }}>
        {invalidText}
      </InvalidLinkCard>
    );
  if (state === "success")
    return (
      <ResultCard project={project} title={successTitle} next={{ href: routes.signIn, label: labels.signIn.submit }}>
        {successText}
      </ResultCard>
    );
  return (
    <AuthCard project={project} title={title} description={description}>
      <BrowserRequirements />
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
