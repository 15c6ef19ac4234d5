"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { BatchField, batchLeftLabel, CodeSourceField, codeSources } from "@/components/batches";
import { CustomTextFields, type CustomTextForm, templateSchema } from "@/components/email-templates";
import { watchJob } from "@/components/jobs";
import { leadSourceLabels } from "@/components/leads";
import { findLocalLinks, useLargeSendConfirmation } from "@/components/sends";
import { useFormDraft } from "@/components/shell/drafts";
import { useSession } from "@/components/shell/session";
import { Checkbox } from "@/components/ui/checkbox";
import { describeError, InlineNotice } from "@/components/ui/errors";
import { Field, FieldError } from "@/components/ui/field";
import { NumberField, TextField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { DateTimeField, SelectField, SwitchField } from "@/components/ui/form-fields";
import { useDebouncedValue } from "@/components/ui/hooks";
import { MoreOptions } from "@/components/ui/more-options";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { SourceTag } from "@/contract/attribution";
import { emailTemplateKinds } from "@/contract/default-email-templates";
import { sources, weekdays } from "@/contract/enums";
import type { Question } from "@/contract/questions";
import { Tag } from "@/contract/tags";
import { createWaveEndpoint } from "@/contract/waves";
import { wavePath } from "@/lib/routes";
import type { WaveFilter } from "./definition";
import { describeFilter, labels, matchingSentence, previewSentence, skippedSentences, weekdayLabels } from "./labels";

const { dialog } = labels;

const referralSteps = ["1", "2", "3", "5", "10"] as const;
const confirmedOptions = ["any", "true", "false"] as const;

const { size, expiresAfterDays, reminderAfterDays, inviteQuota, name, scheduledAt, passOn, repeat } = createWaveEndpoint.body.shape;
const { time: repeatTime, total } = repeat.unwrap().shape;

/** The values of the dialog. Fields that don't matter for the chosen time and texts aren't validated. */
const waveFormSchema = (questions: readonly Question[]) =>
  z
    .object({
      size,
      expiresAfterDays,
      reminderAfterDays,
      inviteQuota,
      name,
      passOn,
      scheduledAt,
      codes: z.enum(codeSources),
      batch: z.string(),
      sourceTag: SourceTag,
      tag: z.string(),
      source: z.enum(["any", ...sources]),
      minReferrals: z.enum(["any", ...referralSteps]),
      confirmed: z.enum(confirmedOptions),
      priority: z.enum(["line", ...referralSteps]),
      when: z.enum(["now", "later", "repeatedly"]),
      weekdays: z.array(z.enum(weekdays)),
      time: z.string(),
      total: total.optional(),
      /** Whether the emails have texts of their own. */
      isCustom: z.boolean(),
      textsOf: z.enum(emailTemplateKinds).nullable(),
      subject: z.string(),
      body: z.string(),
      button: z.string(),
    })
    .superRefine((values, context) => {
      const addIssue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
      if (values.tag.trim() !== "") for (const { message } of Tag.safeParse(values.tag).error?.issues ?? []) addIssue("tag", message);
      if (values.codes === "batch" && values.batch === "") addIssue("batch", dialog.batchRequired);
      if (values.when === "later" && values.scheduledAt === undefined) addIssue("scheduledAt", dialog.dateRequired);
      if (values.when === "repeatedly") {
        if (values.weekdays.length === 0) addIssue("weekdays", dialog.weekdayRequired);
        if (!repeatTime.safeParse(values.time).success) addIssue("time", dialog.timeRequired);
        if (values.total === undefined) addIssue("total", dialog.required);
      }
      const texts = templateSchema("invitation", questions).safeParse({
        subject: values.subject,
        body: values.body,
        button: values.button,
      });
      if (values.isCustom) for (const { path, message } of texts.error?.issues ?? []) addIssue(String(path[0]), message);
    });

type WaveFormInput = z.input<ReturnType<typeof waveFormSchema>>;
type WaveFormValues = z.output<ReturnType<typeof waveFormSchema>>;
type WaveFormState = UseFormReturn<WaveFormInput, unknown, WaveFormValues>;

/** The initial values: the filters of the list, and 20 people now. */
const initialValues = (filter: WaveFilter): WaveFormInput => ({
  size: 20,
  expiresAfterDays: 7,
  name: "",
  passOn: false,
  priority: "line",
  when: "now",
  weekdays: weekdays.slice(0, 5),
  time: "09:00",
  codes: "new",
  batch: "",
  isCustom: false,
  textsOf: null,
  subject: "",
  body: "",
  button: "",
  sourceTag: filter.sourceTag ?? "",
  tag: filter.tag ?? "",
  source: filter.source ?? "any",
  minReferrals: referralSteps.find((step) => step === String(filter.minReferrals)) ?? "any",
  confirmed: confirmedOptions.find((option) => option === String(filter.confirmed)) ?? "any",
});

/** The filters of the list without those that the form has fields for. They stay as they are. */
const otherFilters = ({ sourceTag: _, tag: __, source: ___, minReferrals, confirmed: ____, ...others }: WaveFilter): WaveFilter =>
  referralSteps.some((step) => step === String(minReferrals ?? "1")) ? others : { ...others, minReferrals };

/** The filter and the priority that the form describes. */
const toSelection = (list: WaveFilter, { sourceTag, tag, source, minReferrals, confirmed, priority }: WaveFormInput) => ({
  filter: {
    ...otherFilters(list),
    ...(sourceTag.trim() && { sourceTag }),
    ...(tag.trim() && { tag }),
    ...(source !== "any" && { source }),
    ...(minReferrals !== "any" && { minReferrals }),
    ...(confirmed !== "any" && { confirmed }),
  },
  ...(priority !== "line" && { priority: { minReferrals: priority } }),
});

/** When the wave is sent, and the texts of its emails, in the request. */
const toOptions = ({ when, scheduledAt: at, weekdays: days, time, total: limit, isCustom, ...values }: WaveFormValues) => ({
  ...(when === "later" && { scheduledAt: at }),
  ...(when === "repeatedly" && limit !== undefined && { repeat: { weekdays: days, time, total: limit } }),
  ...(isCustom && { subject: values.subject, body: values.body, button: values.button }),
  ...(values.name && { name: values.name }),
  size: values.size,
  passOn: values.passOn,
  reminderAfterDays: values.reminderAfterDays,
  inviteQuota: values.inviteQuota,
  ...(values.codes === "batch" ? { batch: values.batch } : { expiresAfterDays: values.expiresAfterDays }),
});

/** Whether a field has an error that is neither the number of people nor the expiry. */
const hasOptionError = ({ size: _, expiresAfterDays: __, root: ___, ...errors }: WaveFormState["formState"]["errors"]): boolean =>
  Object.keys(errors).length > 0;

type WaveDialogProps = { open: boolean; onClose: () => void; filter: WaveFilter };

/** Invites the next people in line, now, later or repeatedly. `filter` is the filter of the list. */
export function WaveDialog({ open, onClose, filter }: WaveDialogProps) {
  return (
    <FormDialog wide open={open} onClose={onClose} title={dialog.title} description={dialog.description}>
      <WaveForm filter={filter} />
    </FormDialog>
  );
}

function WaveForm({ filter: listFilter }: Pick<WaveDialogProps, "filter">) {
  const router = useRouter();
  const { questions, inviteQuota: projectQuota } = useSession().project;
  const form: WaveFormState = useZodForm(waveFormSchema(questions), { defaultValues: initialValues(listFilter) });
  const { mutateAsync } = useApiMutation("POST /waves", { changes: ["GET /waitlist", "GET /waves"] });
  const values = form.watch();
  const isNow = values.when === "now";
  const selection = toSelection(listFilter, values);
  const isFromBatch = values.codes === "batch";
  const preview = useWavePreview(values.size, { ...selection, ...(isFromBatch && { batch: values.batch }) });
  const { subject, body, button } = form.formState.dirtyFields;
  const draft = useFormDraft(form, {
    name: "wave",
    fields: ["isCustom", "textsOf", "subject", "body", "button"],
    isTyped: Boolean(subject || body || button),
  });
  const largeSend = useLargeSendConfirmation();
  const create = async (entered: WaveFormValues) => {
    const { size, when, total = size } = entered;
    const emails = isNow ? (preview.data?.invited ?? size) : size;
    const localLinks = findLocalLinks(preview.data?.warnings);
    if (!(await largeSend.confirm({ ...(when === "repeatedly" ? { emails: total, eachTime: size } : { emails }), localLinks }))) return;
    const wave = await mutateAsync({ body: { ...toOptions(entered), ...selection } });
    draft.remove();
    if (wave.inviting !== null) watchJob(wave.inviting.job);
    const description = wave.warnings.map(({ message }) => message).join(" ");
    toast.success(wave.status === "sent" ? dialog.invited(wave) : dialog.scheduled, { description });
    // Leaving the page closes the dialog. Closing it first would change the URL at the same time.
    router.push(wavePath(wave.id));
    // The button stays pending until then, so that a second click invites no one else.
    await new Promise(() => {});
  };
  return (
    <DialogForm
      sticky
      form={form}
      submitLabel={isNow ? dialog.submit(preview.data?.invited) : dialog.scheduleSubmit}
      summary={<WavePreview {...preview} isNow={isNow} />}
      disabled={!preview.isCurrent || (isNow && preview.data?.invited === 0)}
      onSubmit={create}
    >
      {draft.notice}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField form={form} name="size" label={values.when === "repeatedly" ? dialog.sizeEachTime : dialog.size} />
        {!isFromBatch && <NumberField form={form} name="expiresAfterDays" label={dialog.expires} hint={dialog.expiresHint} optional />}
      </div>
      <WavePreviewDetails data={preview.data} hasPriority={values.priority !== "line"} />
      <MoreOptions
        isChanged={Object.values(selection.filter).some((value) => value !== undefined)}
        hasError={hasOptionError(form.formState.errors)}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField form={form} name="name" label={dialog.name} optional />
          <NumberField form={form} name="reminderAfterDays" label={dialog.reminder} hint={dialog.reminderHint} optional />
          <NumberField form={form} name="inviteQuota" label={dialog.inviteQuota} hint={dialog.inviteQuotaHint(projectQuota)} optional />
          <SelectionFields form={form} others={otherFilters(listFilter)} />
        </div>
        <CodeSourceField value={values.codes} onValueChange={(next) => form.setValue("codes", next)} newCodesHint={dialog.newCodesHint} />
        {isFromBatch && (
          <BatchField
            value={values.batch}
            onValueChange={(batch) => form.setValue("batch", batch, { shouldValidate: form.formState.isSubmitted })}
            error={form.formState.errors.batch?.message}
          />
        )}
        <SwitchField form={form} name="passOn" label={dialog.passOn} hint={dialog.passOnHint} />
        <WaveTextFields form={form} />
        <ScheduleFields form={form} />
      </MoreOptions>
      {largeSend.dialog}
    </DialogForm>
  );
}

/** Loads whom a wave would invite, once the size has been typed and a batch chosen. `isCurrent` is false until that is known for what was entered. */
function useWavePreview(enteredSize: number | undefined, selection: ReturnType<typeof toSelection> & { batch?: string }) {
  const settled = useDebouncedValue(enteredSize);
  const needsBatch = selection.batch === "";
  const hasSize = createWaveEndpoint.body.shape.size.safeParse(enteredSize).success;
  const { data, error, isPlaceholderData } = useQuery({
    ...apiQuery("POST /waves/preview", { body: { size: settled ?? 1, ...selection } }),
    placeholderData: keepPreviousData,
    enabled: !needsBatch && createWaveEndpoint.body.shape.size.safeParse(settled).success,
  });
  const missing = hasSize ? (needsBatch ? dialog.batchRequired : null) : dialog.sizeRequired;
  if (missing !== null) return { data: undefined, error: null, isCurrent: false, missing };
  return { data, error, isCurrent: data !== undefined && !isPlaceholderData && settled === enteredSize, missing };
}

type PreviewState = ReturnType<typeof useWavePreview>;

/** Says above the button whom the wave invites. */
function WavePreview({ data, error, isCurrent, missing, isNow }: PreviewState & { isNow: boolean }) {
  return (
    <div aria-live="polite" className="grid gap-1 pt-4 text-2sm">
      {error ? (
        <p className="text-destructive">{describeError(error).message}</p>
      ) : data ? (
        <p aria-busy={!isCurrent} className={isCurrent ? undefined : "text-muted-foreground"}>
          {!isNow && `${dialog.asOfNow} `}
          {previewSentence(data)}
        </p>
      ) : (
        <p className="text-muted-foreground">{missing ?? dialog.loading}</p>
      )}
      {data?.batch && <p>{batchLeftLabel(data.batch)}</p>}
      {data?.warnings.map(({ warning, message }) => (
        <InlineNotice key={warning} tone="warning">
          {message}
        </InlineNotice>
      ))}
    </div>
  );
}

/** Says how many people match, and who is skipped. */
const WavePreviewDetails = ({ data, hasPriority }: Pick<PreviewState, "data"> & { hasPriority: boolean }) =>
  data && (
    <div className="grid gap-1 rounded-lg border px-3 py-2 text-2sm text-muted-foreground">
      <p>{matchingSentence(data, hasPriority)}</p>
      {skippedSentences(data).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );

const sourceOptions = [
  { value: "any" as const, label: dialog.anyChannel },
  ...sources.map((value) => ({ value, label: leadSourceLabels[value] })),
];
const referralOptions = [
  { value: "any" as const, label: dialog.anyReferrals },
  ...referralSteps.map((value) => ({ value, label: dialog.atLeast(value) })),
];
const confirmedChoices = confirmedOptions.map((value) => ({ value, label: dialog.confirmedOptions[value] }));
const priorityOptions = [
  { value: "line" as const, label: dialog.lineOrder },
  ...referralSteps.map((value) => ({ value, label: dialog.atLeastFirst(value) })),
];

/** Whom the wave invites, with the filters of the list as the initial values. */
function SelectionFields({ form, others }: { form: WaveFormState; others: WaveFilter }) {
  const zone = useSession().project.timeZone;
  const description = describeFilter(others, zone);
  return (
    <>
      <TextField form={form} name="sourceTag" label={dialog.source} placeholder={dialog.anySource} optional />
      <TextField form={form} name="tag" label={dialog.tag} placeholder={dialog.anyTag} optional />
      <SelectField form={form} name="source" label={dialog.channel} options={sourceOptions} />
      <SelectField form={form} name="minReferrals" label={dialog.referrals} options={referralOptions} />
      <SelectField form={form} name="confirmed" label={dialog.confirmed} hint={dialog.confirmedHint} options={confirmedChoices} />
      <SelectField form={form} name="priority" label={dialog.priority} options={priorityOptions} />
      <p className="text-2sm text-muted-foreground sm:col-span-2">
        {description === "" ? dialog.otherFiltersHint : dialog.otherFilters(description)}
      </p>
    </>
  );
}

const timeOptions = [
  { value: "now", label: dialog.sendNow },
  { value: "later", label: dialog.sendLater },
  { value: "repeatedly", label: dialog.sendRepeatedly },
] as const;

/** When the wave is sent. */
function ScheduleFields({ form }: { form: WaveFormState }) {
  const zone = useSession().project.timeZone;
  const [when, chosenDays] = form.watch(["when", "weekdays"]);
  const { errors, isSubmitted } = form.formState;
  return (
    <>
      <RadioGroup label={dialog.schedule} options={timeOptions} value={when} onValueChange={(next) => form.setValue("when", next)} />
      {when === "later" && (
        <DateTimeField
          form={form}
          name="scheduledAt"
          label={dialog.scheduledAt}
          kind="start"
          zone={zone}
          clearLabel={dialog.chooseDate}
          describeValue={dialog.describeTime}
        />
      )}
      {when === "repeatedly" && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <fieldset className="grid gap-2 sm:col-span-2">
            <legend className="mb-1.5 font-medium text-2sm leading-5">{dialog.weekdays}</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              {weekdays.map((day) => (
                <Field key={day} label={weekdayLabels[day].long} inline>
                  <Checkbox
                    checked={chosenDays.includes(day)}
                    onCheckedChange={(isChosen) =>
                      form.setValue(
                        "weekdays",
                        weekdays.filter((each) => (each === day ? isChosen : chosenDays.includes(each))),
                        {
                          shouldValidate: isSubmitted,
                        },
                      )
                    }
                  />
                </Field>
              ))}
            </div>
            <FieldError text={errors.weekdays?.message} />
          </fieldset>
          <TextField form={form} name="time" type="time" label={dialog.time} hint={dialog.timeHint(zone)} />
          <NumberField form={form} name="total" label={dialog.total} hint={dialog.totalHint} />
        </div>
      )}
    </>
  );
}

/** A switch that shows the texts of this wave. */
const WaveTextFields = ({ form }: { form: WaveFormState }) => (
  <CustomTextFields form={form as unknown as CustomTextForm} kind="invitation" label={dialog.customTexts} />
);
