"use client";

import { useState } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormProblems, useZodForm } from "@/components/ui/form";
import { resetPasswordEndpoint } from "@/contract/account";
import { call } from "@/contract/call";
import { routes } from "@/lib/routes";
import { forgetToken, isSpent } from "./link";
import { NeedsScript } from "./needs-script";
import { NewPassword } from "./new-password";
import { Outcome } from "./outcome";

/** Chooses a new password with a mailed link. Opening the page uses nothing up: mail scanners follow links too. */
export function ResetView({ project, token }: { project: ShownProject; token: string | null }) {
  const [state, setState] = useState<"asks" | "done" | "spent">(token === null ? "spent" : "asks");
  const form = useZodForm(resetPasswordEndpoint.body, { defaultValues: { token: token ?? "", password: "" } });
  const reset = async (body: { token: string; password: string }) => {
    const isDone = await call("POST /password/reset", { body }).then(() => true, isSpent);
    setState(isDone ? "done" : "spent");
    forgetToken(routes.reset);
  };
  if (state === "spent")
    return (
      <Outcome project={project} title="This link does not work" next={{ href: routes.forgot, label: "Ask for a new link" }}>
        It was used, it has expired, or a newer one was sent.
      </Outcome>
    );
  if (state === "done")
    return (
      <Outcome project={project} title="Done" next={{ href: routes.signIn, label: "Sign in" }}>
        Your password is changed. Sign in.
      </Outcome>
    );
  return (
    <AuthCard project={project} title="Choose a new password" description="You are signed out everywhere when it is changed.">
      <NeedsScript />
      <Form form={form} onSubmit={reset} className="grid gap-4">
        <NewPassword form={form} name="password" label="New password" />
        <FormProblems form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          Change the password
        </Button>
      </Form>
    </AuthCard>
  );
}
