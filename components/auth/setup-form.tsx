"use client";

import { useEffect } from "react";
import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { TimeZoneHint, TimeZoneInput } from "@/components/ui/time-zone-input";
import { setUpEndpoint } from "@/contract/setup";
import { JavaScriptRequired } from "./javascript-required";
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
  // The server does not know where the browser is.
  useEffect(() => setValue("timeZone", new Intl.DateTimeFormat().resolvedOptions().timeZone), [setValue]);
  return (
    <AuthCard project={project} title="Set up Gatehouse" description="You become its owner; you can invite others afterwards.">
      <JavaScriptRequired />
      <Form form={form} onSubmit={onSubmit} className="grid gap-4">
        <FormField form={form} name="name" label="Your name">
          {(control) => <Input {...control} autoComplete="name" />}
        </FormField>
        <FormField form={form} name="email" label="Your address" hint="You sign in with it.">
          {(control) => <Input {...control} type="email" autoComplete="username" mono />}
        </FormField>
        <NewPasswordField form={form} name="password" />
        <FormField form={form} name="project" label="Project" hint="Customers read its name on pages and in mail.">
          {(control) => <Input {...control} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="timeZone" label="Time zone" hint={<TimeZoneHint zone={form.watch("timeZone")} />}>
          {({ value, onChange, onBlur }) => <TimeZoneInput value={value} onValueChange={onChange} onBlur={onBlur} />}
        </FormField>
        <FormErrorSummary form={form} />
        <Button type="submit" size="lg" pending={form.formState.isSubmitting}>
          Set up
        </Button>
      </Form>
    </AuthCard>
  );
}
