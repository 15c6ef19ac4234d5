import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { RequestError } from "@/contract/call";
import type { ErrorName } from "@/contract/errors";

/** Submits a form, and shows an API error at the field that `errorFields` maps it to. Rethrows any other error. */
export async function withFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  errorFields: Partial<Record<ErrorName, FieldPath<Input>>>,
  submit: () => Promise<void>,
): Promise<void> {
  try {
    await submit();
  } catch (error) {
    const field = error instanceof RequestError ? errorFields[error.name] : undefined;
    if (!(error instanceof Error) || field === undefined) throw error;
    form.setError(field, { type: "server", message: error.message }, { shouldFocus: true });
  }
}
