"use client";

import { LeadPicker } from "@/components/leads/lead-picker";
import { Field } from "@/components/ui/field";
import { FormField } from "@/components/ui/form";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { parseEmails, appendEmail } from "./parse-emails";
import { recipientGroupNames, recipientGroups } from "./recipient-groups";
import { setChoice, type SendFormState } from "./content-fields";

const recipientOptions = [
  { value: "named", label: "Single addresses" },
  { value: "group", label: "A group of leads" },
] as const;

const groupOptions = recipientGroupNames.map((value) => ({ value, label: recipientGroups[value].label }));

/** To whom it is sent, where the page has chosen nobody. */
export function RecipientFields({ form }: { form: SendFormState }) {
  const whom = form.watch("whom");
  return (
    <>
      <RadioGroup label="To" name="whom" options={recipientOptions} value={whom} onValueChange={(next) => setChoice(form, "whom", next)} />
      {whom === "named" ? (
        <EmailListFields form={form} />
      ) : (
        <FormField form={form} name="group" label="Group">
          {({ name, value, onChange }) => <Select name={name} options={groupOptions} value={value} onValueChange={onChange} />}
        </FormField>
      )}
    </>
  );
}

function EmailListFields({ form }: { form: SendFormState }) {
  const count = parseEmails(form.watch("addresses")).emails.length;
  const add = (email: string | null) => {
    if (email === null) return;
    form.setValue("addresses", appendEmail(form.getValues("addresses"), email), { shouldValidate: form.formState.isSubmitted });
  };
  const hint = count > 1 ? `${count.toLocaleString("en")} addresses.` : "Type or paste them, apart by commas, spaces or lines.";
  return (
    <>
      <Field label="Find a lead">
        <LeadPicker value={null} onValueChange={add} placeholder="Add a lead by name or address" />
      </Field>
      <FormField form={form} name="addresses" label="Addresses" hint={hint}>
        {(control) => (
          <Textarea {...control} mono dir="ltr" rows={3} autoComplete="off" autoCapitalize="off" spellCheck={false} className="max-h-40" />
        )}
      </FormField>
    </>
  );
}
