"use client";

import { Download } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { z } from "zod";
import { useSession } from "@/components/shell/session";
import { ActionButton, type DialogProps } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { CopyableText, CopyButton } from "@/components/ui/copy-button";
import { DialogContent, DialogFooter, PersistentDialog } from "@/components/ui/dialog";
import { PasswordField, TextField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { QrCode } from "@/components/ui/qr-code";
import { Status } from "@/components/ui/status";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { confirmSecondFactorEndpoint, startSecondFactorSetupEndpoint } from "@/contract/account";
import { cn } from "@/lib/cn";
import { labels } from "./labels";

export function SecondFactorCard() {
  const { secondFactor: hasRecoveryCodes, secondFactors } = useSession().staff;
  const isEnabled = secondFactors.includes("authenticator");
  const copy = labels.secondFactor;
  return (
    <Card
      title={copy.title}
      description={copy.description}
      action={<Status tone={isEnabled ? "positive" : "neutral"}>{isEnabled ? copy.on : copy.off}</Status>}
    >
      <div className="flex flex-wrap gap-2">
        <AddAuthenticator />
        <ActionButton action={hasRecoveryCodes && { label: copy.regenerate, dialog: RegenerateRecoveryCodesDialog }} />
        <ActionButton action={isEnabled && { label: copy.remove, dialog: RemoveSecondFactorDialog }} />
      </div>
    </Card>
  );
}

/** The button to set up an authenticator app, unless there is one. Its dialog stays until it has shown the recovery codes. */
export function AddAuthenticator({ size }: Pick<ComponentProps<typeof ActionButton>, "size">) {
  const { secondFactors } = useSession().staff;
  return (
    <ActionButton
      size={size}
      action={!secondFactors.includes("authenticator") && { label: labels.secondFactor.setUp, dialog: AddSecondFactorDialog }}
    />
  );
}

type SecondFactorSecret = z.output<typeof startSecondFactorSetupEndpoint.reply>;
type Step = { name: "password" } | { name: "scan"; secret: SecondFactorSecret } | { name: "codes"; codes: readonly string[] };

const firstStep: Step = { name: "password" };
const titles = {
  password: labels.secondFactor.setUp,
  scan: labels.secondFactor.scanTitle,
  codes: labels.recoveryCodes.title,
} as const;

/** Three steps: the password, the first code of the authenticator app, and the recovery codes. The second factor is active after the second step. */
function AddSecondFactorDialog({ open, onClose }: DialogProps) {
  const [step, setStep] = useState<Step>(firstStep);
  const startSetup = useApiMutation("POST /account/second-factor", { changes: "nothing" });
  return (
    <PersistentDialog open={open} onOpenChange={() => void onClose()} persistent={step.name !== "password"}>
      <DialogContent title={titles[step.name]}>
        {step.name === "password" && (
          <CurrentPasswordForm
            action={labels.secondFactor.continue}
            onPassword={async (body) => setStep({ name: "scan", secret: await startSetup.mutateAsync({ body }) })}
          />
        )}
        {step.name === "scan" && <ScanStep secret={step.secret} onConfirmed={(codes) => setStep({ name: "codes", codes })} />}
        {step.name === "codes" && <RecoveryCodes codes={step.codes} onDone={onClose} />}
      </DialogContent>
    </PersistentDialog>
  );
}

type ScanStepProps = { secret: SecondFactorSecret; onConfirmed: (codes: readonly string[]) => void };

function ScanStep({ secret: { uri, secret }, onConfirmed }: ScanStepProps) {
  const { mutateAsync } = useApiMutation("POST /account/second-factor/confirm", { changes: ["GET /team"], refreshPage: true });
  const form = useZodForm(confirmSecondFactorEndpoint.body, { defaultValues: { code: "" } });
  const confirm = (body: { code: string }) =>
    withFieldErrors(form, { second_factor_invalid: "code" }, async () => onConfirmed((await mutateAsync({ body })).recoveryCodes));
  const copy = labels.secondFactor;
  return (
    <DialogForm form={form} onSubmit={confirm} submitLabel={copy.confirm}>
      <QrCode text={uri} label={copy.qrCode} className="size-48 justify-self-center" />
      <div className="grid gap-1.5">
        <p className="text-2sm text-muted-foreground">{copy.manualSecret}</p>
        <CopyableText text={secret} label={copy.secret} />
      </div>
      <TextField form={form} name="code" label={copy.code} hint={copy.codeHint} mono inputMode="numeric" autoComplete="one-time-code" />
    </DialogForm>
  );
}

function RegenerateRecoveryCodesDialog({ open, onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { mutateAsync } = useApiMutation("POST /account/second-factor/recovery-codes", { changes: ["GET /events"] });
  const copy = labels.recoveryCodes;
  return (
    <PersistentDialog open={open} onOpenChange={() => void onClose()} persistent={codes !== null}>
      <DialogContent
        title={codes === null ? copy.regenerateTitle : copy.regeneratedTitle}
        description={codes === null ? copy.regenerateDescription : undefined}
      >
        {codes === null ? (
          <CurrentPasswordForm
            action={copy.regenerate}
            onPassword={async (body) => setCodes((await mutateAsync({ body })).recoveryCodes)}
          />
        ) : (
          <RecoveryCodes codes={codes} onDone={onClose} />
        )}
      </DialogContent>
    </PersistentDialog>
  );
}

function RemoveSecondFactorDialog({ open, onClose }: DialogProps) {
  const { mutateAsync } = useApiMutation("DELETE /account/second-factor", { changes: ["GET /team"], refreshPage: true });
  const copy = labels.secondFactor;
  const remove = async (body: { password: string }) => {
    await mutateAsync({ body });
    onClose();
    toast.success(copy.removed);
  };
  return (
    <FormDialog open={open} onClose={onClose} title={copy.removeTitle} description={copy.removeDescription}>
      <CurrentPasswordForm action={copy.remove} variant="destructive" onPassword={remove} />
    </FormDialog>
  );
}

type CurrentPasswordFormProps = {
  action: string;
  variant?: ComponentProps<typeof Button>["variant"];
  onPassword: (body: { password: string }) => Promise<void>;
};

/** Asks for the current password before a change that someone else at an unlocked computer must not make. */
function CurrentPasswordForm({ action, variant, onPassword }: CurrentPasswordFormProps) {
  const form = useZodForm(startSecondFactorSetupEndpoint.body, { defaultValues: { password: "" } });
  const submit = (body: { password: string }) => withFieldErrors(form, { invalid_password: "password" }, () => onPassword(body));
  return (
    <DialogForm form={form} onSubmit={submit} variant={variant} submitLabel={action}>
      <PasswordField form={form} name="password" label={labels.password.currentPassword} autoComplete="current-password" />
    </DialogForm>
  );
}

/** A new set of recovery codes, which is never shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  const text = codes.join("\n");
  const { description, copyAll, download, fileName, done } = labels.recoveryCodes;
  return (
    <div className="grid gap-4">
      <p className="text-muted-foreground">{description}</p>
      <ul translate="no" className="grid gap-x-6 gap-y-1 rounded-lg border bg-sunken px-4 py-3 font-mono text-2sm min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={copyAll} className="justify-center rounded-lg border font-medium" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={fileName}
          className={cn(buttonStyle({ variant: "outline", size: "sm" }))}
        >
          <Download aria-hidden="true" /> {download}
        </a>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{done}</Button>
      </DialogFooter>
    </div>
  );
}
