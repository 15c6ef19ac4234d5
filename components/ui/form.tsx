"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentProps, type ElementType, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import {
  type Control,
  type ControllerRenderProps,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useController,
  useForm,
  useFormState,
  useWatch,
} from "react-hook-form";
import type { z } from "zod";
import { RequestError } from "@/contract/call";
import type { ErrorName } from "@/contract/errors";
import { cn } from "@/lib/cn";
import { describeError, type ErrorMessage, FormErrors } from "./errors";
import { Field } from "./field";
import { Textarea, Input as TextInput } from "./input";
import { NumberInput, PasswordInput } from "./special-inputs";
import { useUnsaved } from "./unsaved-changes";

/** An error of a submitted form. */
type SubmitError = ErrorMessage & { name: string };

/** A form that is validated by `schema`: when a field loses focus and on changes after that, unless `mode` says otherwise. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  { defaultValues, mode = "onTouched" }: { defaultValues: DefaultValues<Input>; mode?: "onTouched" | "onChange" | "onSubmit" },
) {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, {
      error: ({ code, input }) => (code === "invalid_type" && input === undefined ? "is required" : undefined),
    }),
    defaultValues,
    mode,
  });
}

/** Shows an error at the fields that it names. Errors without a field of this form are shown above the buttons. */
export function showSubmitError<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, error: SubmitError): void {
  const formFields = Object.keys(form.getValues());
  const fieldErrors = Object.entries(error.fields ?? {});
  const shownAtField = fieldErrors.filter(([field]) => formFields.includes(field.split(".")[0] ?? field));
  for (const [index, [field, reasons]] of shownAtField.entries())
    form.setError(field as FieldPath<Input>, { type: "server", message: reasons.join(", ") }, { shouldFocus: index === 0 });
  const otherErrors = fieldErrors.filter((entry) => !shownAtField.includes(entry));
  if (shownAtField.length > 0 && otherErrors.length === 0) return;
  // The request ID only helps with server errors, which the log explains.
  const requestId = (error.status ?? 500) >= 500 ? error.requestId : undefined;
  const details: ErrorMessage = { message: error.message, requestId, fields: Object.fromEntries(otherErrors) };
  form.setError("root.server", { type: error.name, message: error.message, details } as { type: string });
}

type FormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** Called with valid values. Errors that it throws are shown in the form. */
  onSubmit: (values: Output) => Promise<unknown>;
  /** Whether leaving the page or the dialog asks while there are unsaved changes. */
  confirmLeave?: boolean;
  className?: string;
  children: ReactNode;
};

/** Keeps the focus while the submit button is pressed. Losing it could show an error that moves the button away from the pointer. */
function keepFieldFocus(event: MouseEvent): void {
  if ((event.target as Element).closest('button[type="submit"]')) event.preventDefault();
}

/** Whether an input shows something that is no value, such as half a date or a time without one. The browser then says so at the first one. */
const reportsBadInput = (form: HTMLFormElement): boolean =>
  Array.from(form.querySelectorAll("input")).some((input) => {
    const { badInput, valueMissing, rangeUnderflow } = input.validity;
    return (badInput || valueMissing || rangeUnderflow) && !input.reportValidity();
  });

/** A form. It can't be submitted before hydration, because its submit button is disabled until then. */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  confirmLeave = true,
  className,
  children,
}: FormProps<Input, Output>) {
  const isRunning = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const submit = form.handleSubmit(async (values) => {
    // A second Enter, or leaving a popover that saves, while the first one still runs.
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await onSubmit(values);
    } catch (error) {
      showSubmitError(form, describeError(error));
    } finally {
      isRunning.current = false;
    }
  });
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={(event) => {
        if (reportsBadInput(event.currentTarget)) event.preventDefault();
        else void submit(event);
      }}
      onMouseDown={keepFieldFocus}
      className={className}
    >
      {children}
      <InvalidFieldFocus control={form.control} element={element} />
      {confirmLeave && <UnsavedChanges control={form.control} />}
    </form>
  );
}

type FormFieldProps<Input extends FieldValues, Output, Name extends FieldPath<Input>> = {
  form: UseFormReturn<Input, unknown, Output>;
  name: Name;
  /** Renders the control with its value and change handlers. */
  children: (control: ControllerRenderProps<Input, Name>) => ReactNode;
} & Omit<ComponentProps<typeof Field>, "children" | "error">;

/** A field of a form, with its error. */
export function FormField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Input, Output, Name>) {
  const { field: control, fieldState } = useController<Input, Name, Output>({ control: form.control, name });
  // `useController` returns the default value for a field that was emptied.
  const value = useWatch({ control: form.control, name, exact: true, compute: () => form.getValues(name) });
  return (
    <Field {...field} error={fieldState.error?.message}>
      {children({ ...control, value })}
    </Field>
  );
}

