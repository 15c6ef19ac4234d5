"use client";

import { useRouter } from "next/navigation";
import type { z } from "zod";
import { counted, codeTypeLabels } from "@/components/codes/labels";
import { LeadPicker } from "@/components/leads/lead-picker";
import { withFieldErrors } from "@/components/field-errors";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { endPresets, DateTimeInput } from "@/components/ui/date-time-input";
import { NumberInput } from "@/components/ui/number-input";
import { RadioGroup } from "@/components/ui/radio-group";
import { createBatchEndpoint } from "@/contract/batches";
import { codeTypes, defaultCodeType } from "@/contract/kinds";
import { batchPath } from "@/lib/routes";
import { exampleCodes } from "./example-codes";
import { useGenerateCodes } from "./mutations";
import { GenerationPreview } from "./generation-preview";

const typeOptions = codeTypes.map((value) => ({
  value,
  label: codeTypeLabels[value].label,
  hint: (
    <>
      {codeTypeLabels[value].hint} As <span className="font-mono">{exampleCodes[value](1)}</span>.
    </>
  ),
}));

const useGenerateForm = () =>
  useZodForm(createBatchEndpoint.body, { defaultValues: { amount: 100, type: defaultCodeType, allowedClaims: 1, name: "" } });
type GenerateFormState = ReturnType<typeof useGenerateForm>;

/** What codes are made of. `onBegun` is told of the task where they are many. */
export function GenerateForm({ onStarted: onBegun }: { onStarted: (task: string) => void }) {
  const router = useRouter();
  const { mutateAsync } = useGenerateCodes();
  const form = useGenerateForm();
  const generate = ({ name, ...body }: z.output<typeof createBatchEndpoint.body>) =>
    withFieldErrors(form, { code_space_exhausted: "amount" }, async () => {
      const task = await mutateAsync(name ? { ...body, name } : body);
      if (task.batch === null) onBegun(task.id);
      else router.push(batchPath(task.batch.id));
    });
  const amount = form.watch("amount");
  const known = Number.isInteger(amount) && amount > 0 ? amount : undefined;
  const { isSubmitting, isSubmitSuccessful, errors } = form.formState;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Card>
        <Form form={form} onSubmit={generate} className="grid gap-6">
          <AmountFields form={form} />
          <ValidityFields form={form} />
          <RecipientFields form={form} />
          <FormErrorSummary form={form} />
          <Button
            type="submit"
            size="lg"
            pending={isSubmitting || (isSubmitSuccessful && Object.keys(errors).length === 0)}
            className="justify-self-start"
          >
            Generate {known === undefined ? "codes" : counted(known, "code")}
          </Button>
        </Form>
      </Card>
      <GenerationPreview
        plan={{
          type: form.watch("type") ?? defaultCodeType,
          amount: known,
          allowedClaims: form.watch("allowedClaims") || 1,
          isReserved: form.watch("reservedFor") !== undefined,
        }}
      />
    </div>
  );
}

function AmountFields({ form }: { form: GenerateFormState }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="amount" label="Amount" hint="Up to a million at once.">
          {({ onChange, ...control }) => <NumberInput {...control} onValueChange={onChange} />}
        </FormField>
        <FormField form={form} name="allowedClaims" label="Uses of each code" hint="How many customers may claim it.">
          {({ onChange, ...control }) => <NumberInput {...control} onValueChange={onChange} />}
        </FormField>
      </div>
      <RadioGroup
        label="Type"
        name="type"
        options={typeOptions}
        value={form.watch("type") ?? defaultCodeType}
        onValueChange={(type) => form.setValue("type", type)}
        error={form.formState.errors.type?.message}
      />
    </>
  );
}

function ValidityFields({ form }: { form: GenerateFormState }) {
  const zone = useSession().project.timeZone;
  const { errors, isSubmitted } = form.formState;
  const set = (name: "validFrom" | "validUntil") => (value: string | null) =>
    form.setValue(name, value ?? undefined, { shouldValidate: isSubmitted });
  return (
    <div className="grid gap-6 wide:grid-cols-2 wide:gap-4">
      <DateTimeInput
        label="Valid from"
        optional
        kind="beginning"
        zone={zone}
        value={form.watch("validFrom") ?? null}
        onValueChange={set("validFrom")}
        clearLabel="At once"
        says="Valid from"
        error={errors.validFrom?.message}
      />
      <DateTimeInput
        label="Valid through"
        optional
        kind="end"
        zone={zone}
        value={form.watch("validUntil") ?? null}
        onValueChange={set("validUntil")}
        clearLabel="No end"
        says="Valid through"
        presets={endPresets}
        error={
          errors.validUntil &&
          (errors.validUntil.message === "must be after validFrom" ? "must be after the beginning" : errors.validUntil.message)
        }
      />
    </div>
  );
}

function RecipientFields({ form }: { form: GenerateFormState }) {
  return (
    <>
      <FormField
        form={form}
        name="reservedFor"
        label="Reserved for"
        optional
        hint="Only this address can claim them. It need not be a lead yet."
      >
        {({ onChange, value, onBlur }) => (
          <LeadPicker
            value={value ?? null}
            onValueChange={(email) => onChange(email ?? undefined)}
            onBlur={onBlur}
            nobody="Nobody: anybody can claim them"
          />
        )}
      </FormField>
      <FormField form={form} name="name" label="Name of the batch" optional hint="What they are for: “Spring fair cards”.">
        {(control) => <Input {...control} dir="auto" autoComplete="off" className="text-left" />}
      </FormField>
    </>
  );
}
