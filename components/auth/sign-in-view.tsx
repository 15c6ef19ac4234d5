"use client";

import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormField, FormErrorSummary } from "@/components/ui/form";
import { FormErrors } from "@/components/ui/form-errors";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/routes";
import { SecondFactorStep } from "./second-factor-step";
import { JavaScriptRequired } from "./javascript-required";
import { ProviderButtons } from "./provider-buttons";
import type { Provider } from "./providers";
import { providerErrorMessage } from "./provider-errors";
import { type SignIn, useSignIn } from "./use-sign-in";

type SignInViewProps = {
  project: ProjectBranding;
  providers: readonly Provider[];
  /** Where it leads, a path of this site. */
  next: string;
  /** The name of what went wrong at a provider. */
  error: string | null;
};

export function SignInView({ project, providers, next, error }: SignInViewProps) {
  const signIn = useSignIn(next);
  if (signIn.step === "code") return <SecondFactorStep project={project} signIn={signIn} />;
  // It was about the way before this one.
  const problem = signIn.form.formState.isSubmitted ? null : providerErrorMessage(error);
  return (
    <AuthCard project={project} title="Sign in">
      <JavaScriptRequired />
      {problem && <FormErrors error={{ message: problem }} className="mb-4" />}
      <PasswordForm {...signIn} />
      <ProviderButtons providers={providers} next={next} />
    </AuthCard>
  );
}

function PasswordForm({ form, enter, isPending }: SignIn) {
  return (
    <Form form={form} onSubmit={enter} className="grid gap-4">
      <FormField form={form} name="email" label="Address">
        {(control) => <Input {...control} type="email" autoComplete="username" mono />}
      </FormField>
      <div className="relative">
        <FormField form={form} name="password" label="Password">
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <TextLink href={routes.forgotPassword} className="absolute top-0 right-0 text-[13px]">
          Forgot it?
        </TextLink>
      </div>
      <FormErrorSummary form={form} />
      <Button type="submit" size="lg" pending={isPending}>
        Sign in
      </Button>
    </Form>
  );
}
