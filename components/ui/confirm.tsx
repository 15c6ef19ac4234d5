"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { sanitizeName } from "@/lib/sanitize-name";
import { Button } from "./button";
import { describeError, type ErrorMessage, FormErrors } from "./errors";
import { Field } from "./field";
import { useOpenAfterMount } from "./hooks";
import { Input } from "./input";
import { backdropStyle, dialogViewportStyle, panelStyle } from "./styles";
import { Sentence } from "./text";
import { toast } from "./toast";

export type ConfirmProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the object, such as "Delete curious-pineapple?" */
  title: string;
  /** What happens, such as "12 customers lose access." */
  consequence: ReactNode;
  /** More about the consequence, such as a list. */
  details?: ReactNode;
  /** Label of the button, such as "Delete". */
  action: string;
  /** Text that must be typed to enable the button. */
  confirmText?: string;
  tone?: "destructive" | "default";
  pending?: boolean;
  error?: ErrorMessage | null;
  onConfirm: () => void;
};

/** Asks for confirmation. The caller closes it after `onConfirm` has succeeded. */
export function Confirm({ open, onOpenChange, pending = false, ...rest }: ConfirmProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={useOpenAfterMount(open)} onOpenChange={(next) => !pending && onOpenChange(next)}>
      <Base.Portal>
        {/* Also over a dialog that asks, which it would look like a part of. */}
        <Base.Backdrop forceRender className={backdropStyle} />
        <Base.Viewport className={dialogViewportStyle}>
          <Base.Popup className={cn(panelStyle, "max-w-md p-6")} initialFocus={rest.confirmText === undefined ? cancelButton : true}>
            <ConfirmForm {...rest} pending={pending} cancelButton={cancelButton} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

type ConfirmFormProps = Omit<ConfirmProps, "open" | "onOpenChange"> & { cancelButton: RefObject<HTMLButtonElement | null> };

// Mounted each time the dialog opens, which resets the typed text.
function ConfirmForm({
  title,
  consequence,
  details,
  action,
  confirmText,
  tone = "destructive",
  pending,
  error,
  onConfirm,
  cancelButton,
}: ConfirmFormProps) {
  const [typedText, setTypedText] = useState("");
  const isConfirmed = confirmText === undefined || sanitizeName(typedText) === sanitizeName(confirmText);
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        // Keeps a surrounding form from being submitted.
        event.stopPropagation();
        if (isConfirmed && !pending) onConfirm();
      }}
    >
      <Base.Title className="font-semibold text-base">
        <Sentence text={title} />
      </Base.Title>
      <Base.Description className="mt-1 text-muted-foreground">
        {typeof consequence === "string" ? <Sentence text={consequence} /> : consequence}
      </Base.Description>
      {details}
      {confirmText !== undefined && (
        <ConfirmTextField confirmText={confirmText} typedText={typedText} onType={setTypedText} disabled={pending} />
      )}
      <FormErrors error={error} className="mt-4" />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Base.Close ref={cancelButton} disabled={pending} render={<Button variant="outline">Cancel</Button>} />
        <Button type="submit" variant={tone} disabled={!isConfirmed} pending={pending}>
          {action}
        </Button>
      </div>
    </form>
  );
}

type ConfirmTextFieldProps = { confirmText: string; typedText: string; onType: (typedText: string) => void; disabled: boolean | undefined };

function ConfirmTextField({ confirmText, typedText, onType, disabled }: ConfirmTextFieldProps) {
  const label = (
    <>
      Type{" "}
      <span translate="no" className="font-mono">
        {confirmText}
      </span>{" "}
      to confirm
    </>
  );
  return (
    <Field className="mt-4" label={label}>
      <Input
        mono
        value={typedText}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
      />
    </Field>
  );
}

/** What is confirmed, and the toast after success. Omit the toast if the action shows its own. */
export type Confirmation = Pick<ConfirmProps, "title" | "consequence" | "details" | "action" | "confirmText" | "tone"> & {
  success?: string;
};

type ConfirmActionProps = Confirmation & {
  open: boolean;
  /** Closes the dialog. It can return a promise that resolves once the dialog is closed. */
  onClose: () => unknown;
  run: () => unknown;
  /** Called with the result after the dialog is closed, for example to leave the page of a deleted object. */
  onSuccess?: ((result: unknown) => void) | undefined;
};

/** A confirmation that runs an action, and stays open with the error if it fails. */
export function ConfirmAction({ open, onClose, run, success, onSuccess, ...confirmation }: ConfirmActionProps) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<ErrorMessage | null>(null);
  const confirm = async () => {
    let result: unknown;
    setPending(true);
    setError(null);
    try {
      result = await run();
    } catch (failure) {
      return setError(describeError(failure));
    } finally {
      setPending(false);
    }
    await onClose();
    if (success !== undefined) toast.success(success);
    onSuccess?.(result);
  };
  return (
    <Confirm
      {...confirmation}
      open={open}
      onOpenChange={() => void onClose()}
      pending={isPending}
      error={error}
      onConfirm={() => void confirm()}
    />
  );
}
