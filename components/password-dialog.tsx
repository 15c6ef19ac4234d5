"use client";

import { type ReactNode, useState } from "react";
import * as z from "zod";
import { PasswordField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { RequestError } from "@/contract/call";
import { Password } from "@/contract/staff-fields";

const labels = {
  title: "Enter your password to continue",
  description: "It's been a while since you signed in. If you don't have a password, sign out, then sign in again.",
  password: "Your Gatehouse password",
  confirm: "Continue",
};

type PendingAction = { submit: (password: string) => Promise<void>; cancel: () => void };

/** Whether an error is about the password, which the dialog can ask for again. */
const isPasswordError = (error: unknown): boolean =>
  error instanceof RequestError && (error.name === "invalid_password" || error.name === "too_many_requests");

/**
 * Runs an action that may need the staff member's own password, and asks for it in a dialog once the server wants it. `run` returns null if
 * they cancel. Render `dialog` outside of any form.
 */
export function usePasswordDialog(): {
  run: <Result>(action: (password: string | undefined) => Promise<Result>) => Promise<Result | null>;
  dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingAction | null>(null);
  const askAndRun = <Result,>(action: (password: string) => Promise<Result>) =>
    new Promise<Result | null>((resolve, reject) => {
      const close = () => setPending(null);
      const cancel = () => {
        close();
        resolve(null);
      };
      const submit = async (password: string) => {
        try {
          resolve(await action(password));
        } catch (error) {
          if (isPasswordError(error)) throw error;
          reject(error);
        }
        close();
      };
      setPending({ submit, cancel });
    });
  const run = async <Result,>(action: (password: string | undefined) => Promise<Result>): Promise<Result | null> => {
    try {
      return await action(undefined);
    } catch (error) {
      if (!(error instanceof RequestError && error.name === "confirmation_required")) throw error;
      return askAndRun(action);
    }
  };
  const dialog = (
    <FormDialog open={pending !== null} onClose={() => pending?.cancel()} title={labels.title} description={labels.description}>
      {pending && <PasswordForm onSubmit={pending.submit} />}
    </FormDialog>
  );
  return { run, dialog };
}

const PasswordBody = z.object({ password: Password.refine((text) => text !== "", "is required") });

function PasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const form = useZodForm(PasswordBody, { defaultValues: { password: "" }, mode: "onSubmit" });
  return (
    <DialogForm
      form={form}
      onSubmit={({ password }) => withFieldErrors(form, { invalid_password: "password" }, () => onSubmit(password))}
      submitLabel={labels.confirm}
      confirmLeave={false}
    >
      <PasswordField form={form} name="password" label={labels.password} autoComplete="current-password" />
    </DialogForm>
  );
}