/** What all fields take: the form, the name, and how the field is labeled. */
export type FieldOptions<Input extends FieldValues, Output, Name extends FieldPath<Input>> = Pick<
  FormFieldProps<Input, Output, Name>,
  "form" | "name" | "label" | "hint" | "optional"
>;

type ControlOptions<Control extends ElementType, Own extends string = never> = Omit<ComponentProps<Control>, "form" | "name" | Own>;

/** A field of a form with a text input. */
export function TextField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  label,
  hint,
  optional = false,
  ...input
}: FieldOptions<Input, Output, Name> & ControlOptions<typeof TextInput>) {
  return (
    <FormField form={form} name={name} label={label} hint={hint} optional={optional}>
      {(control) => <TextInput {...control} {...input} />}
    </FormField>
  );
}

/** A field of a form with a text of several lines. */
export function TextareaField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  label,
  hint,
  optional = false,
  ...input
}: FieldOptions<Input, Output, Name> & ControlOptions<typeof Textarea>) {
  return (
    <FormField form={form} name={name} label={label} hint={hint} optional={optional}>
      {({ value, ...control }) => <Textarea {...control} value={value ?? ""} {...input} />}
    </FormField>
  );
}

/** A field of a form with a password. */
export function PasswordField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  label,
  hint,
  optional = false,
  ...input
}: FieldOptions<Input, Output, Name> & ControlOptions<typeof PasswordInput>) {
  return (
    <FormField form={form} name={name} label={label} hint={hint} optional={optional}>
      {({ value, ...control }) => <PasswordInput {...control} value={value ?? ""} {...input} />}
    </FormField>
  );
}

/** A field of a form with a number, which is undefined while it's empty. */
export function NumberField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  label,
  hint,
  optional = false,
  ...input
}: FieldOptions<Input, Output, Name> & ControlOptions<typeof NumberInput, "value" | "onValueChange">) {
  return (
    <FormField form={form} name={name} label={label} hint={hint} optional={optional}>
      {({ value, onChange, ...control }) => <NumberInput {...control} value={value ?? undefined} onValueChange={onChange} {...input} />}
    </FormField>
  );
}

/** Counts field errors, including nested ones. Errors have a `type`, and the objects that group them don't. */
const countFieldErrors = (errors: object): number =>
  Object.values(errors).reduce((sum, error) => sum + (!error ? 0 : typeof error.type === "string" ? 1 : countFieldErrors(error)), 0);

/** The errors of the whole form, for above its buttons. */
export function FormErrorSummary<Input extends FieldValues, Output>({
  form,
  className,
}: {
  form: UseFormReturn<Input, unknown, Output>;
  className?: string;
}) {
  const { errors, isSubmitted } = form.formState;
  const { root, ...fields } = errors;
  const { details } = (root?.server ?? {}) as { details?: ErrorMessage };
  const count = isSubmitted ? countFieldErrors(fields) : 0;
  const hasErrors = details !== undefined || count > 0;
  const [keepsHeight, setKeepsHeight] = useState(false);
  const shouldKeepHeight = hasErrors || (keepsHeight && isSubmitted);
  if (shouldKeepHeight !== keepsHeight) setKeepsHeight(shouldKeepHeight);
  // Keeps the height after errors are fixed, so that the buttons don't move while one is being pressed.
  return (
    <div className={cn(keepsHeight ? "min-h-9.5" : "hidden", className)}>
      <FormErrors error={details} fieldCount={count} />
    </div>
  );
}

type InvalidFieldFocusProps<Input extends FieldValues, Output> = {
  control: Control<Input, unknown, Output>;
  element: RefObject<HTMLFormElement | null>;
};

/** Moves the focus to the first field with an error after each submit. The form library only knows the fields that it has a ref of. */
function InvalidFieldFocus<Input extends FieldValues, Output>({ control, element }: InvalidFieldFocusProps<Input, Output>) {
  const { submitCount } = useFormState({ control });
  useEffect(() => {
    const invalid = Array.from(element.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []);
    if (submitCount > 0 && !invalid.some((field) => field === document.activeElement)) invalid[0]?.focus();
  }, [submitCount, element]);
  return null;
}

function UnsavedChanges<Input extends FieldValues, Output>({ control }: { control: Control<Input, unknown, Output> }) {
  useUnsaved(useFormState({ control }).isDirty);
  return null;
}

/** The field where each error of a whole request is shown. */
export type ErrorFields<Input extends FieldValues> = Partial<Record<ErrorName, FieldPath<Input>>>;

/** Submits a form, and shows an API error at the field that `errorFields` maps it to. Rethrows any other error. */
export async function withFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  errorFields: ErrorFields<Input>,
  submit: () => Promise<void>,
): Promise<void> {
  try {
    await submit();
  } catch (error) {
    const field = error instanceof RequestError ? errorFields[error.name] : undefined;
    if (!(error instanceof Error) || field === undefined) throw error;
    form.setError(field, { type: error.name, message: error.message }, { shouldFocus: true });
  }
}
