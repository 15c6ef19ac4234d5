"use client";

import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { NumberInput } from "@/components/ui/number-input";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { settingsLabels } from "./labels";
import type { ProjectBody } from "./project-view";

type WaitlistFieldsProps = { form: UseFormReturn<ProjectBody, unknown, ProjectBody> };

/** The fields for sign-ups, referrals and automatic emails. */
export function WaitlistFields({ form }: WaitlistFieldsProps) {
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
      <SwitchField form={form} name="doubleOptIn" />
      <SwitchField form={form} name="sendJoinedEmail" />
      <SwitchField form={form} name="sendClaimedEmail" />
    </>
  );
}

type SwitchFieldProps = WaitlistFieldsProps & { name: "doubleOptIn" | "sendJoinedEmail" | "sendClaimedEmail" };

function SwitchField({ form, name }: SwitchFieldProps) {
  const { label, hint } = settingsLabels[name];
  return (
    <FormField form={form} name={name} label={label} hint={hint} inline>
      {({ value, onChange, onBlur, ref }) => <Switch checked={value} onCheckedChange={onChange} onBlur={onBlur} ref={ref} />}
    </FormField>
  );
}
