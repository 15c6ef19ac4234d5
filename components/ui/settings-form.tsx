"use client";

import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { cn } from "@/lib/cn";
import { Button } from "./button";
import { Card } from "./card";
import { Form, FormErrorSummary } from "./form";
import { toast } from "./toast";

type SettingsFormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** Saves the values and returns them as they were saved. Errors that it throws are shown in the form. */
  onSave: (values: Output) => Promise<Input>;
  title: string;
  description?: ReactNode;
  /** Label of the button. */
  saveLabel: string;
  savedToast: string | { title: string; description: string };
  /** Asks before leaving the page with unsaved changes. */
  confirmLeave?: boolean;
  /** Hides the button. */
  readOnly?: boolean;
  /** Disables the button, for example while something else is running. */
  disabled?: boolean;
  /** Whether the form can be submitted without changes. */
  allowUnchanged?: boolean;
  /** More buttons before the save button. */
  actions?: ReactNode;
  /** Classes of the fields, such as a width. */
  className?: string;
  children: ReactNode;
};

/** A card with a form that is saved by a button. */
export function SettingsForm<Input extends FieldValues, Output>({
  form,
  onSave,
  title,
  description,
  saveLabel,
  savedToast,
  confirmLeave,
  readOnly = false,
  disabled = false,
  allowUnchanged = false,
  actions,
  className,
  children,
}: SettingsFormProps<Input, Output>) {
  const { isSubmitting, isDirty } = form.formState;
  const save = async (values: Output) => {
    form.reset(await onSave(values));
    if (typeof savedToast === "string") toast.success(savedToast);
    else toast.success(savedToast.title, { description: savedToast.description });
  };
  const footer = !readOnly && (
    <>
      {actions}
      <Button type="submit" pending={isSubmitting} disabled={disabled || !(isDirty || allowUnchanged)}>
        {saveLabel}
      </Button>
    </>
  );
  return (
    <Form form={form} onSubmit={save} confirmLeave={confirmLeave}>
      <Card title={title} description={description} footer={footer}>
        <div className={cn("grid max-w-xl gap-6", className)}>
          {children}
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}

/** The values that differ from the saved ones, since other staff members may have changed the others since the page was loaded. */
export function getChangedValues<Input extends FieldValues, Output extends object>(
  form: UseFormReturn<Input, unknown, Output>,
  values: Output,
): Partial<Output> {
  const saved: Record<string, unknown> = form.formState.defaultValues ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name])),
  ) as Partial<Output>;
}
