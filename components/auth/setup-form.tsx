"use client";

import { useEffect } from "react";
import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { TimeZoneHint, TimeZoneInput } from "@/components/ui/time-zone-input";
import { setUpEndpoint } from "@/contract/setup";
import { JavaScriptRequired } from "./javascript-required";
import { labels } from "./labels";
import { NewPasswordField } from "./new-password-field";

type SetupFormProps = {
  project: ProjectBranding;
  token: string;
  onSubmit: (body: z.output<typeof setUpEndpoint.body>) => Promise<void>;
};

export function SetupForm({ project, token, onSubmit }: SetupFormProps) {
  const defaultValues = { token, name: "", email: "", password: "", project: "", timeZone: "UTC" };
  const form = useZodForm(setUpEndpoint.body, { defaultValues });
  const { setValue } = form;
  // Only the browser knows its time zone.
  useEffect(() => setValue("timeZone", new Intl.DateTimeFormat().resolvedOptions().timeZone), [setValue]);
  const { title, description, project: projectLabel, projectHint, timeZone, submit } = labels.setup;
  return (
    <AuthCard project={project} title={title} description={description}>
      <JavaScriptRequired />
      <Form form={form} onSubmit={onSubmit} className="grid gap-4">
        <FormField form={form} name="name" label={labels.name}>
          {(control) => <Input {...control} autoComplete="name" />}
        </FormField>
        <FormField form={form} name="email" label={labels.email} hint={labels.signInEmailHint}>
          {(control) => <Input {...control} type="email" autoComplete="username" mono />}
        </FormField>
        <NewPasswordField form={form} name="password" />
        <FormField form={form} name="project" label={projectLabel} hint={projectHint}>
          {(control) => <Input {...control} autoComplete="off" />}
        </FormField>
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
