import type { ComponentProps, ReactNode } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { Field, inputStyle, useField } from "@/components/ui/field";
import type { Challenge } from "@/contract/abuse-protection";
import { maxAnswerLength } from "@/contract/limits";
import type { Question } from "@/contract/questions";
import { cn } from "@/lib/cn";

/** The submitted values of a form, and the errors of its fields. */
export type FormState = { values: Record<string, string>; errors: Record<string, string[]> };

/** Why a form could not be submitted. */
export const FormAlert = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="rounded-lg border border-destructive/50 px-3 py-2 text-md leading-6">
    {children}
  </div>
);

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
      {error && <FormAlert>{error}</FormAlert>}
      {children}
      <button type="submit" className={buttonStyle({ size: "touch", className: "mt-1" })}>
        {submitLabel}
      </button>
    </form>
  );
}

type InputProps = ComponentProps<"input"> & {
  /** For codes and URLs. */
  mono?: boolean;
};

/** A text field, sized for touch. `ui/input.tsx` would load icons into the server. */
export function TouchInput({ mono = false, className, ...rest }: InputProps) {
  const style = cn(inputStyle, "pointer-coarse:h-10", mono && "font-mono", "h-11 text-base", rest.readOnly && "bg-muted", className);
  return <input {...useField()} {...rest} className={style} />;
}

type PublicFieldProps = Omit<InputProps, "name" | "defaultValue"> & {
  name: string;
  label: string;
  hint?: string;
  formState: FormState;
};

/** A text field of a public form with its label, hint and errors. */
export function PublicField({ name, label, hint, formState: { values, errors }, required, ...input }: PublicFieldProps) {
  return (
    <Field label={label} hint={hint} error={errors[name]?.join(", ")} optional={!required}>
      <TouchInput {...input} name={name} required={required} defaultValue={values[name]} />
    </Field>
  );
}

type CheckboxFieldProps = Omit<ComponentProps<"input">, "children"> & { name: string; error: string | undefined; children: ReactNode };

/** A checkbox of a public form with its label and error. */
export function CheckboxField({ name, error, children, ...input }: CheckboxFieldProps) {
  const errorId = `${name}-error`;
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3 text-md leading-6">
        <input
          {...input}
          type="checkbox"
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          className="mt-1 size-4 shrink-0 accent-primary"
        />
        <span className="min-w-0 whitespace-pre-line">{children}</span>
      </label>
      {error && (
        <p id={errorId} className="text-2sm text-destructive">
          {error}
        </p>
      )}
    </div>
  );
}

/** A field for one of the project's questions. */
export function QuestionField({
  question: { key, label, type, options, required },
  formState,
}: {
  question: Question;
  formState: FormState;
}) {
  const name = `fields.${key}`;
  const value = formState.values[name];
  const error = formState.errors[name]?.join(", ");
  if (type === "checkbox")
    return (
      <CheckboxField name={name} value="true" error={error} required={required} defaultChecked={value === "true"}>
        {label}
      </CheckboxField>
    );
  if (type === "choice")
    return (
      <Field label={label} error={error} optional={!required}>
        <TouchSelect name={name} required={required} defaultValue={value} options={options} />
      </Field>
    );
  return (
    <PublicField
      name={name}
      label={label}
      formState={formState}
      required={required}
      maxLength={maxAnswerLength}
      inputMode={type === "url" ? "url" : undefined}
      autoComplete={type === "url" ? "url" : undefined}
    />
  );
}

/** A menu, sized for touch. The empty option is for no answer. */
function TouchSelect({ options, ...rest }: ComponentProps<"select"> & { options: readonly string[] }) {
  return (
    <select {...useField()} {...rest} className={cn(inputStyle, "h-11 text-base pointer-coarse:h-11")}>
      <option value="" />
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}

type ProofFieldProps = {
  challenge: Challenge | null;
  messages: {
    /** Shown without JavaScript. */
    javaScriptRequired: string;
    /** Shown if the browser can't solve the challenge. */
    unsupported: string;
  };
};

/** The field for a proof of work, which the page's script fills in. */
export function ProofField({ challenge, messages }: ProofFieldProps) {
  if (challenge === null) return null;
  return (
    <>
      <input type="hidden" name="proof" data-challenge={JSON.stringify(challenge)} />
      <p role="status" data-proof data-unsupported={messages.unsupported} className="text-2sm text-muted-foreground">
        {messages.javaScriptRequired}
      </p>
    </>
  );
}

type HiddenFieldsProps = { values: Readonly<Record<string, string>>; includes?: (name: string) => boolean };

/** The values that a form sends without showing them. */
export const HiddenFields = ({ values, includes = () => true }: HiddenFieldsProps) =>
  Object.entries(values)
    .filter(([name]) => includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

type DisclosureProps = {
  summary: string;
  text: string;
  action: string;
  fields: Record<string, string>;
  submitLabel: string;
  children?: ReactNode;
};

/** A form that takes two clicks, so that it isn't submitted by accident. */
export function Disclosure({ summary, text, action, fields, submitLabel, children }: DisclosureProps) {
  return (
    <Details summary={summary}>
      <form method="post" action={action} className="grid gap-2 py-2">
        <HiddenFields values={fields} />
        <p>{text}</p>
        {children}
        <button type="submit" className={buttonStyle({ variant: "destructive", size: "touch", className: "justify-self-start" })}>
          {submitLabel}
        </button>
      </form>
    </Details>
  );
}

/** Content that is hidden until the summary is clicked, or shown with `open`. */
export const Details = ({ summary, open, children }: { summary: string; open?: boolean; children: ReactNode }) => (
  <details open={open}>
    <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted-foreground underline underline-offset-3">{summary}</summary>
    {children}
  </details>
);
