"use client";

import { type ComponentProps, type ReactNode, useMemo, useRef } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { RequestError } from "@/contract/call";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { Card } from "./card";
import { type ErrorFields, Form, FormErrorSummary, FormField, useZodForm, withFieldErrors } from "./form";
import { Textarea, Input as TextInput } from "./input";
import { saveMergedList } from "./merge";
import { type MergedValuesOptions, SaveConflict, useMergedValues } from "./save-conflict";
import { toast } from "./toast";

type SettingsFormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** Saves the values and returns them as they were saved, or null if that was canceled. Errors that it throws are shown in the form. */
  onSave: (values: Output) => Promise<Input | null>;
  /** The fields where errors of the whole request are shown. */
  errorFields?: ErrorFields<Input>;
  title: string;
  description?: ReactNode;
  /** Label of the button. */
  saveLabel: string;
  savedToast: string | { title: string; description: string };
  /** Disables the button, for example while something else is running. */
  disabled?: boolean | undefined;
  /** Whether the form can be submitted without changes. */
  allowUnchanged?: boolean;
  /** Classes of the fields, such as a width. */
  className?: string;
  children: ReactNode;
};

/** A card with a form that is saved by a button. */
export function SettingsForm<Input extends FieldValues, Output>({
  form,
  onSave,
  errorFields = {},
  title,
  description,
  saveLabel,
  savedToast,
  disabled = false,
  allowUnchanged = false,
  className,
  children,
}: SettingsFormProps<Input, Output>) {
  const { isSubmitting, isDirty } = form.formState;
  const save = (values: Output) =>
    withFieldErrors(form, errorFields, async () => {
      const saved = await onSave(values);
      if (saved === null) return;
      form.reset(saved);
      if (typeof savedToast === "string") toast.success(savedToast);
      else toast.success(savedToast.title, { description: savedToast.description });
    });
  const footer = (
    <Button type="submit" pending={isSubmitting} disabled={disabled || !(isDirty || allowUnchanged)}>
      {saveLabel}
    </Button>
  );
  return (
    <Form form={form} onSubmit={save}>
      <Card title={title} description={description} footer={footer}>
        <div className={cn("grid max-w-xl gap-6", className)}>
          {children}
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}

type MergedSettingsFormProps<Values extends FieldValues> = Omit<
  ComponentProps<typeof SettingsForm<Values, Values>>,
  "form" | "onSave" | "children"
> &
  MergedValuesOptions<Values> & {
    /** The name of a value, and the value in words. */
    describeValue: (value: unknown, name: string) => { name: string; text: string };
    children: ReactNode;
  };

/** A `SettingsForm` whose values others can change while it is open. What both changed is asked about. */
export function MergedSettingsForm<Values extends FieldValues>({
  form,
  onSave,
  onLoad,
  describeValue,
  children,
  ...card
}: MergedSettingsFormProps<Values>) {
  const merging = useMergedValues({ form, onSave, onLoad });
  return (
    <SettingsForm {...card} form={form} onSave={merging.save}>
      {children}
      <SaveConflict title="These settings have changed since you opened this page." merging={merging} toText={describeValue} />
    </SettingsForm>
  );
}

type OptionalTextFieldProps<Input extends FieldValues, Output, Name extends FieldPath<Input>> = {
  form: UseFormReturn<Input, unknown, Output>;
  name: Name;
  label: string;
  hint?: ReactNode;
  kind: "line" | "text" | "url";
  optional?: boolean;
};

/** A field with a line, a text or a URL, which is null while it's empty. */
export function OptionalTextField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  kind,
  ...field
}: OptionalTextFieldProps<Input, Output, Name>) {
  return (
    <FormField optional {...field}>
      {({ value, onChange, ...control }) => {
        const input = { ...control, value: value ?? "" };
        if (kind === "text") return <Textarea {...input} onChange={({ target }) => onChange(target.value || null)} rows={3} />;
        const props = kind === "url" ? { inputMode: "url" as const, mono: true } : {};
        return (
          <TextInput
            {...input}
            {...props}
            onChange={({ target }) => onChange((kind === "url" ? target.value.trim() : target.value) || null)}
          />
        );
      }}
    </FormField>
  );
}

export type Line = { number: number; text: string };

/** Returns the lines that aren't empty, with their line numbers. */
export const parseLines = (text: string): Line[] =>
  text
    .split("\n")
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");

const formatLineError = (line: Line | undefined, reason: string): string =>
  line === undefined ? reason : `Line ${line.number}, “${line.text}”: ${reason}`;

/** Converts field errors of the server, such as `origins.0`, to messages with line numbers of the text. */
export const formatLineErrors = (fields: Record<string, string[]>, lines: readonly Line[]): string =>
  Object.entries(fields)
    .map(([field, reasons]) => formatLineError(lines[Number(field.split(".")[1] ?? Number.NaN)], reasons.join(", ")))
    .join("\n");

/** A schema that parses one item per line to the list that `body` has as `name`. Errors name the line. */
export const textListSchema = <Name extends string>(body: z.ZodType<Record<Name, string[]>>, name: Name) =>
  z.string().transform((text, ctx): string[] => {
    const lines = parseLines(text);
    const { success, data, error } = body.safeParse({ [name]: lines.map((line) => line.text) });
    if (success) return data[name];
    const messages = error.issues.map(({ path: [, index], message }) => formatLineError(lines[Number(index)], message));
    ctx.addIssue({ code: "custom", message: messages.join("\n") });
    return z.NEVER;
  });

type TextListFormProps = {
  title: string;
  description: string;
  label: string;
  hint: string;
  /** The saved list. */
  savedItems: readonly string[];
  /** Parses the text; see `textListSchema`. */
  schema: z.ZodType<string[], string>;
  /** Saves the list if the saved one is still the expected one, and returns it as it was saved. */
  onSave: (list: string[], expected: string[]) => Promise<readonly string[]>;
  /** Loads the saved list, to merge it with the changes. */
  onLoad: () => Promise<readonly string[]>;
  rows?: number;
  /** The button, which needs a name of its own on pages with another form. */
  saveLabel?: string;
};

/** Edits a list as text, with one item per line. */
export function TextListForm({
  title,
  description,
  label,
  hint,
  savedItems,
  schema,
  onSave,
  onLoad,
  rows = 4,
  saveLabel = "Save changes",
}: TextListFormProps) {
  const body = useMemo(() => z.object({ text: schema }), [schema]);
  const form = useZodForm(body, { defaultValues: { text: savedItems.join("\n") } });
  const { isSubmitting, isDirty } = form.formState;
  const base = useRef(savedItems);
  const send = async ({ text }: { text: string[] }) => {
    try {
      base.current = await saveMergedList(base.current, text, { send: onSave, load: onLoad });
      form.reset({ text: base.current.join("\n") });
    } catch (error) {
      if (!(error instanceof RequestError && error.fields)) throw error;
      form.setError("text", { type: "server", message: formatLineErrors(error.fields, parseLines(form.getValues("text"))) });
    }
  };
  const button = (
    <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
      {saveLabel}
    </Button>
  );
  return (
    <Form form={form} onSubmit={send}>
      <Card title={title} description={description} footer={button}>
        <div className="grid max-w-xl gap-4">
          <FormField form={form} name="text" label={label} hint={hint}>
            {(control) => (
              <Textarea
                {...control}
                mono
                rows={rows}
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                className="whitespace-pre"
              />
            )}
          </FormField>
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}
