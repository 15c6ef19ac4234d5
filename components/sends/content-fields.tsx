"use client";

import type { UseFormReturn } from "react-hook-form";
import { codeTypeLabels } from "@/components/codes/labels";
import { useSession } from "@/components/shell/session";
import { DateTimeInput, endPresets } from "@/components/ui/date-time-input";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { NumberInput } from "@/components/ui/number-input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { codeTypes } from "@/contract/enums";
import { CodePicker, CodeSummary } from "./code-picker";
import { labels } from "./labels";
import type { SendFormValues } from "./send-form-schema";

const { content } = labels;

/** The form of the send dialog. */
export type SendFormState = UseFormReturn<SendFormValues, unknown, SendFormValues>;

/** Sets a choice that other fields depend on, and clears errors that may not apply anymore. */
export function setChoice<Name extends "content" | "recipients">(form: SendFormState, name: Name, value: SendFormValues[Name]): void {
  form.clearErrors();
  form.setValue(name, value as never);
}

const contentOptions = [
  { value: "code", label: content.existingCode, hint: content.existingCodeHint },
  { value: "personal", label: content.personalCode, hint: content.personalCodeHint },
] as const;

const typeOptions = codeTypes.map((value) => ({ value, ...codeTypeLabels[value] }));

/** The fields for what to send. `isPreset`: the page has already chosen the code. */
export function ContentFields({ form, isPreset }: { form: SendFormState; isPreset: boolean }) {
  const contentKind = form.watch("content");
  if (isPreset) return <CodeSummary code={form.getValues("code")} />;
  return (
    <>
      <RadioGroup
        label={content.label}
        name="content"
        options={contentOptions}
        value={contentKind}
        onValueChange={(next) => setChoice(form, "content", next)}
      />
      {contentKind === "code" ? <ExistingCodeField form={form} /> : <PersonalCodeFields form={form} />}
    </>
  );
}

function ExistingCodeField({ form }: { form: SendFormState }) {
  const code = form.watch("code");
  return (
    <div className="grid gap-2">
      <FormField form={form} name="code" label={content.code}>
        {({ value, onChange }) => <CodePicker value={value} onValueChange={onChange} />}
      </FormField>
      {code !== "" && <CodeSummary code={code} />}
    </div>
  );
}

function PersonalCodeFields({ form }: { form: SendFormState }) {
  const { timeZone: zone } = useSession().project;
  const { errors } = form.formState;
  const dateTimeField = (name: "validFrom" | "validUntil") => ({
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
        <FormField form={form} name="type" label={content.type}>
          {({ name, value, onChange }) => <Select name={name} options={typeOptions} value={value} onValueChange={onChange} />}
        </FormField>
        <FormField form={form} name="allowedClaims" label={content.usesPerCode}>
          {({ value, onChange, ...control }) => <NumberInput {...control} value={value} onValueChange={onChange} />}
        </FormField>
      </div>
      <DateTimeInput
        {...dateTimeField("validFrom")}
        optional
        kind="start"
        label={content.starts}
        clearLabel={content.startsImmediately}
        describeValue={content.validFrom}
      />
      <DateTimeInput
        {...dateTimeField("validUntil")}
        optional
        kind="end"
        label={content.expires}
        clearLabel={content.neverExpires}
        describeValue={content.validThrough}
        presets={endPresets}
      />
      <FormField form={form} name="name" label={content.batchName} optional>
        {(control) => <Input {...control} dir="auto" autoComplete="off" />}
      </FormField>
    </>
  );
}
