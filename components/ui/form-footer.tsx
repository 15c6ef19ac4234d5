"use client";

import type { ComponentProps, ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "./button";
import { DialogClose, DialogFooter } from "./dialog";

type FormFooterProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  variant?: ComponentProps<typeof Button>["variant"];
  disabled?: boolean;
  /** Label of the submit button. */
  children: ReactNode;
};

/** The buttons of a form in a dialog: Cancel and the submit button. */
export function FormFooter<Input extends FieldValues, Output>({ form, variant, disabled, children }: FormFooterProps<Input, Output>) {
  const { isSubmitting } = form.formState;
  return (
    <DialogFooter>
      <DialogClose disabled={isSubmitting} />
      <Button type="submit" variant={variant} disabled={disabled} pending={isSubmitting}>
        {children}
      </Button>
    </DialogFooter>
  );
}
