"use client";

import { useEffect, useState } from "react";
import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button, ButtonLink } from "@/components/ui/button";
import { TimeZoneHint, TimeZoneInput } from "@/components/ui/combobox";
import { CopyableText } from "@/components/ui/copy-button";
import { Form, FormErrorSummary, FormField, TextField, useZodForm } from "@/components/ui/form";
import { Badge } from "@/components/ui/status";
import { Interpolate } from "@/components/ui/text";
import { call } from "@/contract/call";
import { type SetupLinkState, setUpEndpoint } from "@/contract/team";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { BrowserRequirements, NewPasswordField, ResultCard, useFocusContent } from "./shared";

type SetupViewProps = { project: ProjectBranding; state: SetupLinkState; isSignedIn: boolean };

export function SetupView({ project, state, isSignedIn }: SetupViewProps) {
  const [setupReply, setSetupReply] = useState<z.output<typeof setUpEndpoint.reply> | null>(null);
  if (setupReply) return <InitialKeys {...setupReply} />;
  if (state.kind === "complete") {
    const next = isSignedIn
      ? { href: routes.overview, label: labels.initialKeys.goToDashboard }
      : { href: routes.signIn, label: labels.signIn.submit };
    return (
      <ResultCard project={project} title={labels.setup.completeTitle} next={next}>
        {isSignedIn ? labels.setup.completeSignedIn : labels.setup.completeText}
      </ResultCard>
    );
  }
  if (state.kind === "invalid_link") return <InvalidSetupLink project={project} />;
  return <SetupForm project={project} token={state.token} onSubmit={async (body) => setSetupReply(await call("POST /setup", { body }))} />;
}

function InvalidSetupLink({ project }: { project: ProjectBranding }) {
  const { title, invalidLink, invalidLinkHint } = labels.setup;
  return (
    <AuthCard project={project} title={title}>
      <BrowserRequirements />
      <div className="grid gap-3">
        <p>{invalidLink}</p>
        <p>
          <Interpolate
            text={invalidLinkHint}
            values={{ start: <Command text="npm start" />, migrate: <Command text="npm run migrate" /> }}
          />
        </p>
      </div>
    </AuthCard>
  );
}

const Command = ({ text }: { text: string }) => (
  <code translate="no" className="font-mono text-2sm">
    {text}
  </code>
);

type SetupFormProps = {
  project: ProjectBranding;
  token: string;
  onSubmit: (body: z.output<typeof setUpEndpoint.body>) => Promise<void>;
};

function SetupForm({ project, token, onSubmit }: SetupFormProps) {
  const defaultValues = { accountToken: token, name: "", email: "", password: "", project: "", timeZone: "UTC" };
  const form = useZodForm(setUpEndpoint.body, { defaultValues });
  const { setValue } = form;
  // Only the browser knows its time zone.
  useEffect(() => setValue("timeZone", new Intl.DateTimeFormat().resolvedOptions().timeZone), [setValue]);
  const { title, description, project: projectLabel, projectHint, timeZone, submit } = labels.setup;
  return (
    <AuthCard project={project} title={title} description={description}>
      <BrowserRequirements />
      <Form form={form} onSubmit={onSubmit} className="grid gap-4">
        <TextField form={form} name="name" label={labels.name} autoComplete="name" />
        <TextField form={form} name="email" label={labels.email} hint={labels.signInEmailHint} type="email" autoComplete="username" mono />
        <NewPasswordField form={form} name="password" />
        <TextField form={form} name="project" label={projectLabel} hint={projectHint} autoComplete="off" />
        <FormField form={form} name="timeZone" label={timeZone} hint={<TimeZoneHint zone={form.watch("timeZone")} />}>
          {({ value, onChange, onBlur }) => <TimeZoneInput value={value} onValueChange={onChange} onBlur={onBlur} />}
        </FormField>
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          {submit}
        </Button>
      </Form>
    </AuthCard>
  );
}

/** The API keys that setup created. The secret key is never shown again. */
function InitialKeys({ project, publicKey, secretKey }: z.output<typeof setUpEndpoint.reply>) {
  useFocusContent();
  const copy = labels.initialKeys;
  return (
    <AuthCard project={project} title={copy.title} description={copy.description(project.name)}>
      <div className="grid gap-6">
        <KeyField name={copy.publicKey} value={publicKey} hint={copy.publicKeyHint} />
        {secretKey === null ? (
          <p className="text-2sm text-muted-foreground">{copy.givenSecretKey}</p>
        ) : (
          <KeyField name={copy.secretKey} value={secretKey} hint={copy.secretKeyHint} isShownOnce />
        )}
        <ButtonLink href={routes.overview} size="lg">
          {copy.goToDashboard}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}

function KeyField({ name, value, hint, isShownOnce = false }: { name: string; value: string; hint: string; isShownOnce?: boolean }) {
  return (
    <section className="grid gap-1.5">
      <h2 className="flex items-center gap-2 font-medium text-2sm leading-5">
        {name}
        {isShownOnce && <Badge>{labels.initialKeys.shownOnce}</Badge>}
      </h2>
      <CopyableText text={value} label={name.toLowerCase()} />
      <p className="text-2sm text-muted-foreground">{hint}</p>
    </section>
  );
}
