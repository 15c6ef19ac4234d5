"use client";

import { useState } from "react";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { CurrentPasswordForm } from "./current-password-form";
import { labels } from "./labels";
import { useRegenerateRecoveryCodes } from "./mutations";
import { RecoveryCodes } from "./recovery-codes";

export function RegenerateRecoveryCodesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { mutateAsync } = useRegenerateRecoveryCodes();
  const close = () => {
    setCodes(null);
    onClose();
  };
  const copy = labels.recoveryCodes;
  return (
    <PersistentDialog open={open} onOpenChange={close} persistent={codes !== null}>
      <DialogContent
        title={codes === null ? copy.regenerateTitle : copy.regeneratedTitle}
        description={codes === null ? copy.regenerateDescription : undefined}
      >
        {codes === null ? (
          <CurrentPasswordForm action={copy.regenerate} onPassword={async (body) => setCodes((await mutateAsync(body)).recoveryCodes)} />
        ) : (
          <RecoveryCodes codes={codes} onDone={close} />
        )}
      </DialogContent>
    </PersistentDialog>
  );
}
