"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import {
  type ControllerRenderProps,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useController,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { cn } from "@/lib/cn";
import { type ErrorMessage, describeError } from "./error-message";
import { Field } from "./field";
import { FormErrors } from "./form-errors";
import { UnsavedChanges } from "./unsaved-changes";

/** How a refused act is told to a form. */
export type SubmitError = ErrorMessage & { name: string };

/** A form whose fields are checked by `schema`: first when one is left, then with each change; or `asTyped`, from the first letter on. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  { defaultValues, validateOnChange = false }: { defaultValues: DefaultValues<Input>; validateOnChange?: boolean },
) {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode: validateOnChange ? "onChange" : "onTouched" });
}

/** Puts a refusal on the fields that it names; what names no field of this form goes above the buttons. */
export function showSubmitError<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, refused: SubmitError): void {
  const known = Object.keys(form.getValues());
  const named = Object.entries(refused.fields ?? {});
  const here = named.filter(([field]) => known.includes(field.split(".")[0] ?? field));
  for (const [index, [field, reasons]] of here.entries())
    form.setError(field as FieldPath<Input>, { type: "server", message: reasons.join(", ") }, { shouldFocus: index === 0 });
  const elsewhere = named.filter((each) => !here.includes(each));
  if (here.length > 0 && elsewhere.length === 0) return;
  // The log tells more of faults; a refusal has said it all.
  const requestId = (refused.status ?? 500) >= 500 ? refused.requestId : undefined;
  const failure: ErrorMessage = { message: refused.message, requestId, fields: Object.fromEntries(elsewhere) };
  form.setError("root.server", { type: refused.name, message: refused.message, failure } as { type: string });
}

type FormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** What a valid form does. What it throws is shown in the form. */
  onSubmit: (values: Output) => Promise<unknown>;
  /** Whether somebody who leaves the page with something unsaved is asked first. */
  confirmLeave?: boolean;
  className?: string;
  children: ReactNode;
};

/** A press on the button would leave the field first, and what is then said of it would move the button away from under the press. */
function keepFieldFocus(event: MouseEvent): void {
  if ((event.target as Element).closest('button[type="submit"]')) event.preventDefault();
}

/** POST, so that a form sent before the page is alive never puts its fields into the address. */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  confirmLeave = false,
  className,
  children,
}: FormProps<Input, Output>) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => adoptPrefilledValues(form, element.current), [form]);
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  });
  return (
    <form ref={element} method="post" noValidate onSubmit={submit} onMouseDown={keepFieldFocus} className={className}>
      {children}
      {confirmLeave && <UnsavedChanges control={form.control} />}
    </form>
  );
}

/** Takes up what a person or a password manager filled in before the page was alive to hear of it. */
function adoptPrefilledValues<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, element: HTMLFormElement | null): void {
  for (const [name, text] of new FormData(element ?? undefined)) {
    const field = name as FieldPath<Input>;
    if (typeof text === "string" && text !== "" && form.getValues(field) === "") form.setValue(field, text as never);
  }
}

type FormFieldProps<Input extends FieldValues, Output, Name extends FieldPath<Input>> = {
  form: UseFormReturn<Input, unknown, Output>;
  name: Name;
  /** The control, given its value and what changes it. */
  children: (control: ControllerRenderProps<Input, Name>) => ReactNode;
} & Omit<ComponentProps<typeof Field>, "children" | "error">;

/** A field of a form, with what is wrong with it. */
export function FormField<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Input, Output, Name>) {
  const { field: control, fieldState } = useController<Input, Name, Output>({ control: form.control, name });
  return (
    <Field {...field} error={fieldState.error?.message}>
      {children(control)}
    </Field>
  );
}

/** How many fields are wrong, those within others too: an error has a type, and what holds errors has none. */
const countFieldErrors = (errors: object): number =>
  Object.values(errors).reduce((sum, each) => sum + (!each ? 0 : typeof each.type === "string" ? 1 : countFieldErrors(each)), 0);

/** What is wrong with the form as a whole; stands above its buttons. */
export function FormErrorSummary<Input extends FieldValues, Output>({
  form,
  className,
}: {
  form: UseFormReturn<Input, unknown, Output>;
  className?: string;
}) {
  const { errors, isSubmitted } = form.formState;
  const { root, ...fields } = errors;
  const { failure } = (root?.server ?? {}) as { failure?: ErrorMessage };
  const count = isSubmitted ? countFieldErrors(fields) : 0;
  const isWrong = failure !== undefined || count > 0;
  const [keepsRoom, setKeepsRoom] = useState(false);
  const isToKeep = isWrong || (keepsRoom && isSubmitted);
  if (isToKeep !== keepsRoom) setKeepsRoom(isToKeep);
  // What was wrong may be right once a field is left, as by pressing a button: that must not move away from under the pointer.
  return (
    <div className={cn(keepsRoom ? "min-h-9.5" : "hidden", className)}>
      <FormErrors error={failure} fieldCount={count} />
    </div>
  );
}
