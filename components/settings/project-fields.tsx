"use client";

import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { TimeZoneHint, TimeZoneInput } from "@/components/ui/time-zone-input";
import { AccentInput, AccentPreview } from "./accent-input";
import { LogoInput } from "./logo-input";
import type { ProjectBody } from "./project-view";

export function ProjectFields({ form }: { form: UseFormReturn<ProjectBody, unknown, ProjectBody> }) {
  return (
    <>
      <FormField form={form} name="name" label="Name">
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="logo" label="Logo" hint="A PNG, JPEG, WebP or SVG picture of at most 72 KiB, shown small.">
        {({ value }) => (
          <LogoInput
            name={form.watch("name")}
            value={value}
            onChange={(logo) => form.setValue("logo", logo, { shouldDirty: true, shouldValidate: true })}
            onWrong={(message) => form.setError("logo", { type: "file", message })}
          />
        )}
      </FormField>
      <FormField form={form} name="accent" label="Accent colour" hint="Buttons wear it; links and outlines take a shade of it that reads.">
        {(control) => <AccentInput {...control} />}
      </FormField>
      <AccentPreview accent={form.watch("accent")} />
      <FormField form={form} name="timeZone" label="Time zone" hint={<TimeZoneHint zone={form.watch("timeZone")} />}>
        {({ value, onChange, onBlur }) => <TimeZoneInput value={value} onValueChange={onChange} onBlur={onBlur} />}
      </FormField>
    </>
  );
}
