"use client";

import { LeadPicker } from "@/components/leads/lead-picker";
import { Field } from "@/components/ui/field";
import { FormField } from "@/components/ui/form";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { type SendFormState, setChoice } from "./content-fields";
import { labels } from "./labels";
import { appendEmail, parseEmails } from "./parse-emails";
import { recipientGroupNames } from "./recipient-groups";

const { recipients } = labels;

const recipientOptions = [
  { value: "emails", label: recipients.emailsOption },
  { value: "group", label: recipients.groupOption },
] as const;

const groupOptions = recipientGroupNames.map((value) => ({ value, label: recipients.groups[value] }));

/** The fields for who gets it, if the page hasn't chosen the recipients. */
export function RecipientFields({ form }: { form: SendFormState }) {
  const recipientKind = form.watch("recipients");
  return (
    <>
      <RadioGroup
        label={recipients.label}
        name="recipients"
        options={recipientOptions}
        value={recipientKind}
        onValueChange={(next) => setChoice(form, "recipients", next)}
      />
      {recipientKind === "emails" ? (
        <EmailListFields form={form} />
      ) : (
        <FormField form={form} name="group" label={recipients.group}>
          {({ name, value, onChange }) => <Select name={name} options={groupOptions} value={value} onValueChange={onChange} />}
        </FormField>
      )}
    </>
  );
}

function EmailListFields({ form }: { form: SendFormState }) {
  const count = parseEmails(form.watch("emails")).emails.length;
  const addEmail = (email: string | null) => {
    if (email === null) return;
    form.setValue("emails", appendEmail(form.getValues("emails"), email), { shouldValidate: form.formState.isSubmitted });
  };
  const hint = count > 1 ? recipients.emailCount(count) : recipients.emailsHint;
  return (
    <>
      <Field label={recipients.findLead}>
        <LeadPicker value={null} onValueChange={addEmail} placeholder={recipients.findLeadPlaceholder} />
      </Field>
      <FormField form={form} name="emails" label={recipients.emails} hint={hint}>
        {(control) => (
          <Textarea {...control} mono dir="ltr" rows={3} autoComplete="off" autoCapitalize="off" spellCheck={false} className="max-h-40" />
        )}
      </FormField>
    </>
  );
}
