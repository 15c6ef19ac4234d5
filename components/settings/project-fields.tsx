"use client";

import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
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
            onInvalid={(message) => form.setError("logo", { type: "file", message })}
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
      <FormField
        form={form}
        name="claimedText"
        label="After a claim, say"
        optional
        hint="Stands on the claim page once somebody has claimed a code. Left empty, it says that they have."
      >
        {({ value, onChange, ...control }) => (
          <Textarea {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} rows={3} />
        )}
      </FormField>
      <FormField
        form={form}
        name="claimedUrl"
        label="After a claim, lead on to"
        optional
        hint={
          <>
            The address of your product. The claim’s token stands in it as <code>token</code>; exchange it for who has come.
          </>
        }
      >
        {({ value, onChange, ...control }) => (
          <Input {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value.trim() || null)} inputMode="url" mono />
        )}
      </FormField>
    </>
  );
}
