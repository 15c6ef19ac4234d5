"use client";

import { useState } from "react";
import { DialogContent, LastingDialog } from "@/components/ui/dialog";
import { useRenewRecoveryCodes } from "./mutations";
import { OwnPasswordForm } from "./own-password-form";
import { RecoveryCodes } from "./recovery-codes";

export function RenewRecoveryCodes({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { mutateAsync } = useRenewRecoveryCodes();
  const close = () => {
    setCodes(null);
    onClose();
  };
  return (
    <LastingDialog open={open} onOpenChange={close} lasts={codes !== null}>
      <DialogContent
        title={codes === null ? "Make new recovery codes" : "Your new recovery codes"}
        description={codes === null ? "The old ones stop working." : undefined}
      >
        {codes === null ? (
          <OwnPasswordForm action="Make new ones" onPassword={async (body) => setCodes((await mutateAsync(body)).recoveryCodes)} />
        ) : (
          <RecoveryCodes codes={codes} onDone={close} />
        )}
      </DialogContent>
    </LastingDialog>
  );
}
