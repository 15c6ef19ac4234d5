"use client";

import { useState } from "react";
import type { z } from "zod";
import { saidAt } from "@/components/said-at";
import { CopiedText } from "@/components/ui/copied-text";
import { DialogContent, LastingDialog } from "@/components/ui/dialog";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { QrCode } from "@/components/ui/qr-code";
import { type beginSecondFactorEndpoint, confirmSecondFactorEndpoint } from "@/contract/account";
import { useBeginSecondFactor, useConfirmSecondFactor } from "./mutations";
import { OwnPasswordForm } from "./own-password-form";
import { RecoveryCodes } from "./recovery-codes";

type Begun = z.output<typeof beginSecondFactorEndpoint.reply>;
type Step = { name: "password" } | { name: "scan"; begun: Begun } | { name: "codes"; codes: readonly string[] };

const first: Step = { name: "password" };
const titles = { password: "Add a second factor", scan: "Scan with your authenticator", codes: "Your recovery codes" } as const;

/** Three steps: the password, the authenticator's first code, and the recovery codes. It takes effect with the second. */
export function AddSecondFactor({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [step, setStep] = useState<Step>(first);
  const begin = useBeginSecondFactor();
  const close = () => {
    setStep(first);
    onClose();
  };
  return (
    <LastingDialog open={open} onOpenChange={close} lasts={step.name !== "password"}>
      <DialogContent title={titles[step.name]}>
        {step.name === "password" && (
          <OwnPasswordForm action="Go on" onPassword={async (body) => setStep({ name: "scan", begun: await begin.mutateAsync(body) })} />
        )}
        {step.name === "scan" && <Scan begun={step.begun} onConfirmed={(codes) => setStep({ name: "codes", codes })} />}
        {step.name === "codes" && <RecoveryCodes codes={step.codes} onDone={close} />}
      </DialogContent>
    </LastingDialog>
  );
}

function Scan({ begun: { uri, secret }, onConfirmed }: { begun: Begun; onConfirmed: (codes: readonly string[]) => void }) {
  const { mutateAsync } = useConfirmSecondFactor();
  const form = useZodForm(confirmSecondFactorEndpoint.body, { defaultValues: { code: "" } });
  const confirm = (body: { code: string }) =>
    saidAt(form, { second_factor_wrong: "code" }, async () => onConfirmed((await mutateAsync(body)).recoveryCodes));
  return (
    <Form form={form} onSubmit={confirm} className="grid gap-4">
      <QrCode text={uri} label="QR code for your authenticator" className="size-48 justify-self-center" />
      <div className="grid gap-1.5">
        <p className="text-[13px] text-muted-foreground">Where it cannot be scanned, type this secret into the app:</p>
        <CopiedText text={secret} what="the secret" />
      </div>
      <FormField form={form} name="code" label="Six digits" hint="What the app shows now.">
        {(control) => <Input {...control} mono inputMode="numeric" autoComplete="one-time-code" />}
      </FormField>
      <FormProblems form={form} />
      <FormFooter form={form}>Confirm</FormFooter>
    </Form>
  );
}
