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
import { existingLeadModes, ignoredColumn, importDateOrders, importFields, importWaitlistModes } from "@/contract/import-values";
import type { ImportRecord, ImportRow } from "@/contract/imports";
import { hasAmbiguousDate } from "@/lib/dates";
import { useCheckImport } from "./api";
import { fieldLabels, labels } from "./labels";

const { mapping: text } = labels;

const Settings = z.object({
  /** What each column holds, in the order of the columns. */
  fields: z.array(z.string()),
  existing: z.enum(existingLeadModes),
  waitlist: z.enum(importWaitlistModes),
  consent: z.string().max(1000, "must be at most 1,000 characters"),
  dates: z.enum(importDateOrders),
  /** Separated by commas. */
  tags: z.string(),
});
type Settings = z.output<typeof Settings>;
type SettingsForm = UseFormReturn<Settings, unknown, Settings>;

const isEmail = (cell: string): boolean => /^\S+@\S+\.\S+$/.test(cell.trim());

const splitTags = (tags: string): string[] =>
  tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

/** What was chosen for the last check, else what the columns seem to hold. */
function initialSettings({ columns, settings, suggestedMapping }: ImportRecord, samples: readonly ImportRow[]): Settings {
  const mapping = new Map(Object.entries(settings?.mapping ?? suggestedMapping));
  const fields = columns.map((column) => mapping.get(column) ?? ignoredColumn);
  if (!fields.includes("email")) {
    const emails = columns.findIndex((_, index) => samples.some(({ cells }) => isEmail(cells[index] ?? "")));
    if (emails >= 0) fields[emails] = "email";
  }
  const suggestedWaitlist = fields.includes("waitlist") ? "column" : fields.includes("waitlistPosition") ? "all" : "none";
  return {
    fields,
    existing: settings?.existing ?? "skip",
    waitlist: settings?.waitlist ?? suggestedWaitlist,
    consent: settings?.consent ?? "",
    dates: settings?.dates ?? "month_first",
    tags: settings?.tags.join(", ") ?? "",
  };
}

/** The form with what each column holds and what to do with the leads, which starts the check. */
export function MappingForm({ record, samples }: { record: ImportRecord; samples: readonly ImportRow[] }) {
  const form = useZodForm(Settings, { defaultValues: initialSettings(record, samples) });
  const check = useCheckImport(record.id);
  const fields = form.watch("fields");
  const submit = ({ fields: chosen, tags, ...settings }: Settings) =>
    check.mutateAsync({
      ...settings,
      tags: splitTags(tags),
      mapping: Object.fromEntries(record.columns.map((column, index) => [column, chosen[index] ?? ignoredColumn])),
    });
  return (
    <Form form={form} onSubmit={submit}>
      <Card
        title={text.title}
        description={text.description}
        footer={
          <>
            {!fields.includes("email") && <p className="text-[13px] text-muted-foreground">{text.emailMissing}</p>}
            <Button type="submit" pending={form.formState.isSubmitting} disabled={!fields.includes("email")}>
              {record.status === "checked" ? text.checkAgain : text.check}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ColumnsTable record={record} samples={samples} form={form} />
          <LeadOptions record={record} samples={samples} form={form} />
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}

/** The fields that a column can be imported as. */
function useFieldOptions() {
  const { questions } = useSession().project;
  return [
    { value: ignoredColumn as string, label: text.ignore },
    ...importFields.map((value) => ({ value: value as string, ...fieldLabels[value] })),
    ...questions.map(({ key, label }) => ({ value: `field:${key}`, label })),
  ];
}

type ColumnsTableProps = { record: ImportRecord; samples: readonly ImportRow[]; form: SettingsForm };

function ColumnsTable({ record: { columns }, samples, form }: ColumnsTableProps) {
  const options = useFieldOptions();
  const fields = form.watch("fields");
  const choose = (index: number, field: string) =>
    form.setValue(
      "fields",
      // A field can be in one column only.
      fields.map((current, each) => (each === index ? field : current === field && field !== ignoredColumn ? ignoredColumn : current)),
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
                  onValueChange={(field) => choose(index, field)}
                />
              </TD>
            </TR>
          );
        })}
      </TBody>
    </FittedTable>
  );
}

const dateFields: readonly string[] = ["createdAt", "consentedAt", "unsubscribed", "bounced"];

function LeadOptions({ record: { rowCount }, samples, form }: ColumnsTableProps) {
  const [fields, consent] = form.watch(["fields", "consent"]);
  // The dates of the rows after the samples aren't known.
  const needsDateOrder = fields.some(
    (field, index) =>
      dateFields.includes(field) && (rowCount > samples.length || samples.some(({ cells }) => hasAmbiguousDate(cells[index] ?? ""))),
  );
  const waitlistOptions = importWaitlistModes.map((value) => ({
    value,
    ...text.waitlistOptions[value],
    disabled: value === "column" && !fields.includes("waitlist"),
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
      <FormField form={form} name="consent" label={text.consent} hint={text.consentHint} optional>
        {(control) => <Textarea {...control} value={consent} placeholder={text.consentPlaceholder} dir="auto" />}
      </FormField>
      <TextField form={form} name="tags" label={text.tags} hint={text.tagsHint} optional autoComplete="off" />
      {needsDateOrder && (
        <FormField form={form} name="dates" label={text.dates}>
          {({ value, onChange }) => (
            <Select
              options={importDateOrders.map((order) => ({ value: order, label: text.dateOptions[order] }))}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
