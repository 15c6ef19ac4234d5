import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { templateSchema } from "@/components/email-templates";
import { SourceTag } from "@/contract/attribution";
import { emailTemplateKinds } from "@/contract/default-email-templates";
import { sources, weekdays } from "@/contract/enums";
import type { Question } from "@/contract/questions";
import { Tag } from "@/contract/tags";
import { createWaveEndpoint } from "@/contract/waves";
import type { WaveFilter } from "./api";
import { labels } from "./labels";

const { dialog } = labels;

export const referralSteps = ["1", "2", "3", "5", "10"] as const;
export const confirmedOptions = ["any", "true", "false"] as const;

const { size, expiresAfterDays, reminderAfterDays, name, scheduledAt, passOn, repeat } = createWaveEndpoint.body.shape;
const { time: repeatTime, total } = repeat.unwrap().shape;

/** The values of the dialog. Fields that don't matter for the chosen time and texts aren't validated. */
export const waveFormSchema = (questions: readonly Question[]) =>
  z
    .object({
      ...{ size, expiresAfterDays, reminderAfterDays, name, passOn, scheduledAt },
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
      ...{ subject: z.string(), body: z.string(), button: z.string() },
    })
    .superRefine((values, context) => {
      const addIssue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
      if (values.tag.trim() !== "") for (const { message } of Tag.safeParse(values.tag).error?.issues ?? []) addIssue("tag", message);
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

export type WaveFormInput = z.input<ReturnType<typeof waveFormSchema>>;
export type WaveFormValues = z.output<ReturnType<typeof waveFormSchema>>;
export type WaveFormState = UseFormReturn<WaveFormInput, unknown, WaveFormValues>;

/** The initial values: the filters of the list, and 20 people now. */
export const initialValues = (filter: WaveFilter): WaveFormInput => ({
  ...{ size: 20, expiresAfterDays: 7, name: "", passOn: false, priority: "line" },
  ...{ when: "now", weekdays: weekdays.slice(0, 5), time: "09:00" },
  ...{ isCustom: false, textsOf: null, subject: "", body: "", button: "" },
  sourceTag: filter.sourceTag ?? "",
  tag: filter.tag ?? "",
  source: filter.source ?? "any",
  minReferrals: referralSteps.find((step) => step === String(filter.minReferrals)) ?? "any",
  confirmed: confirmedOptions.find((option) => option === String(filter.confirmed)) ?? "any",
});

/** The filter and the priority that the form describes. What the list was searched for stays. */
export const toSelection = (
  { q, since, until }: WaveFilter,
  { sourceTag, tag, source, minReferrals, confirmed, priority }: WaveFormInput,
) => ({
  filter: {
    ...{ q, since, until },
    ...(sourceTag.trim() && { sourceTag }),
    ...(tag.trim() && { tag }),
    ...(source !== "any" && { source }),
    ...(minReferrals !== "any" && { minReferrals }),
    ...(confirmed !== "any" && { confirmed }),
  },
  ...(priority !== "line" && { priority: { minReferrals: priority } }),
});

/** When the wave is sent, and the texts of its emails, in the request. */
export const toOptions = ({ when, scheduledAt: at, weekdays: days, time, total: limit, isCustom, ...values }: WaveFormValues) => ({
  ...(when === "later" && { scheduledAt: at }),
  ...(when === "repeatedly" && limit !== undefined && { repeat: { weekdays: days, time, total: limit } }),
  ...(isCustom && { subject: values.subject, body: values.body, button: values.button }),
  ...(values.name && { name: values.name }),
  ...{ size: values.size, passOn: values.passOn },
  ...{ expiresAfterDays: values.expiresAfterDays, reminderAfterDays: values.reminderAfterDays },
});
