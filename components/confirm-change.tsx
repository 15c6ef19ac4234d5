"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Confirm } from "./ui/confirm";
import { toast } from "./ui/toast";

type ConfirmChangeProps<Input> = Pick<ComponentProps<typeof Confirm>, "open" | "title" | "consequence" | "action" | "word" | "tone"> & {
  onClose: () => void;
  change: Pick<UseMutationResult<unknown, Error, Input>, "mutateAsync" | "isPending" | "error" | "reset">;
  input: Input;
  /** What is said once it is done; left out where the change says it itself. */
  said?: string;
};

/** Asks before a change, and stays open with what went wrong. */
export function ConfirmChange<Input>({ onClose, change, input, said, ...question }: ConfirmChangeProps<Input>) {
  const close = () => {
    change.reset();
    onClose();
  };
  const confirm = async () => {
    try {
      await change.mutateAsync(input);
    } catch {
      // It stands in the dialog.
      return;
    }
    close();
    if (said !== undefined) toast.success(said);
  };
  return <Confirm {...question} onOpenChange={close} pending={change.isPending} error={change.error} onConfirm={() => void confirm()} />;
}
