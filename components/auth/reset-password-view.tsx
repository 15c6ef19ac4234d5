"use client";

import { useState } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { resetPasswordEndpoint } from "@/contract/account";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";
import { removeTokenFromUrl, falseIfLinkInvalid } from "./link-token";
import { JavaScriptRequired } from "./javascript-required";
import { NewPasswordField } from "./new-password-field";
import { ResultCard } from "./result-card";

/** Chooses a new password with a mailed link. Opening the page uses nothing up: mail scanners follow links too. */
export function ResetPasswordView({ project, token }: { project: ProjectBranding; token: string | null }) {
  const [state, setState] = useState<"asks" | "done" | "spent">(token === null ? "spent" : "asks");
  const form = useZodForm(resetPasswordEndpoint.body, { defaultValues: { token: token ?? "", password: "" } });
  const reset = async (body: { token: string; password: string }) => {
    const isDone = await call("POST /password/reset", { body }).then(() => true, falseIfLinkInvalid);
    setState(isDone ? "done" : "spent");
    removeTokenFromUrl(routes.resetPassword);
  };
  if (state === "spent")
    return (
      <ResultCard project={project} title="This link does not work" next={{ href: routes.forgotPassword, label: "Ask for a new link" }}>
        It was used, it has expired, or a newer one was sent.
      </ResultCard>
    );
  if (state === "done")
    return (
      <ResultCard project={project} title="Done" next={{ href: routes.signIn, label: "Sign in" }}>
        Your password is changed. Sign in.
      </ResultCard>
    );
  return (
    <AuthCard project={project} title="Choose a new password" description="You are signed out everywhere when it is changed.">
      <JavaScriptRequired />
      <Form form={form} onSubmit={reset} className="grid gap-4">
        <NewPasswordField form={form} name="password" label="New password" />
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          Change the password
        </Button>
      </Form>
    </AuthCard>
  );
}
