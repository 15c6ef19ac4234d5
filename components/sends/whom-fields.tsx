"use client";

import { LeadPicker } from "@/components/leads/lead-picker";
import { Field } from "@/components/ui/field";
import { FormField } from "@/components/ui/form";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { readAddresses, withAddress } from "./addresses";
import { groupNames, groups } from "./groups";
import { choose, type SendFormState } from "./what-fields";

const whoms = [
  { value: "named", label: "Single addresses" },
  { value: "group", label: "A group of leads" },
] as const;

const options = groupNames.map((value) => ({ value, label: groups[value].label }));

/** To whom it is sent, where the page has chosen nobody. */
export function WhomFields({ form }: { form: SendFormState }) {
  const whom = form.watch("whom");
  return (
    <>
      <RadioGroup label="To" name="whom" choices={whoms} value={whom} onValueChange={(next) => choose(form, "whom", next)} />
      {whom === "named" ? (
        <NamedFields form={form} />
      ) : (
        <FormField form={form} name="group" label="Group">
          {({ name, value, onChange }) => <Select name={name} options={options} value={value} onValueChange={onChange} />}
        </FormField>
      )}
    </>
  );
}

function NamedFields({ form }: { form: SendFormState }) {
  const count = readAddresses(form.watch("addresses")).emails.length;
  const add = (email: string | null) => {
    if (email === null) return;
    form.setValue("addresses", withAddress(form.getValues("addresses"), email), { shouldValidate: form.formState.isSubmitted });
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
