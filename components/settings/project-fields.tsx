"use client";

import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { TimeZoneHint, TimeZoneInput } from "@/components/ui/time-zone-input";
import { AccentInput, AccentPreview } from "./accent-input";
import { settingsLabels } from "./labels";
import { LogoInput } from "./logo-input";
import type { ProjectBody } from "./project-view";

/** The fields for branding and for what happens after a claim. */
export function ProjectFields({ form }: { form: UseFormReturn<ProjectBody, unknown, ProjectBody> }) {
  return (
    <>
      <FormField form={form} name="name" label={settingsLabels.name.label}>
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="logo" label={settingsLabels.logo.label} hint={settingsLabels.logo.hint}>
        {({ value }) => (
          <LogoInput
            name={form.watch("name")}
            value={value}
            onChange={(logo) => form.setValue("logo", logo, { shouldDirty: true, shouldValidate: true })}
            onInvalid={(message) => form.setError("logo", { type: "file", message })}
          />
        )}
      </FormField>
      <FormField form={form} name="accent" label={settingsLabels.accent.label} hint={settingsLabels.accent.hint}>
        {(control) => <AccentInput {...control} />}
      </FormField>
      <AccentPreview accent={form.watch("accent")} />
      <FormField form={form} name="timeZone" label={settingsLabels.timeZone.label} hint={<TimeZoneHint zone={form.watch("timeZone")} />}>
        {({ value, onChange, onBlur }) => <TimeZoneInput value={value} onValueChange={onChange} onBlur={onBlur} />}
      </FormField>
      <FormField
        form={form}
        name="successMessage"
        label={settingsLabels.successMessage.label}
        optional
        hint={settingsLabels.successMessage.hint}
      >
        {({ value, onChange, ...control }) => (
          <Textarea {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} rows={3} />
        )}
      </FormField>
      <FormField form={form} name="redirectUrl" label={settingsLabels.redirectUrl.label} optional hint={settingsLabels.redirectUrl.hint}>
        {({ value, onChange, ...control }) => (
          <Input {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value.trim() || null)} inputMode="url" mono />
        )}
      </FormField>
    </>
  );
}
