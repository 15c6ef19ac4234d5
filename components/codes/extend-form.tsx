"use client";

import { useState } from "react";
import { useVisitor } from "@/components/shell/visitor";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { endPresets, MomentInput } from "@/components/ui/moment-input";
import { NumberInput } from "@/components/ui/number-input";
import { RadioGroup } from "@/components/ui/radio-group";
import { extending } from "@/contract/code-updates";

const Extension = extending({});

/** What an extension changes; what is not there stays. */
export type Extension = { validUntil?: string | null | undefined; allowedClaims?: number | undefined };

type ExtendFormProps = {
  /** The end as it is, of one code or of a batch as it was made; null where it has none. Left out where there are many. */
  validUntil?: string | null;
  /** How many may claim each now. */
  allowedClaims?: number;
  /** What is said beside the number: fewer than have claimed cannot be. */
  usesHint: string;
  onExtend: (extension: Extension) => Promise<unknown>;
};

const endOptions = [
  { value: "stay", label: "Stays as it is" },
  { value: "new", label: "Another end" },
  { value: "none", label: "No end" },
] as const;
type EndChoice = (typeof endOptions)[number]["value"];

/** Until when, and by how many, codes can be claimed. */
export function ExtendForm({ validUntil = null, allowedClaims, usesHint, onExtend }: ExtendFormProps) {
  const zone = useVisitor().project.timeZone;
  const [end, setEnd] = useState<EndChoice>("stay");
  const form = useZodForm(Extension, { defaultValues: {} });
  const choose = (next: EndChoice) => {
    setEnd(next);
    form.setValue("validUntil", next === "none" ? null : next === "new" ? (validUntil ?? undefined) : undefined);
    form.clearErrors("validUntil");
  };
  const { errors } = form.formState;
  return (
    <Form form={form} onSubmit={onExtend} className="grid gap-5">
      <RadioGroup
        label="End"
        choices={endOptions}
        value={end}
        onValueChange={choose}
        error={end === "new" ? undefined : errors.validUntil?.message}
      />
      {end === "new" && (
        <MomentInput
          label="Valid through"
          kind="end"
          zone={zone}
          value={form.watch("validUntil") ?? null}
          onValueChange={(next) => form.setValue("validUntil", next ?? undefined, { shouldValidate: form.formState.isSubmitted })}
          none="No day yet"
          says="Valid through"
          presets={endPresets}
          error={errors.validUntil?.message}
        />
      )}
      <FormField form={form} name="allowedClaims" label="Uses of each code" optional hint={usesHint}>
        {({ onChange, value, ...control }) => (
          <NumberInput
            {...control}
            value={value}
            onValueChange={onChange}
            placeholder={allowedClaims?.toLocaleString("en") ?? "As they are"}
          />
        )}
      </FormField>
      <FormProblems form={form} />
      <FormFooter form={form}>Save</FormFooter>
    </Form>
  );
}
