"use client";

import { useState } from "react";
import type { z } from "zod";
import { withFieldErrors } from "@/components/field-errors";
import { CopyableText } from "@/components/ui/copyable-text";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { QrCode } from "@/components/ui/qr-code";
import { confirmSecondFactorEndpoint, type startSecondFactorSetupEndpoint } from "@/contract/account";
import { CurrentPasswordForm } from "./current-password-form";
import { labels } from "./labels";
import { useConfirmSecondFactor, useStartSecondFactorSetup } from "./mutations";
import { RecoveryCodes } from "./recovery-codes";

type SecondFactorSecret = z.output<typeof startSecondFactorSetupEndpoint.reply>;
type Step = { name: "password" } | { name: "scan"; secret: SecondFactorSecret } | { name: "codes"; codes: readonly string[] };

const firstStep: Step = { name: "password" };
const titles = {
  password: labels.secondFactor.setUp,
  scan: labels.secondFactor.scanTitle,
  codes: labels.recoveryCodes.title,
} as const;

/** Three steps: the password, the first code of the authenticator app, and the recovery codes. The second factor is active after the second step. */
export function AddSecondFactorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [step, setStep] = useState<Step>(firstStep);
  const startSetup = useStartSecondFactorSetup();
  const close = () => {
    setStep(firstStep);
    onClose();
  };
  return (
    <PersistentDialog open={open} onOpenChange={close} persistent={step.name !== "password"}>
      <DialogContent title={titles[step.name]}>
        {step.name === "password" && (
          <CurrentPasswordForm
            action={labels.secondFactor.continue}
            onPassword={async (body) => setStep({ name: "scan", secret: await startSetup.mutateAsync(body) })}
          />
        )}
        {step.name === "scan" && <ScanStep secret={step.secret} onConfirmed={(codes) => setStep({ name: "codes", codes })} />}
        {step.name === "codes" && <RecoveryCodes codes={step.codes} onDone={close} />}
      </DialogContent>
    </PersistentDialog>
  );
}

type ScanStepProps = { secret: SecondFactorSecret; onConfirmed: (codes: readonly string[]) => void };

function ScanStep({ secret: { uri, secret }, onConfirmed }: ScanStepProps) {
  const { mutateAsync } = useConfirmSecondFactor();
  const form = useZodForm(confirmSecondFactorEndpoint.body, { defaultValues: { code: "" } });
  const confirm = (body: { code: string }) =>
    withFieldErrors(form, { second_factor_invalid: "code" }, async () => onConfirmed((await mutateAsync(body)).recoveryCodes));
  const copy = labels.secondFactor;
  return (
    <Form form={form} onSubmit={confirm} className="grid gap-4">
      <QrCode text={uri} label={copy.qrCode} className="size-48 justify-self-center" />
      <div className="grid gap-1.5">
        <p className="text-[13px] text-muted-foreground">{copy.manualSecret}</p>
        <CopyableText text={secret} label={copy.secret} />
      </div>
      <FormField form={form} name="code" label={copy.code} hint={copy.codeHint}>
        {(control) => <Input {...control} mono inputMode="numeric" autoComplete="one-time-code" />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>{copy.confirm}</FormFooter>
    </Form>
  );
}
