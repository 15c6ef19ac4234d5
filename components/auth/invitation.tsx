"use client";

import { useState } from "react";
import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormErrorSummary, TextField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Interpolate } from "@/components/ui/text";
import { call } from "@/contract/call";
import { type Role, roleWithArticle } from "@/contract/roles";
import { acceptInvitationEndpoint } from "@/contract/team";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { BrowserRequirements, InvalidLinkCard, isTokenAccepted, NewPasswordField } from "./shared";

type InvitationDetails = { token: string; email: string; role: Role; invitedBy: string | null; project: string };

export function InvitationView({ project, invitation }: { project: ProjectBranding; invitation: InvitationDetails | null }) {
  const [isInvalid, setInvalid] = useState(invitation === null);
  const [isRedirecting, setRedirecting] = useState(false);
  const accept = async (body: z.output<typeof acceptInvitationEndpoint.body>) => {
    const isAccepted = await isTokenAccepted(call("POST /invitation/accept", { body }));
    setRedirecting(isAccepted);
    setInvalid(!isAccepted);
    if (isAccepted) window.location.replace(routes.overview);
  };
  if (isInvalid || invitation === null)
    return (
      <InvalidLinkCard project={project} title={labels.invitation.invalidTitle} next={{ href: routes.signIn, label: labels.signIn.submit }}>
        {labels.invitation.invalidText}
      </InvalidLinkCard>
    );
  return <InvitationForm project={project} invitation={invitation} onSubmit={accept} isRedirecting={isRedirecting} />;
}

type InvitationFormProps = {
  project: ProjectBranding;
  invitation: InvitationDetails;
  onSubmit: (body: z.output<typeof acceptInvitationEndpoint.body>) => Promise<void>;
  isRedirecting: boolean;
};

function InvitationForm({ project, invitation, onSubmit, isRedirecting }: InvitationFormProps) {
  const { token, email, role, invitedBy } = invitation;
  const form = useZodForm(acceptInvitationEndpoint.body, { defaultValues: { accountToken: token, name: "", password: "" } });
  const description = (
    <Interpolate
      text={invitedBy === null ? labels.invitation.invited : labels.invitation.invitedBy}
      values={{
        name: invitedBy,
        role: <strong className="font-medium text-foreground">{roleWithArticle(role)}</strong>,
        permissions: labels.invitation.permissions[role],
      }}
    />
  );
  return (
    <AuthCard project={project} title={labels.invitation.title(invitation.project)} description={description}>
      <BrowserRequirements />
      <Form form={form} onSubmit={onSubmit} className="grid gap-4">
        <Field label={labels.email} hint={labels.signInEmailHint}>
          <Input value={email} title={email} readOnly autoComplete="username" mono className="text-ellipsis bg-muted" />
        </Field>
        <TextField form={form} name="name" label={labels.name} autoComplete="name" />
        <NewPasswordField form={form} name="password" />
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting || isRedirecting}>
          {labels.invitation.submit}
        </Button>
      </Form>
    </AuthCard>
  );
}
