"use client";

import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { labels } from "./labels";
import type { SignInForm } from "./use-sign-in-form";

/** The second step of signing in. */
export function SecondFactorStep({ project, signInForm }: { project: ProjectBranding; signInForm: SignInForm }) {
  const { form, submit, startOver, isPending } = signInForm;
  const { title, description, code, useAnotherAccount } = labels.secondFactor;
  return (
    <AuthCard project={project} title={title} description={description}>
      <Form form={form} onSubmit={submit} className="grid gap-4">
        <FormField form={form} name="code" label={code}>
          {({ value = "", ...control }) => (
            <Input
              {...control}
              value={value}
              mono
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormErrorSummary form={form} />
        <div className="grid gap-2">
          <Button type="submit" size="lg" pending={isPending}>
            {labels.signIn.submit}
          </Button>
          <Button variant="ghost" size="lg" onClick={startOver}>
            {useAnotherAccount}
          </Button>
        </div>
      </Form>
    </AuthCard>
  );
}
