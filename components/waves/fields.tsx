"use client";

import { CustomTextFields, type CustomTextForm } from "@/components/email-templates";
import { leadSourceLabels } from "@/components/leads";
import { useSession } from "@/components/shell/session";
import { Checkbox } from "@/components/ui/checkbox";
import { DateTimeInput } from "@/components/ui/date-time-input";
import { Field } from "@/components/ui/field";
import { FormField, TextField } from "@/components/ui/form";
import { NumberInput } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { sources, weekdays } from "@/contract/enums";
import { confirmedOptions, referralSteps, type WaveFormState } from "./form-schema";
import { labels, weekdayLabels } from "./labels";

const { dialog } = labels;

type NumberControl = { onChange: (value: number | undefined) => void; value?: number | undefined };

export const numberControl = ({ onChange, value, ...control }: NumberControl) => (
  <NumberInput {...control} value={value} onValueChange={onChange} />
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
export function SelectionFields({ form, search }: { form: WaveFormState; search: string | undefined }) {
  return (
    <>
      <TextField form={form} name="sourceTag" label={dialog.source} placeholder={dialog.anySource} optional />
      <TextField form={form} name="tag" label={dialog.tag} placeholder={dialog.anyTag} optional />
      <FormField form={form} name="source" label={dialog.channel}>
        {({ onChange, value }) => <Select options={sourceOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="minReferrals" label={dialog.referrals}>
        {({ onChange, value }) => <Select options={referralOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="confirmed" label={dialog.confirmed}>
        {({ onChange, value }) => <Select options={confirmedChoices} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="priority" label={dialog.priority}>
        {({ onChange, value }) => <Select options={priorityOptions} value={value} onValueChange={onChange} />}
      </FormField>
      {search && <p className="break-words text-[13px] text-muted-foreground sm:col-span-2">{dialog.search(search)}</p>}
    </>
  );
}

const timeOptions = [
  { value: "now", label: dialog.sendNow },
  { value: "later", label: dialog.sendLater },
  { value: "repeatedly", label: dialog.sendRepeatedly },
] as const;

/** When the wave is sent. */
export function ScheduleFields({ form }: { form: WaveFormState }) {
  const zone = useSession().project.timeZone;
  const [when, at, chosenDays] = form.watch(["when", "scheduledAt", "weekdays"]);
  const { errors, isSubmitted } = form.formState;
  return (
    <>
      <RadioGroup label={dialog.schedule} options={timeOptions} value={when} onValueChange={(next) => form.setValue("when", next)} />
      {when === "later" && (
        <DateTimeInput
          label={dialog.scheduledAt}
          kind="start"
          zone={zone}
          value={at ?? null}
          onValueChange={(next) => form.setValue("scheduledAt", next ?? undefined, { shouldValidate: isSubmitted })}
          clearLabel={dialog.chooseDate}
          describeValue={dialog.describeTime}
          error={errors.scheduledAt?.message}
        />
      )}
      {when === "repeatedly" && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <fieldset className="grid gap-2 sm:col-span-2">
            <legend className="mb-1.5 font-medium text-[13px] leading-5">{dialog.weekdays}</legend>
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
            {errors.weekdays && <p className="text-[13px] text-destructive first-letter:uppercase">{errors.weekdays.message}</p>}
          </fieldset>
          <TextField form={form} name="time" type="time" label={dialog.time} hint={dialog.timeHint(zone)} />
          <FormField form={form} name="total" label={dialog.total} hint={dialog.totalHint}>
            {numberControl}
          </FormField>
        </div>
      )}
    </>
  );
}

/** A switch that shows the texts of this wave. */
export const WaveTextFields = ({ form }: { form: WaveFormState }) => (
  <CustomTextFields form={form as unknown as CustomTextForm} kind="invitation" label={dialog.customTexts} />
);
