"use client";

import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, FormField } from "@/components/ui/form";
import { FormErrors } from "@/components/ui/form-errors";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/routes";
import { JavaScriptRequired } from "./javascript-required";
import { labels } from "./labels";
import { ProviderButtons } from "./provider-buttons";
import { providerErrorMessage } from "./provider-errors";
import type { Provider } from "./providers";
import { SecondFactorStep } from "./second-factor-step";
import { type SignInForm, useSignInForm } from "./use-sign-in-form";

type SignInViewProps = {
  project: ProjectBranding;
  providers: readonly Provider[];
  /** The path to open after signing in. */
  next: string;
  /** The name of the error that an identity provider redirected back with. */
  error: string | null;
};

export function SignInView({ project, providers, next, error }: SignInViewProps) {
  const signInForm = useSignInForm(next);
  if (signInForm.step === "code") return <SecondFactorStep project={project} signInForm={signInForm} />;
  // Hidden after an attempt with a password, which has its own error.
  const providerError = signInForm.form.formState.isSubmitted ? null : providerErrorMessage(error);
  return (
    <AuthCard project={project} title={labels.signIn.title}>
      <JavaScriptRequired />
      {providerError && <FormErrors error={{ message: providerError }} className="mb-4" />}
      <PasswordForm {...signInForm} />
      <ProviderButtons providers={providers} next={next} />
    </AuthCard>
  );
}

function PasswordForm({ form, submit, isPending }: SignInForm) {
  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      <FormField form={form} name="email" label={labels.email}>
        {(control) => <Input {...control} type="email" autoComplete="username" mono />}
      </FormField>
      <div className="relative">
        <FormField form={form} name="password" label={labels.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <TextLink href={routes.forgotPassword} className="absolute top-0 right-0 text-[13px]">
          {labels.signIn.forgotPassword}
        </TextLink>
      </div>
      <FormErrorSummary form={form} />
      <Button type="submit" size="lg" pending={isPending}>
        {labels.signIn.submit}
      </Button>
    </Form>
  );
}
