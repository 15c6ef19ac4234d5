"use client";

import { useState } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/text-link";
import { askForResetEndpoint, resetLifeMinutes } from "@/contract/account";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";
import { NeedsScript } from "./needs-script";
import { Outcome } from "./outcome";

/** Asks for a link to choose a new password. The answer is the same for every address. */
export function ForgotView({ project }: { project: ShownProject }) {
  const [asked, setAsked] = useState(false);
  const form = useZodForm(askForResetEndpoint.body, { defaultValues: { email: "" } });
  const ask = async (body: { email: string }) => {
    await call("POST /password/forgot", { body });
    setAsked(true);
  };
  if (asked)
    return (
      <Outcome project={project} title="Look into your mail" next={{ href: routes.signIn, label: "Back to sign in" }}>
        If somebody of the team has that address, a link is on its way. It works for {resetLifeMinutes} minutes.
      </Outcome>
    );
  return (
    <AuthCard
      project={project}
      title="Forgot your password?"
      description="You get a link by mail to choose a new one."
      footer={<TextLink href={routes.signIn}>Back to sign in</TextLink>}
    >
      <NeedsScript />
      <Form form={form} onSubmit={ask} className="grid gap-4">
        <FormField form={form} name="email" label="Address">
          {(control) => <Input {...control} type="email" autoComplete="username" mono />}
        </FormField>
        <FormProblems form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          Send the link
        </Button>
      </Form>
    </AuthCard>
  );
}
