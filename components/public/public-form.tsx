import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** What was typed into a form that was refused, and which fields are why. */
export type FormState = { values: Record<string, string>; errors: Record<string, string[]> };

type PublicFormProps = {
  action: string;
  submitLabel: string;
  /** Why what was sent before was not taken. */
  error?: ReactNode;
  children: ReactNode;
};

/** A form that the browser sends by itself; it needs no script. */
export function PublicForm({ action, submitLabel: submit, error: problem, children }: PublicFormProps) {
  return (
    <form method="post" action={action} className="grid gap-4">
      {problem && (
        <div role="alert" className="rounded-lg border border-destructive/50 px-3 py-2 text-[15px] leading-6">
          {problem}
        </div>
      )}
      {children}
      <Button type="submit" size="lg" className="mt-1 h-11 text-base">
        {submit}
      </Button>
    </form>
  );
}

type PublicFieldProps = Omit<ComponentProps<typeof Input>, "name" | "defaultValue"> & {
  name: string;
  label: string;
  hint?: string;
  filled: FormState;
};

/** A field of such a form, as large as a thumb. */
export function PublicField({ name, label, hint, filled: { values: typed, errors: wrong }, required, ...input }: PublicFieldProps) {
  return (
    <Field label={label} hint={hint} error={wrong[name]?.join(", ")} optional={!required}>
      <Input {...input} name={name} required={required} defaultValue={typed[name]} className="h-11 text-base" />
    </Field>
  );
}
