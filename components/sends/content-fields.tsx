"use client";

import type { UseFormReturn } from "react-hook-form";
import { codeTypeLabels } from "@/components/codes/labels";
import { useSession } from "@/components/shell/session";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { endPresets, DateTimeInput } from "@/components/ui/date-time-input";
import { NumberInput } from "@/components/ui/number-input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { codeTypes } from "@/contract/kinds";
import { CodeSummary, CodePicker } from "./code-picker";
import type { SendFormSchema } from "./send-form-schema";

/** The form of the Send dialog. */
export type SendFormState = UseFormReturn<SendFormSchema, unknown, SendFormSchema>;

/** Chooses what other fields depend on. What was wrong with those before may not matter any more. */
export function setChoice<Name extends "what" | "whom">(form: SendFormState, name: Name, value: SendFormSchema[Name]): void {
  form.clearErrors();
  form.setValue(name, value as never);
}

const contentOptions = [
  { value: "code", label: "An existing code", hint: "The same for everybody." },
  { value: "personal", label: "A new personal code for each", hint: "Only the one it is sent to can claim it." },
] as const;

const typeOptions = codeTypes.map((value) => ({ value, ...codeTypeLabels[value] }));

/** What is sent. `isChosen`: the page has chosen the code already. */
export function ContentFields({ form, isPreset: isChosen }: { form: SendFormState; isPreset: boolean }) {
  const what = form.watch("what");
  if (isChosen) return <CodeSummary code={form.getValues("code")} />;
  return (
    <>
      <RadioGroup label="What" name="what" options={contentOptions} value={what} onValueChange={(next) => setChoice(form, "what", next)} />
      {what === "code" ? <ExistingCodeField form={form} /> : <PersonalFields form={form} />}
    </>
  );
}

function ExistingCodeField({ form }: { form: SendFormState }) {
  const code = form.watch("code");
  return (
    <div className="grid gap-2">
      <FormField form={form} name="code" label="Code">
        {({ value, onChange }) => <CodePicker value={value} onValueChange={onChange} />}
      </FormField>
      {code !== "" && <CodeSummary code={code} />}
    </div>
  );
}

function PersonalFields({ form }: { form: SendFormState }) {
  const { timeZone: zone } = useSession().project;
  const { errors } = form.formState;
  const moment = (name: "validFrom" | "validUntil") => ({
    zone,
    value: form.watch(name) ?? null,
    onValueChange: (next: string | null) =>
      form.setValue(name, next ?? undefined, { shouldValidate: form.formState.isSubmitted || errors[name] !== undefined }),
    onBlur: () => void form.trigger(["validFrom", "validUntil"]),
    error: errors[name]?.message,
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <FormField form={form} name="type" label="Type">
          {({ name, value, onChange }) => <Select name={name} options={typeOptions} value={value} onValueChange={onChange} />}
        </FormField>
        <FormField form={form} name="allowedClaims" label="Uses for each">
          {({ value, onChange, ...control }) => <NumberInput {...control} value={value} onValueChange={onChange} />}
        </FormField>
      </div>
      <DateTimeInput {...moment("validFrom")} optional kind="beginning" label="Starts" clearLabel="At once" says="Valid from" />
      <DateTimeInput {...moment("validUntil")} optional kind="end" label="Ends" clearLabel="No end" says="Valid through" presets={endPresets} />
      <FormField form={form} name="name" label="Name of the batch" optional>
        {(control) => <Input {...control} dir="auto" autoComplete="off" />}
      </FormField>
    </>
  );
}
