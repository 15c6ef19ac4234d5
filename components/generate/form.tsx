"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { useRef, useState } from "react";
import type { z } from "zod";
import { splitDomains } from "@/components/batches";
import { codeTypeLabels } from "@/components/codes";
import { useJobMutation } from "@/components/jobs";
import { PageHeader } from "@/components/layout/page";
import { LeadPicker } from "@/components/leads";
import { useSession } from "@/components/shell/session";
import { TagEditor } from "@/components/tags";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { endPresets } from "@/components/ui/date-time-input";
import { Form, FormErrorSummary, FormField, NumberField, TextField, withFieldErrors } from "@/components/ui/form";
import { DateTimeField } from "@/components/ui/form-fields";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/loading";
import { MoreOptions } from "@/components/ui/more-options";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Interpolate } from "@/components/ui/text";
import { useNow } from "@/components/ui/time";
import { useUnsaved } from "@/components/ui/unsaved-changes";
import { useConfirmation } from "@/components/ui/use-confirmation";
import type { createBatchEndpoint } from "@/contract/batches";
import type { CodeType } from "@/contract/codes";
import { codeTypes, defaultCodeType, oncePerBatchModes } from "@/contract/enums";
import { endsBeforeStartMessage } from "@/contract/fields";
import { batchPath } from "@/lib/routes";
import { withConfirmedRisk } from "./confirmed-risk";
import { defaultAmount, type GenerateFormState, useGenerateForm } from "./form-state";
import { exampleCodes, labels } from "./labels";
import type { List } from "./list-fields";
import { type GenerationPlan, GenerationPreview, Warning } from "./preview";

// Not rendered on the server, since the progress would be outdated by the time the page hydrates.
const GenerationProgress = dynamic(() => import("./progress").then((module) => module.GenerationProgress), {
  ssr: false,
  loading: () => <Skeleton className="h-48 rounded-lg" />,
});

