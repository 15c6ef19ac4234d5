"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { MergedSettingsForm } from "@/components/ui/settings-form";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import type { ProjectRecord } from "@/contract/project";
import { formatWithUtc } from "@/lib/dates";
import { useSession } from "./session";

/** What a setting is called, and its choices. */
type SettingLabels = { label: string; options?: readonly { value: string; label: string }[] };

type ProjectSettingsFormProps<Values extends FieldValues> = Omit<
  ComponentProps<typeof MergedSettingsForm<Values>>,
  "onSave" | "onLoad" | "describeValue"
> & {
  /** Returns the values of the form for the saved project. */
  toValues: (project: ProjectRecord) => Values;
  labels: Readonly<Record<keyof Values, SettingLabels>>;
};

/** A form with settings of the project. */
export function ProjectSettingsForm<Values extends FieldValues>({ toValues, labels, ...form }: ProjectSettingsFormProps<Values>) {
  const { timeZone } = useSession().project;
  const { mutateAsync } = useApiMutation("PATCH /project", { changes: ["GET /project"], refreshPage: true });
  return (
    <MergedSettingsForm
      {...form}
      onSave={async (changes, { logo: _, socialImage: __, ...expected }) => toValues(await mutateAsync({ body: { ...changes, expected } }))}
      onLoad={async () => toValues(await call("GET /project"))}
      describeValue={(value, name: keyof Values) => ({ name: labels[name].label, text: describeSetting(value, labels[name], timeZone) })}
    />
  );
}

const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A setting in words. An image is a data URL. */
function describeSetting(value: unknown, { options = [] }: SettingLabels, timeZone: string): string {
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (value === null || value === undefined) return "None";
  const text = String(value);
  if (isInstant.test(text)) return formatWithUtc(new Date(text), timeZone);
  return text.startsWith("data:") ? "Another image" : (options.find((option) => option.value === text)?.label ?? text);
}
