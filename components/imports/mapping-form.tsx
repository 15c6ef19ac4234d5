"use client";

import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormErrorSummary, FormField, TextField, useZodForm } from "@/components/ui/form";
import { Textarea } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { FittedTable, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { TruncatedText } from "@/components/ui/text";
import { useApiMutation } from "@/components/use-api-mutation";
import { columnMeanings, isConsentField } from "@/contract/import-questions";
import {
  existingLeadModes,
  type ImportKind,
  ignoredColumn,
  importWaitlistModes,
  importWaitlistOrders,
  leadFields,
  suppressionFields,
} from "@/contract/import-values";
import type { ImportRecord, ImportRow } from "@/contract/imports";
import { fieldLabels, labels } from "./labels";
import { newFieldOption, useNewField } from "./new-field";
import { questionLabels } from "./question-labels";
import { ImportQuestions, readQuestions } from "./questions";

const { mapping: text } = labels;

const Settings = z.object({
  /** What each column holds, in the order of the columns. */
  fields: z.array(z.string()),
  existing: z.enum(existingLeadModes),
  waitlist: z.enum(importWaitlistModes),
  waitlistOrder: z.enum(importWaitlistOrders),
  consent: z.string().max(1000, "must be at most 1,000 characters"),
  /** Separated by commas. */
  tags: z.string(),
  /** By the IDs of the questions. */
  answers: z.record(z.string(), z.string()),
});
type Settings = z.output<typeof Settings>;
type SettingsForm = UseFormReturn<Settings, unknown, Settings>;

const splitTags = (tags: string): string[] =>
  tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

/** What was chosen for the last check, else what the columns seem to hold. */
function initialSettings({ columns, settings, suggestedMapping }: ImportRecord): Settings {
  const mapping = new Map(Object.entries(settings?.mapping ?? suggestedMapping));
  const fields = columns.map((column) => mapping.get(column) ?? ignoredColumn);
  const suggestedWaitlist = fields.includes("waitlist") ? "column" : fields.includes("waitlistPosition") ? "all" : "none";
  return {
    fields,
    existing: settings?.existing ?? "skip",
    waitlist: settings?.waitlist ?? suggestedWaitlist,
    waitlistOrder: settings?.waitlistOrder ?? "end",
    consent: settings?.consent ?? "",
    tags: settings?.tags.join(", ") ?? "",
    answers: settings?.answers ?? {},
  };
}

/** The form with what each column holds and what to do with the leads, which starts the check. */
export function MappingForm({ record, samples }: { record: ImportRecord; samples: readonly ImportRow[] }) {
  const form = useZodForm(Settings, { defaultValues: initialSettings(record) });
  const check = useApiMutation("POST /imports/:id/check", { changes: ["GET /imports/:id"] });
  const [fields, answers] = form.watch(["fields", "answers"]);
  const { questions, isAnswered } = readQuestions(record, { fields, answers });
  const submit = ({ fields: chosen, tags, answers: given, ...settings }: Settings) =>
    check.mutateAsync({
      params: { id: record.id },
      body: {
        ...settings,
        answers: Object.fromEntries(questions.flatMap(({ id }) => (given[id] ? [[id, given[id]]] : []))),
        tags: splitTags(tags),
        mapping: Object.fromEntries(record.columns.map((column, index) => [column, chosen[index] ?? ignoredColumn])),
      },
    });
  return (
    <Form form={form} onSubmit={submit}>
      <Card
        title={text.title}
        description={record.product === null ? text.description : `${questionLabels.product(record.product)} ${text.description}`}
        footer={
          <>
            {!fields.includes("email") && <p className="text-2sm text-muted-foreground">{text.emailMissing}</p>}
            {fields.includes("email") && !isAnswered && <p className="text-2sm text-muted-foreground">{questionLabels.unanswered}</p>}
            <Button type="submit" pending={form.formState.isSubmitting} disabled={!fields.includes("email") || !isAnswered}>
              {record.status === "checked" ? text.checkAgain : text.check}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ColumnsTable record={record} samples={samples} form={form} />
          <ImportQuestions
            record={record}
            fields={fields}
            answers={answers}
            onChange={(choices) => {
              if (choices.fields) form.setValue("fields", choices.fields, { shouldDirty: true });
              if (choices.answers) form.setValue("answers", choices.answers, { shouldDirty: true });
            }}
          />
          {record.kind === "leads" && <LeadOptions record={record} form={form} />}
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}

/** The fields that a column can be imported as. */
function useFieldOptions(kind: ImportKind) {
  const { questions } = useSession().project;
  const fields = kind === "leads" ? leadFields : suppressionFields;
  return [
    { value: ignoredColumn as string, label: text.ignore },
    ...fields.map((value) => ({ value: value as string, ...fieldLabels[kind][value] })),
    ...(kind === "leads" ? questions.map(({ key, label }) => ({ value: `field:${key}`, label })) : []),
  ];
}

type ColumnsTableProps = { record: ImportRecord; samples: readonly ImportRow[]; form: SettingsForm };

function ColumnsTable({ record: { kind, columns }, samples, form }: ColumnsTableProps) {
  const newField = useNewField(kind);
  const options = [...useFieldOptions(kind), ...newField.options];
  const fields = form.watch("fields");
  const choose = (index: number, field: string) =>
    form.setValue(
      "fields",
      // A field can be in one column only, apart from those about emails. Read now, because adding a field takes a moment.
      form
        .getValues("fields")
        .map((current, each) =>
          each === index ? field : current === field && !isConsentField(field) && field !== ignoredColumn ? ignoredColumn : current,
        ),
      { shouldDirty: true },
    );
  return (
    <FittedTable label={text.title}>
      <THead>
        <TH className="w-1/3 max-sm:w-2/5">{text.headers.column}</TH>
        <TH className="max-sm:hidden">{text.headers.samples}</TH>
        <TH className="w-1/3 max-sm:w-3/5">{text.headers.field}</TH>
      </THead>
      <TBody>
        {columns.map((column, index) => {
          const values = [...new Set(samples.map(({ cells }) => (cells[index] ?? "").trim()))].filter((value) => value !== "");
          return (
            <TR key={column}>
              <TD>
                <TruncatedText text={column} />
              </TD>
              <TD className="text-muted-foreground max-sm:hidden">
                {values.length === 0 ? text.noSamples : <TruncatedText text={values.slice(0, 3).join(" · ")} />}
              </TD>
              <TD className="py-1">
                <Select
                  label={text.fieldOf(column)}
                  options={options}
                  value={fields[index] ?? ignoredColumn}
                  disabled={newField.isPending}
                  onValueChange={(field) =>
                    field === newFieldOption ? newField.add(column, (added) => choose(index, added)) : choose(index, field)
                  }
                />
              </TD>
            </TR>
          );
        })}
      </TBody>
    </FittedTable>
  );
}

function LeadOptions({ record: { columnSummaries }, form }: Omit<ColumnsTableProps, "samples">) {
  const [fields, consent, answers] = form.watch(["fields", "consent", "answers"]);
  const hasWaiting = columnSummaries.some((summary, index) => {
    const field = fields[index];
    return isConsentField(field) && columnMeanings(summary, field, answers).some(({ meaning }) => meaning === "waiting");
  });
  const waitlistOptions = importWaitlistModes.map((value) => ({
    value,
    ...text.waitlistOptions[value],
    disabled: value === "column" && !fields.includes("waitlist") && !hasWaiting,
  }));
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <RadioGroup
        label={text.existing}
        options={existingLeadModes.map((value) => ({ value, ...text.existingOptions[value] }))}
        value={form.watch("existing")}
        onValueChange={(existing) => form.setValue("existing", existing)}
      />
      <RadioGroup
        label={text.waitlist}
        options={waitlistOptions}
        value={form.watch("waitlist")}
        onValueChange={(waitlist) => form.setValue("waitlist", waitlist)}
      />
      {form.watch("waitlist") !== "none" && (
        <RadioGroup
          label={text.waitlistOrder}
          options={importWaitlistOrders.map((value) => ({ value, ...text.waitlistOrderOptions[value] }))}
          value={form.watch("waitlistOrder")}
          onValueChange={(order) => form.setValue("waitlistOrder", order)}
        />
      )}
      <FormField form={form} name="consent" label={text.consent} hint={text.consentHint} optional>
        {(control) => <Textarea {...control} value={consent} placeholder={text.consentPlaceholder} dir="auto" />}
      </FormField>
      <TextField form={form} name="tags" label={text.tags} hint={text.tagsHint} optional autoComplete="off" />
    </div>
  );
}
