"use client";

import { useState } from "react";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { useRegenerateRecoveryCodes } from "./mutations";
import { CurrentPasswordForm } from "./current-password-form";
import { RecoveryCodes } from "./recovery-codes";

export function RegenerateRecoveryCodes({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { mutateAsync } = useRegenerateRecoveryCodes();
  const close = () => {
    setCodes(null);
    onClose();
  };
  return (
    <PersistentDialog open={open} onOpenChange={close} persistent={codes !== null}>
      <DialogContent
        title={codes === null ? "Make new recovery codes" : "Your new recovery codes"}
        description={codes === null ? "The old ones stop working." : undefined}
      >
        {codes === null ? (
          <CurrentPasswordForm action="Make new ones" onPassword={async (body) => setCodes((await mutateAsync(body)).recoveryCodes)} />
        ) : (
          <RecoveryCodes codes={codes} onDone={close} />
        )}
      </DialogContent>
    </PersistentDialog>
  );
}
