"use client";

import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "./button";
import { Dialog, DialogClose, DialogContent, DialogFooter, StickyDialogEnd } from "./dialog";
import { Form, FormErrorSummary } from "./form";

type FormDialogProps = ComponentProps<typeof DialogContent> & { open: boolean; onClose: () => void };

/** A dialog whose content is mounted while it is open, usually a component with a `DialogForm`. */
export function FormDialog({ open, onClose, ...content }: FormDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent {...content} />
    </Dialog>
  );
}

type DialogFormProps<Input extends FieldValues, Output> = FormFooterProps<Input, Output> & {
  /** Called with valid values. Errors that it throws are shown in the form. */
  onSubmit: (values: Output) => Promise<unknown>;
  submitLabel: ReactNode;
  /** Keeps the buttons visible, for forms that are higher than most windows. */
  sticky?: boolean;
  /** Whether closing the dialog asks while there are unsaved changes. */
  confirmLeave?: boolean;
  /** What the button does with these values, above the buttons. */
  summary?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** A form in a dialog: fields, errors and buttons. */
export function DialogForm<Input extends FieldValues, Output>({
  onSubmit,
  submitLabel,
  sticky = false,
  confirmLeave,
  summary,
  children,
  ...footer
}: DialogFormProps<Input, Output>) {
  const End = sticky ? StickyDialogEnd : Fragment;
  return (
    <Form form={footer.form} onSubmit={onSubmit} confirmLeave={confirmLeave} className="grid gap-4">
      {children}
      <End>
        {summary}
        <FormErrorSummary form={footer.form} />
        <FormFooter {...footer}>{submitLabel}</FormFooter>
      </End>
    </Form>
  );
}

type FormFooterProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  variant?: ComponentProps<typeof Button>["variant"];
  disabled?: boolean | undefined;
  /** Why the button can't be used yet, which is shown beside it. Disables it. */
  disabledReason?: string | undefined;
};

/** The buttons of a form in a dialog: Cancel and the submit button. */
export function FormFooter<Input extends FieldValues, Output>({
  form,
  variant,
  disabled = false,
  disabledReason,
  children,
}: FormFooterProps<Input, Output> & { children: ReactNode }) {
  const { isSubmitting } = form.formState;
  return (
    <DialogFooter>
      <DisabledReason text={disabledReason} />
      <DialogClose disabled={isSubmitting} />
      <Button type="submit" variant={variant} disabled={disabled || disabledReason !== undefined} pending={isSubmitting}>
        {children}
      </Button>
    </DialogFooter>
  );
}

/** Says why the button beside it can't be used yet. */
export const DisabledReason = ({ text }: { text: string | undefined }) => (
  <p role="status" className="my-auto mr-auto text-2sm text-muted-foreground empty:hidden">
    {text}
  </p>
);
