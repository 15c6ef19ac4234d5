"use client";

import { TriangleAlert } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { useSession } from "@/components/shell/session";
import { buttonStyle } from "@/components/ui/button-style";
import { ColorInput, isHexColor } from "@/components/ui/color-input";
import { FormField, TextField, useZodForm } from "@/components/ui/form";
import { Input, NumberInput, Textarea } from "@/components/ui/input";
import { getChangedValues, SettingsForm } from "@/components/ui/settings-form";
import { Switch } from "@/components/ui/switch";
import { TimeZoneHint, TimeZoneInput } from "@/components/ui/time-zone-input";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { type ProjectRecord, updateProjectEndpoint } from "@/contract/project";
import { brandStyle, contrastRatio, pageBackgrounds } from "@/lib/brand";
import { cn } from "@/lib/cn";
import { settingsLabels } from "./labels";
import { LogoInput } from "./logo-input";

const { accent: accentLabels } = settingsLabels;

// The form edits all fields, while the endpoint accepts any of them.
const ProjectBody = updateProjectEndpoint.body.required();
type ProjectBody = z.input<typeof ProjectBody>;

const toFormValues = ({ allowedOrigins: _, paused: _paused, pausedMessage: _pausedMessage, ...values }: ProjectRecord): ProjectBody =>
  values;

/** The settings of the project: branding, claims and the waitlist. */
export function ProjectView() {
  const { project } = useSession();
  const { mutateAsync } = useApiMutation((body: z.input<typeof updateProjectEndpoint.body>) => call("PATCH /project", { body }), {
    refreshPage: true,
  });
  const form = useZodForm(ProjectBody, { defaultValues: toFormValues(project) });
  const labels = settingsLabels.project;
  return (
    <SettingsForm
      form={form}
      onSave={async (values) => toFormValues(await mutateAsync(getChangedValues(form, values)))}
      title={labels.title}
      description={labels.description}
      saveLabel={labels.save}
      savedToast={labels.savedToast}
      confirmLeave
    >
      <ProjectFields form={form} />
      <h3 className="mt-2 border-t pt-6 font-medium">{labels.waitlistSection}</h3>
      <WaitlistFields form={form} />
    </SettingsForm>
  );
}

type ProjectFieldsProps = { form: UseFormReturn<ProjectBody, unknown, ProjectBody> };

/** The fields for branding and for what happens after a claim. */
function ProjectFields({ form }: ProjectFieldsProps) {
  return (
    <>
      <TextField form={form} name="name" label={settingsLabels.name.label} autoComplete="off" />
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
      <FormField form={form} name="accent" label={accentLabels.label} hint={accentLabels.hint}>
        {(control) => <ColorInput {...control} pickLabel={accentLabels.pick} />}
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

/** The fields for sign-ups, referrals and automatic emails. */
function WaitlistFields({ form }: ProjectFieldsProps) {
  return (
    <>
      <FormField form={form} name="consentText" label={settingsLabels.consentText.label} optional hint={settingsLabels.consentText.hint}>
        {({ value, onChange, ...control }) => (
          <Textarea {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} rows={3} />
        )}
      </FormField>
      <FormField form={form} name="referralBonus" label={settingsLabels.referralBonus.label} hint={settingsLabels.referralBonus.hint}>
        {({ onChange, ...control }) => <NumberInput {...control} onValueChange={onChange} className="max-w-32" />}
      </FormField>
      {!form.watch("doubleOptIn") && (
        <p className="-mt-3 flex gap-2 text-[13px] text-warning">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {settingsLabels.referralBonus.unconfirmed}
        </p>
      )}
      <SwitchField form={form} name="doubleOptIn" />
      <SwitchField form={form} name="sendJoinedEmail" />
      <SwitchField form={form} name="requireClaimConfirmation" />
      <SwitchField form={form} name="sendClaimedEmail" />
    </>
  );
}

type SwitchFieldProps = ProjectFieldsProps & { name: "doubleOptIn" | "sendJoinedEmail" | "requireClaimConfirmation" | "sendClaimedEmail" };

function SwitchField({ form, name }: SwitchFieldProps) {
  const { label, hint } = settingsLabels[name];
  return (
    <FormField form={form} name={name} label={label} hint={hint} inline>
      {({ value, onChange, onBlur, ref }) => <Switch checked={value} onCheckedChange={onChange} onBlur={onBlur} ref={ref} />}
    </FormField>
  );
}

/** Minimum contrast between a control and the page: WCAG 1.4.11. */
const minContrast = 3;

/** A sample button in each theme, with a warning if the contrast is too low. */
function AccentPreview({ accent }: { accent: string }) {
  if (!isHexColor(accent)) return null;
  const lowContrastThemes = (["light", "dark"] as const).filter((theme) => contrastRatio(accent, pageBackgrounds[theme]) < minContrast);
  return (
    <div className="-mt-2 grid gap-2">
      <div aria-hidden="true" className="grid max-w-sm grid-cols-2 gap-2">
        {(["light", "dark"] as const).map((theme) => (
          <div key={theme} className="grid gap-1">
            <div style={{ background: pageBackgrounds[theme] }} className="grid place-items-center rounded-lg border p-4">
              <span style={brandStyle(accent)} className={cn(buttonStyle(), "bg-brand text-brand-foreground hover:bg-brand")}>
                {accentLabels.previewButton}
              </span>
            </div>
            <span className="text-muted-foreground text-xs">{accentLabels[theme]}</span>
          </div>
        ))}
      </div>
      <div role="status">
        {lowContrastThemes.map((theme) => (
          <p key={theme} className="flex gap-2 text-[13px] text-warning">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {accentLabels.lowContrast[theme](contrastRatio(accent, pageBackgrounds[theme]).toFixed(1), minContrast)}
          </p>
        ))}
      </div>
    </div>
  );
}