const CodeListFields = dynamic(() => import("./list-fields").then((module) => module.CodeListFields), {
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

const { form: formLabels, expiredDialog, riskDialog } = labels;

/** What is generated: codes of a type, codes of a pattern, one code, or the codes of a list. */
type Kind = CodeType | "pattern" | "code" | "list";

const isCodeType = (kind: Kind): kind is CodeType => codeTypes.some((type) => type === kind);

/** Whether codes that end at this time can never be claimed. */
const isInPast = (validUntil: string | undefined, now: number): boolean => validUntil !== undefined && Date.parse(validUntil) <= now;

const hasAmount = (kind: Kind): boolean => kind !== "code" && kind !== "list";

const typeOptions = codeTypes.map((value) => ({
  value: value as Kind,
  label: codeTypeLabels[value].label,
  hint: (
    <Interpolate
      text={formLabels.typeHint(codeTypeLabels[value].hint)}
      values={{
        example: (
          <span translate="no" className="font-mono">
            {exampleCodes[value](1)}
          </span>
        ),
      }}
    />
  ),
}));

const kindOptions = [
  ...typeOptions,
  ...(["pattern", "code", "list"] as const).map((value) => ({ value: value as Kind, ...formLabels.kinds[value] })),
];

/** Returns a function that sets the fields that tell what is generated, of which the API takes one. It keeps what was typed for other kinds. */
function useSetKind(form: GenerateFormState): (kind: Kind, previous: Kind) => void {
  const kept = useRef<Partial<z.input<typeof createBatchEndpoint.body>>>({
    amount: defaultAmount,
    pattern: formLabels.patternExample,
    code: "",
  });
  return (kind, previous) => {
    const { amount, pattern, alphabet, code } = form.getValues();
    if (hasAmount(previous)) kept.current = { ...kept.current, amount };
    if (previous === "pattern") kept.current = { ...kept.current, pattern, alphabet };
    if (previous === "code") kept.current = { ...kept.current, code };
    form.setValue("type", isCodeType(kind) ? kind : undefined);
    form.setValue("pattern", kind === "pattern" ? kept.current.pattern : undefined);
    form.setValue("alphabet", kind === "pattern" ? kept.current.alphabet : undefined);
    form.setValue("code", kind === "code" ? kept.current.code : undefined);
    form.setValue("amount", hasAmount(kind) ? kept.current.amount : 1);
    form.clearErrors();
  };
}

/** The form that generates codes. `onStarted` gets the id of the job if the batch is generated in the background. */
function GenerateForm({ onStarted }: { onStarted: (jobId: string) => void }) {
  const router = useRouter();
  const [kind, chooseKind] = useState<Kind>(defaultCodeType);
  // Kept while another type is chosen.
  const [list, setList] = useState<List>();
  useUnsaved(list !== undefined && (list.text !== "" || list.file !== null));
  const { mutateAsync, isSuccess } = useJobMutation("POST /batches");
  const form = useGenerateForm();
  const setKind = useSetKind(form);
  const expired = useConfirmation((codes: number) => ({ ...expiredDialog, title: expiredDialog.title(codes), tone: "default" }));
  const risk = useConfirmation((reason: string) => ({ ...riskDialog, consequence: reason }));
  const generate = async ({ name, ...values }: z.output<typeof createBatchEndpoint.body>) => {
    const body = name ? { ...values, name } : values;
    if (isInPast(body.validUntil, Date.now()) && !(await expired.ask(body.amount ?? 1))) return;
    await withFieldErrors(form, { code_space_exhausted: "amount", code_exists: "code" }, async () => {
      const job = await withConfirmedRisk(risk.ask)((allowEasyToGuess) => mutateAsync({ body: { ...body, allowEasyToGuess } }));
      if (job === null) return;
      if (job.batch === null) onStarted(job.id);
      else router.push(batchPath(job.batch.id));
    });
  };
  const plan = getPlan(form, kind);
  const isPending = form.formState.isSubmitting || isSuccess;
  const fields = (
    <>
      <ValidityFields form={form} />
      <ReservationFields form={form} />
      <RestrictionFields form={form} />
    </>
  );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Card>
        <div className="grid gap-6">
          <RadioGroup
            label={formLabels.type}
            name="type"
            options={kindOptions}
            value={kind}
            onValueChange={(next) => {
              chooseKind(next);
              setKind(next, kind);
            }}
          />
          {kind === "list" ? (
            <CodeListFields form={form} source={list} onSourceChange={setList}>
              <UsesField form={form} />
              {fields}
            </CodeListFields>
          ) : (
            <Form form={form} onSubmit={generate} className="grid gap-6">
              <KindFields form={form} kind={kind} />
              {fields}
              <FormErrorSummary form={form} />
              <Button type="submit" size="lg" pending={isPending} className="justify-self-start">
                {kind === "code"
                  ? formLabels.submitCode
                  : plan?.amount === undefined
                    ? formLabels.submit
                    : formLabels.submitCount(plan.amount)}
              </Button>
              {expired.dialog}
              {risk.dialog}
            </Form>
          )}
        </div>
      </Card>
      {plan && <GenerationPreview plan={plan} />}
    </div>
  );
}

/** What the form would generate, or null for a list. */
function getPlan(form: GenerateFormState, kind: Kind): GenerationPlan | null {
  const [amount, allowedClaims, reservedFor] = form.watch(["amount", "allowedClaims", "reservedFor"]);
  const [pattern = "", alphabet, code = ""] = form.watch(["pattern", "alphabet", "code"]);
  const shared = {
    amount: amount !== undefined && Number.isInteger(amount) && amount > 0 ? amount : undefined,
    allowedClaims: allowedClaims || 1,
    isReserved: reservedFor !== undefined,
  };
  if (isCodeType(kind)) return { ...shared, type: kind };
  if (kind === "pattern") return { ...shared, pattern, alphabet };
  return kind === "code" ? { ...shared, amount: 1, code } : null;
}

/** The fields that depend on what is generated. */
function KindFields({ form, kind }: { form: GenerateFormState; kind: Kind }) {
  if (kind === "code")
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="code" label={formLabels.code} hint={formLabels.codeHint} mono autoComplete="off" spellCheck={false} />
        <UsesField form={form} />
      </div>
    );
  return (
    <>
      {kind === "pattern" && <PatternFields form={form} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField form={form} name="amount" label={formLabels.amount} hint={formLabels.amountHint} />
        <UsesField form={form} />
      </div>
    </>
  );
}

const UsesField = ({ form }: { form: GenerateFormState }) => (
  <NumberField form={form} name="allowedClaims" label={formLabels.usesPerCode} hint={formLabels.usesHint} />
);

function PatternFields({ form }: { form: GenerateFormState }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        form={form}
        name="pattern"
        label={formLabels.pattern}
        hint={formLabels.patternHint}
        mono
        autoComplete="off"
        spellCheck={false}
      />
      {form.watch("pattern")?.includes("*") && (
        <FormField form={form} name="alphabet" label={formLabels.alphabet} optional hint={formLabels.alphabetHint}>
          {({ onChange, value, ...control }) => (
            <Input
              {...control}
              value={value ?? ""}
              onChange={(event) => onChange(event.target.value || undefined)}
              mono
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </FormField>
      )}
    </div>
  );
}

function ValidityFields({ form }: { form: GenerateFormState }) {
  const zone = useSession().project.timeZone;
  const isExpired = isInPast(form.watch("validUntil"), useNow());
  const endsBeforeStart = form.formState.errors.validUntil?.message === endsBeforeStartMessage;
  return (
    <div className="grid gap-6 wide:grid-cols-2 wide:gap-4">
      <DateTimeField
        form={form}
        name="validFrom"
        label={formLabels.starts}
        optional
        kind="start"
        zone={zone}
        clearLabel={formLabels.startsImmediately}
        describeValue={formLabels.validFrom}
      />
      <div className="grid content-start gap-1">
        <DateTimeField
          form={form}
          name="validUntil"
          label={formLabels.expires}
          optional
          kind="end"
          zone={zone}
          clearLabel={formLabels.neverExpires}
          describeValue={formLabels.validThrough}
          presets={endPresets}
          error={endsBeforeStart ? formLabels.endsBeforeStart : undefined}
        />
        <div role="status">{isExpired && <Warning tone="text-warning">{formLabels.endInPast}</Warning>}</div>
      </div>
    </div>
  );
}

const personOptions = ([undefined, ...oncePerBatchModes] as const).map((value) => ({
  value: value ?? "",
  label: formLabels.perPerson[value ?? "several"],
}));

/** Who can claim the codes, which few batches restrict. */
function RestrictionFields({ form }: { form: GenerateFormState }) {
  const { errors } = form.formState;
  const [domains, person] = form.watch(["allowedDomains", "oncePerBatch"]);
  const [text, setText] = useState(domains?.join(", ") ?? "");
  return (
    <MoreOptions
      isChanged={Boolean(domains?.length) || person !== undefined}
      hasError={errors.allowedDomains !== undefined || errors.oncePerBatch !== undefined}
    >
      <FormField form={form} name="allowedDomains" label={formLabels.allowedDomains} optional hint={formLabels.allowedDomainsHint}>
        {({ onChange, value: _, ...control }) => (
          <Input
            {...control}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onChange(splitDomains(event.target.value));
            }}
            mono
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField form={form} name="oncePerBatch" label={formLabels.codesPerPerson} hint={formLabels.codesPerPersonHint}>
        {({ value, onChange }) => (
          <Select options={personOptions} value={value ?? ""} onValueChange={(next) => onChange(next || undefined)} />
        )}
      </FormField>
    </MoreOptions>
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
      <TextField
        form={form}
        name="name"
        label={formLabels.batchName}
        optional
        hint={formLabels.batchNameHint}
        dir="auto"
        autoComplete="off"
        className="text-left"
      />
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
