"use client";

import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormField, FormErrorSummary } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import type { SignIn } from "./use-sign-in";

/** The second step of signing in: the code of the second factor. */
export function SecondFactorStep({ project, signIn }: { project: ProjectBranding; signIn: SignIn }) {
  const { form, enter, startOver, isPending } = signIn;
  return (
    <AuthCard
      project={project}
      title="Enter your code"
      description="The six digits that your authenticator shows, or one of your recovery codes."
    >
      <Form form={form} onSubmit={enter} className="grid gap-4">
        <FormField form={form} name="code" label="Code">
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
            Sign in
          </Button>
          <Button variant="ghost" size="lg" onClick={startOver}>
            Use another account
          </Button>
        </div>
      </Form>
    </AuthCard>
  );
}
