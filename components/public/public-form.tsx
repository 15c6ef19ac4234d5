import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** The submitted values of a form, and the errors of its fields. */
export type FormState = { values: Record<string, string>; errors: Record<string, string[]> };

type PublicFormProps = {
  action: string;
  submitLabel: string;
  /** Why the last submission failed. */
  error?: ReactNode;
  children: ReactNode;
};

/** A form that works without JavaScript. */
export function PublicForm({ action, submitLabel, error, children }: PublicFormProps) {
  return (
    <form method="post" action={action} className="grid gap-4">
      {error && (
        <div role="alert" className="rounded-lg border border-destructive/50 px-3 py-2 text-[15px] leading-6">
          {error}
        </div>
      )}
      {children}
      <Button type="submit" size="lg" className="mt-1 h-11 text-base">
        {submitLabel}
      </Button>
    </form>
  );
}

type PublicFieldProps = Omit<ComponentProps<typeof Input>, "name" | "defaultValue"> & {
  name: string;
  label: string;
  hint?: string;
  formState: FormState;
};

/** A text field of a public form, sized for touch. */
export function PublicField({ name, label, hint, formState: { values, errors }, required, ...input }: PublicFieldProps) {
  return (
    <Field label={label} hint={hint} error={errors[name]?.join(", ")} optional={!required}>
      <Input {...input} name={name} required={required} defaultValue={values[name]} className="h-11 text-base" />
    </Field>
  );
}
