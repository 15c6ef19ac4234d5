"use client";

import { useRouter } from "next/navigation";
import type { z } from "zod";
import { codeTypeLabels } from "@/components/codes/labels";
import { withFieldErrors } from "@/components/field-errors";
import { LeadPicker } from "@/components/leads/lead-picker";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTimeInput, endPresets } from "@/components/ui/date-time-input";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Interpolate } from "@/components/ui/interpolate";
import { NumberInput } from "@/components/ui/number-input";
import { RadioGroup } from "@/components/ui/radio-group";
import { createBatchEndpoint } from "@/contract/batches";
import { codeTypes, defaultCodeType } from "@/contract/enums";
import { endsBeforeStartMessage } from "@/contract/fields";
import { batchPath } from "@/lib/routes";
import { exampleCodes } from "./example-codes";
import { GenerationPreview } from "./generation-preview";
import { labels } from "./labels";
import { useGenerateCodes } from "./mutations";

const { form: formLabels } = labels;

const typeOptions = codeTypes.map((value) => ({
  value,
  label: codeTypeLabels[value].label,
  hint: (
    <Interpolate
      text={formLabels.typeHint(codeTypeLabels[value].hint)}
      values={{ example: <span className="font-mono">{exampleCodes[value](1)}</span> }}
    />
  ),
}));

const useGenerateForm = () =>
  useZodForm(createBatchEndpoint.body, { defaultValues: { amount: 100, type: defaultCodeType, allowedClaims: 1, name: "" } });
type GenerateFormState = ReturnType<typeof useGenerateForm>;

/** The form that generates codes. `onStarted` gets the id of the job if the batch is generated in the background. */
export function GenerateForm({ onStarted }: { onStarted: (jobId: string) => void }) {
  const router = useRouter();
  const { mutateAsync } = useGenerateCodes();
  const form = useGenerateForm();
  const generate = ({ name, ...body }: z.output<typeof createBatchEndpoint.body>) =>
    withFieldErrors(form, { code_space_exhausted: "amount" }, async () => {
      const job = await mutateAsync(name ? { ...body, name } : body);
      if (job.batch === null) onStarted(job.id);
      else router.push(batchPath(job.batch.id));
    });
  const amount = form.watch("amount");
  const validAmount = Number.isInteger(amount) && amount > 0 ? amount : undefined;
  const { isSubmitting, isSubmitSuccessful, errors } = form.formState;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Card>
        <Form form={form} onSubmit={generate} className="grid gap-6">
          <AmountFields form={form} />
          <ValidityFields form={form} />
          <ReservationFields form={form} />
          <FormErrorSummary form={form} />
          <Button
            type="submit"
            size="lg"
            pending={isSubmitting || (isSubmitSuccessful && Object.keys(errors).length === 0)}
            className="justify-self-start"
          >
            {validAmount === undefined ? formLabels.submit : formLabels.submitCount(validAmount)}
          </Button>
        </Form>
      </Card>
      <GenerationPreview
        plan={{
          type: form.watch("type") ?? defaultCodeType,
          amount: validAmount,
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
        <FormField form={form} name="amount" label={formLabels.amount} hint={formLabels.amountHint}>
          {({ onChange, ...control }) => <NumberInput {...control} onValueChange={onChange} />}
        </FormField>
        <FormField form={form} name="allowedClaims" label={formLabels.usesPerCode} hint={formLabels.usesHint}>
          {({ onChange, ...control }) => <NumberInput {...control} onValueChange={onChange} />}
        </FormField>
      </div>
      <RadioGroup
        label={formLabels.type}
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
  const setField = (name: "validFrom" | "validUntil") => (value: string | null) =>
    form.setValue(name, value ?? undefined, { shouldValidate: isSubmitted });
  return (
    <div className="grid gap-6 wide:grid-cols-2 wide:gap-4">
      <DateTimeInput
        label={formLabels.starts}
        optional
        kind="start"
        zone={zone}
        value={form.watch("validFrom") ?? null}
        onValueChange={setField("validFrom")}
        clearLabel={formLabels.startsImmediately}
        describeValue={formLabels.validFrom}
        error={errors.validFrom?.message}
      />
      <DateTimeInput
        label={formLabels.expires}
        optional
        kind="end"
        zone={zone}
        value={form.watch("validUntil") ?? null}
        onValueChange={setField("validUntil")}
        clearLabel={formLabels.neverExpires}
        describeValue={formLabels.validThrough}
        presets={endPresets}
        error={errors.validUntil?.message === endsBeforeStartMessage ? formLabels.endsBeforeStart : errors.validUntil?.message}
      />
    </div>
  );
}

function ReservationFields({ form }: { form: GenerateFormState }) {
  return (
    <>
      <FormField form={form} name="reservedFor" label={formLabels.reservedFor} optional hint={formLabels.reservedForHint}>
        {({ onChange, value, onBlur }) => (
          <LeadPicker
            value={value ?? null}
            onValueChange={(email) => onChange(email ?? undefined)}
            onBlur={onBlur}
            noneLabel={formLabels.anyone}
          />
        )}
      </FormField>
      <FormField form={form} name="name" label={formLabels.batchName} optional hint={formLabels.batchNameHint}>
        {(control) => <Input {...control} dir="auto" autoComplete="off" className="text-left" />}
      </FormField>
    </>
  );
}
