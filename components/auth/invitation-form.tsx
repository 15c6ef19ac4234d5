"use client";

import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { roleWords } from "@/contract/roles";
import { acceptInvitationEndpoint } from "@/contract/team";
import type { ShownInvitation } from "./invitation-view";
import { NeedsScript } from "./needs-script";
import { NewPassword } from "./new-password";

type InvitationFormProps = {
  project: ShownProject;
  invitation: ShownInvitation;
  onSubmit: (body: z.output<typeof acceptInvitationEndpoint.body>) => Promise<void>;
  isLeaving: boolean;
};

export function InvitationForm({ project, invitation, onSubmit, isLeaving }: InvitationFormProps) {
  const { token, email, role, invitedBy } = invitation;
  const form = useZodForm(acceptInvitationEndpoint.body, { defaultValues: { token, name: "", password: "" } });
  return (
    <AuthCard
      project={project}
      title={`Join ${invitation.project}`}
      description={
        <>
          {invitedBy ?? "Somebody of the team"} invited you as <strong className="font-medium text-foreground">{role}</strong> (
          {roleWords[role].toLowerCase()}).
        </>
      }
    >
      <NeedsScript />
      <Form form={form} onSubmit={onSubmit} className="grid gap-4">
        <Field label="Your address" hint="You sign in with it.">
          <Input value={email} title={email} readOnly autoComplete="username" mono className="text-ellipsis bg-muted" />
        </Field>
        <FormField form={form} name="name" label="Your name">
          {(control) => <Input {...control} autoComplete="name" />}
        </FormField>
        <NewPassword form={form} name="password" />
        <FormProblems form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting || isLeaving}>
          Join
        </Button>
      </Form>
    </AuthCard>
  );
}
