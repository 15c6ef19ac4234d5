"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Confirm } from "./ui/confirm";
import { toast } from "./ui/toast";

type ConfirmProps = Pick<ComponentProps<typeof Confirm>, "open" | "title" | "consequence" | "action" | "confirmText" | "tone">;
type ConfirmMutationProps<Input> = ConfirmProps & {
  /** Closes the dialog. It can return a promise that resolves once the dialog is closed. */
  onClose: () => unknown;
  mutation: Pick<UseMutationResult<unknown, Error, Input>, "mutateAsync" | "isPending" | "error" | "reset">;
  input: Input;
  /** The toast after success. Omit it if the mutation shows its own. */
  successMessage?: string;
  /** Called after the dialog is closed, for example to leave the page of a deleted object. */
  onSuccess?: (() => void) | undefined;
};

/** A confirmation dialog that runs a mutation, and stays open with the error if it fails. */
export function ConfirmMutation<Input>({ onClose, mutation, input, successMessage, onSuccess, ...dialog }: ConfirmMutationProps<Input>) {
  const close = () => {
    mutation.reset();
    return onClose();
  };
  const confirm = async () => {
    try {
      await mutation.mutateAsync(input);
    } catch {
      // The dialog shows the error.
      return;
    }
    await close();
    if (successMessage !== undefined) toast.success(successMessage);
    onSuccess?.();
  };
  return (
    <Confirm
      {...dialog}
      onOpenChange={() => void close()}
      pending={mutation.isPending}
      error={mutation.error}
      onConfirm={() => void confirm()}
    />
  );
}
