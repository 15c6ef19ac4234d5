"use client";

import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { roleDescriptions } from "@/contract/roles";
import { acceptInvitationEndpoint } from "@/contract/team";
import type { InvitationDetails } from "./invitation-view";
import { JavaScriptRequired } from "./javascript-required";
import { NewPasswordField } from "./new-password-field";

type InvitationFormProps = {
  project: ProjectBranding;
  invitation: InvitationDetails;
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
          {roleDescriptions[role].toLowerCase()}).
        </>
      }
    >
      <JavaScriptRequired />
      <Form form={form} onSubmit={onSubmit} className="grid gap-4">
        <Field label="Your address" hint="You sign in with it.">
          <Input value={email} title={email} readOnly autoComplete="username" mono className="text-ellipsis bg-muted" />
        </Field>
        <FormField form={form} name="name" label="Your name">
          {(control) => <Input {...control} autoComplete="name" />}
        </FormField>
        <NewPasswordField form={form} name="password" />
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting || isLeaving}>
          Join
        </Button>
      </Form>
    </AuthCard>
  );
}
