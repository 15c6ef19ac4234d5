"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Confirm } from "./ui/confirm";
import { toast } from "./ui/toast";

type ConfirmMutationProps<Input> = Pick<ComponentProps<typeof Confirm>, "open" | "title" | "consequence" | "action" | "confirmText" | "tone"> & {
  /** Closes it; where that takes a moment, as when the page's address says that it is open, answers once it has. */
  onClose: () => unknown;
  mutation: Pick<UseMutationResult<unknown, Error, Input>, "mutateAsync" | "isPending" | "error" | "reset">;
  input: Input;
  /** What is said once it is done; left out where the change says it itself. */
  successMessage?: string;
  /** Told once it is done and closed, as to leave what is gone. */
  onSuccess?: (() => void) | undefined;
};

/** Asks before a change, and stays open with what went wrong. */
export function ConfirmMutation<Input>({ onClose, mutation: change, input, successMessage: said, onSuccess: onDone, ...question }: ConfirmMutationProps<Input>) {
  const close = () => {
    change.reset();
    return onClose();
  };
  const confirm = async () => {
    try {
      await change.mutateAsync(input);
    } catch {
      // It stands in the dialog.
      return;
    }
    await close();
    if (said !== undefined) toast.success(said);
    onDone?.();
  };
  return (
    <Confirm
      {...question}
      onOpenChange={() => void close()}
      pending={change.isPending}
      error={change.error}
      onConfirm={() => void confirm()}
    />
  );
}
