"use client";

import { useState } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/text-link";
import { requestPasswordResetEndpoint, resetLinkLifetimeMinutes } from "@/contract/account";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";
import { JavaScriptRequired } from "./javascript-required";
import { labels } from "./labels";
import { ResultCard } from "./result-card";

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
      <JavaScriptRequired />
      <Form form={form} onSubmit={requestLink} className="grid gap-4">
        <FormField form={form} name="email" label={labels.email}>
          {(control) => <Input {...control} type="email" autoComplete="username" mono />}
        </FormField>
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          {submit}
        </Button>
      </Form>
    </AuthCard>
  );
}
