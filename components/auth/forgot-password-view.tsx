"use client";

import { useState } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/text-link";
import { requestPasswordResetEndpoint, resetLinkLifetimeMinutes } from "@/contract/account";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";
import { JavaScriptRequired } from "./javascript-required";
import { ResultCard } from "./result-card";

/** Asks for a link to choose a new password. The answer is the same for every address. */
export function ForgotPasswordView({ project }: { project: ProjectBranding }) {
  const [asked, setAsked] = useState(false);
  const form = useZodForm(requestPasswordResetEndpoint.body, { defaultValues: { email: "" } });
  const ask = async (body: { email: string }) => {
    await call("POST /password/forgot", { body });
    setAsked(true);
  };
  if (asked)
    return (
      <ResultCard project={project} title="Look into your mail" next={{ href: routes.signIn, label: "Back to sign in" }}>
        If somebody of the team has that address, a link is on its way. It works for {resetLinkLifetimeMinutes} minutes.
      </ResultCard>
    );
  return (
    <AuthCard
      project={project}
      title="Forgot your password?"
      description="You get a link by mail to choose a new one."
      footer={<TextLink href={routes.signIn}>Back to sign in</TextLink>}
    >
      <JavaScriptRequired />
      <Form form={form} onSubmit={ask} className="grid gap-4">
        <FormField form={form} name="email" label="Address">
          {(control) => <Input {...control} type="email" autoComplete="username" mono />}
        </FormField>
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          Send the link
        </Button>
      </Form>
    </AuthCard>
  );
}
