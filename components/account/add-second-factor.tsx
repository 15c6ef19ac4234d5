"use client";

import { useState } from "react";
import type { z } from "zod";
import { withFieldErrors } from "@/components/field-errors";
import { CopyableText } from "@/components/ui/copyable-text";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { QrCode } from "@/components/ui/qr-code";
import { type startSecondFactorSetupEndpoint, confirmSecondFactorEndpoint } from "@/contract/account";
import { useBeginSecondFactor, useConfirmSecondFactor } from "./mutations";
import { CurrentPasswordForm } from "./current-password-form";
import { RecoveryCodes } from "./recovery-codes";

type SecondFactorSecret = z.output<typeof startSecondFactorSetupEndpoint.reply>;
type Step = { name: "password" } | { name: "scan"; begun: SecondFactorSecret } | { name: "codes"; codes: readonly string[] };

const firstStep: Step = { name: "password" };
const titles = { password: "Add a second factor", scan: "Scan with your authenticator", codes: "Your recovery codes" } as const;

/** Three steps: the password, the authenticator's first code, and the recovery codes. It takes effect with the second. */
export function AddSecondFactor({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [step, setStep] = useState<Step>(firstStep);
  const begin = useBeginSecondFactor();
  const close = () => {
    setStep(firstStep);
    onClose();
  };
  return (
    <PersistentDialog open={open} onOpenChange={close} persistent={step.name !== "password"}>
      <DialogContent title={titles[step.name]}>
        {step.name === "password" && (
          <CurrentPasswordForm action="Go on" onPassword={async (body) => setStep({ name: "scan", begun: await begin.mutateAsync(body) })} />
        )}
        {step.name === "scan" && <ScanStep begun={step.begun} onConfirmed={(codes) => setStep({ name: "codes", codes })} />}
        {step.name === "codes" && <RecoveryCodes codes={step.codes} onDone={close} />}
      </DialogContent>
    </PersistentDialog>
  );
}

function ScanStep({ begun: { uri, secret }, onConfirmed }: { begun: SecondFactorSecret; onConfirmed: (codes: readonly string[]) => void }) {
  const { mutateAsync } = useConfirmSecondFactor();
  const form = useZodForm(confirmSecondFactorEndpoint.body, { defaultValues: { code: "" } });
  const confirm = (body: { code: string }) =>
    withFieldErrors(form, { second_factor_invalid: "code" }, async () => onConfirmed((await mutateAsync(body)).recoveryCodes));
  return (
    <Form form={form} onSubmit={confirm} className="grid gap-4">
      <QrCode text={uri} label="QR code for your authenticator" className="size-48 justify-self-center" />
      <div className="grid gap-1.5">
        <p className="text-[13px] text-muted-foreground">Where it cannot be scanned, type this secret into the app:</p>
        <CopyableText text={secret} label="the secret" />
      </div>
      <FormField form={form} name="code" label="Six digits" hint="What the app shows now.">
        {(control) => <Input {...control} mono inputMode="numeric" autoComplete="one-time-code" />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>Confirm</FormFooter>
    </Form>
  );
}
