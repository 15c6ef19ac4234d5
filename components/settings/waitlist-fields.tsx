"use client";

import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { NumberInput } from "@/components/ui/number-input";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import type { ProjectBody } from "./project-view";

type Props = { form: UseFormReturn<ProjectBody, unknown, ProjectBody> };

/** How customers join, and what they are written about. */
export function WaitlistFields({ form }: Props) {
  return (
    <>
      <FormField
        form={form}
        name="consentText"
        label="To join, agree to"
        optional
        hint="Stands on the join page with a box to tick. Its wording and the time are kept with each lead. Left empty, nothing is asked."
      >
        {({ value, onChange, ...control }) => (
          <Textarea {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} rows={3} />
        )}
      </FormField>
      <FormField
        form={form}
        name="referralPlaces"
        label="Places for each friend"
        hint="How many places a lead moves up in line when a friend joins by their link. 0 turns it off; what is counted stays."
      >
        {({ onChange, ...control }) => <NumberInput {...control} onValueChange={onChange} className="max-w-32" />}
      </FormField>
      <SwitchField
        form={form}
        name="doubleOptIn"
        label="Confirm addresses"
        hint="Whoever joins is on the waitlist once they have pressed a button behind a link in their mail, and counts as a friend only then."
      />
      <SwitchField
        form={form}
        name="joinedMail"
        label="Mail on joining"
        hint="Tells whoever joins their place in line, with the way to their own page."
      />
      <SwitchField form={form} name="claimedMail" label="Mail on claiming" hint="Tells whoever claims a code that they have." />
    </>
  );
}

function SwitchField({
  form,
  name,
  label,
  hint,
}: Props & { name: "doubleOptIn" | "joinedMail" | "claimedMail"; label: string; hint: string }) {
  return (
    <FormField form={form} name={name} label={label} hint={hint} inline>
      {({ value, onChange, onBlur, ref }) => <Switch checked={value} onCheckedChange={onChange} onBlur={onBlur} ref={ref} />}
    </FormField>
  );
}
