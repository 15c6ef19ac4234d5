import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { Refused } from "@/contract/call";
import type { ErrorName } from "@/contract/errors";

/** Runs a form's act; a refusal that is about one field stands at that field, as `places` has it, and not above the buttons. */
export async function saidAt<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  places: Partial<Record<ErrorName, FieldPath<Input>>>,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    const field = error instanceof Refused ? places[error.name] : undefined;
    if (!(error instanceof Error) || field === undefined) throw error;
    form.setError(field, { type: "server", message: error.message }, { shouldFocus: true });
  }
}
