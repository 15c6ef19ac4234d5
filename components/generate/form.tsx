"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw, TriangleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import type { z } from "zod";
import { codeTypeLabels } from "@/components/codes";
import { PageHeader } from "@/components/layout/page";
import { LeadPicker } from "@/components/leads";
import { useSession } from "@/components/shell/session";
import { TagEditor } from "@/components/tags";
import { Button } from "@/components/ui/button";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { DateTimeInput, endPresets } from "@/components/ui/date-time-input";
import { describeError } from "@/components/ui/errors";
import { Form, FormErrorSummary, FormField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { Input, NumberInput } from "@/components/ui/input";
import { useConfirmation } from "@/components/ui/lazy";
import { Skeleton } from "@/components/ui/loading";
import { RadioGroup } from "@/components/ui/radio-group";
import { Interpolate } from "@/components/ui/text";
import { useNow } from "@/components/ui/time";
import { createBatchEndpoint } from "@/contract/batches";
import type { CodeType, FormatRecord } from "@/contract/codes";
import { codeTypes, defaultCodeType } from "@/contract/enums";
import { endsBeforeStartMessage } from "@/contract/fields";
import { guessChance } from "@/contract/guess-chance";
import { batchPath } from "@/lib/routes";
import { formatsQuery, useGenerateCodes } from "./api";
import { exampleCodes, labels } from "./labels";

// Not rendered on the server, since the progress would be outdated by the time the page hydrates.
const GenerationProgress = dynamic(() => import("./progress").then((module) => module.GenerationProgress), {
  ssr: false,
  loading: () => <Skeleton className="h-48 rounded-lg" />,
});

/** The page that generates codes. The URL holds the job of a large batch, so that a reload still shows its progress. */
export function GenerateView() {
  const [jobId, setJobId] = useQueryState("job", parseAsString);
  return (
    <>
      <PageHeader title={labels.title} />
      {jobId === null ? (
        <GenerateForm onStarted={(id) => void setJobId(id)} />
      ) : (
        <GenerationProgress jobId={jobId} onBack={() => void setJobId(null)} />
      )}
    </>
  );
}

const { form: formLabels, expiredDialog } = labels;

/** Whether codes that end at this time can never be claimed. */
const isInPast = (validUntil: string | undefined, now: number): boolean => validUntil !== undefined && Date.parse(validUntil) <= now;

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
function GenerateForm({ onStarted }: { onStarted: (jobId: string) => void }) {
  const router = useRouter();
  const { mutateAsync, isSuccess } = useGenerateCodes();
  const form = useGenerateForm();
  const { ask, dialog } = useConfirmation((codes: number) => ({ ...expiredDialog, title: expiredDialog.title(codes), tone: "default" }));
  const generate = async ({ name, ...body }: z.output<typeof createBatchEndpoint.body>) => {
    if (isInPast(body.validUntil, Date.now()) && !(await ask(body.amount ?? 1))) return;
    await withFieldErrors(form, { code_space_exhausted: "amount" }, async () => {
      const job = await mutateAsync(name ? { ...body, name } : body);
      if (job.batch === null) onStarted(job.id);
      else router.push(batchPath(job.batch.id));
    });
  };
  const amount = form.watch("amount");
  const validAmount = amount !== undefined && Number.isInteger(amount) && amount > 0 ? amount : undefined;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Card>
        <Form form={form} onSubmit={generate} className="grid gap-6">
          <AmountFields form={form} />
          <ValidityFields form={form} />
          <ReservationFields form={form} />
          <FormErrorSummary form={form} />
          <Button type="submit" size="lg" pending={form.formState.isSubmitting || isSuccess} className="justify-self-start">
            {validAmount === undefined ? formLabels.submit : formLabels.submitCount(validAmount)}
          </Button>
          {dialog}
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
  const isExpired = isInPast(form.watch("validUntil"), useNow());
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
      <div className="grid content-start gap-1">
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
        <div role="status">{isExpired && <Warning tone="text-warning">{formLabels.endInPast}</Warning>}</div>
      </div>
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
      <FormField form={form} name="tags" label={formLabels.tags} optional hint={formLabels.tagsHint}>
        {({ value = [], onChange }) => (
          <TagEditor
            resource="codes"
            tags={value}
            onAdd={(tag) => onChange([...value, tag])}
            onRemove={(tag) => onChange(value.filter((each) => each !== tag))}
          />
        )}
      </FormField>
    </>
  );
}

const { preview } = labels;

/** What the form would generate. `amount` is undefined while it isn't valid. */
type GenerationPlan = { type: CodeType; amount: number | undefined; allowedClaims: number; isReserved: boolean };

/** Shows an example code, how many codes are left in the format, and how easy they are to guess. */
function GenerationPreview({ plan }: { plan: GenerationPlan }) {
  const { data, error } = useQuery(formatsQuery);
  const format = data?.find(({ type }) => type === plan.type);
  const { amount = 0, allowedClaims, isReserved } = plan;
  return (
    <Card title={preview.title} className="lg:sticky lg:top-22">
      <Example type={plan.type} />
      <div className="mt-5 border-t pt-4">
        <DetailsList>
          <DetailsItem label={preview.total}>
            {amount === 0
              ? preview.noAmount
              : isReserved
                ? preview.forOneCustomer(amount)
                : preview.forCustomers(amount, amount * allowedClaims)}
          </DetailsItem>
          {format ? <FormatCapacity format={format} plan={plan} /> : error === null && <Skeleton className="my-1.5 h-24 rounded-lg" />}
        </DetailsList>
        {error !== null && data === undefined && (
          <p role="alert" className="mt-3 text-[13px] text-destructive">
            {preview.loadFailed(describeError(error).message)}
          </p>
        )}
      </div>
    </Card>
  );
}

function Example({ type }: { type: CodeType }) {
  const [exampleIndex, setExampleIndex] = useState(0);
  return (
    <div>
      <p className="text-[13px] text-muted-foreground">{preview.example}</p>
      <div className="flex items-center gap-1">
        <span className="min-w-0 break-all font-mono text-xl">{exampleCodes[type](exampleIndex)}</span>
        <IconButton
          label={preview.anotherExample}
          size="icon-sm"
          className="text-muted-foreground"
          onClick={() => setExampleIndex(exampleIndex + 1)}
        >
          <RefreshCw aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

/** Whether the plan needs more codes than the format has left. */
const exceedsRemaining = ({ remaining }: FormatRecord, { amount = 0 }: GenerationPlan): boolean => amount > remaining;

function FormatCapacity({ format, plan }: { format: FormatRecord; plan: GenerationPlan }) {
  const { amount = 0, isReserved, type } = plan;
  const { total, remaining, claimable } = format;
  // A guessed code can't be claimed if it is reserved for someone else.
  const { isWeak, label } = guessChance({ claimable: claimable + (isReserved ? 0 : amount), total });
  return (
    <>
      <DetailsItem label={preview.remaining}>
        {preview.remainingOfTotal(remaining, total)}
        {exceedsRemaining(format, plan) && <Warning tone="text-destructive">{preview.notEnough[type]}</Warning>}
      </DetailsItem>
      <DetailsItem label={preview.guessing}>
        {label}
        {isWeak && <Warning tone="text-warning">{preview.easyToGuess}</Warning>}
      </DetailsItem>
    </>
  );
}

function Warning({ tone, children }: { tone: "text-warning" | "text-destructive"; children: React.ReactNode }) {
  return (
    <p className="mt-1 flex gap-2 text-[13px]">
      <TriangleAlert aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span>{children}</span>
    </p>
  );
}
