"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { CodeRecord } from "@/contract/codes";
import { ExtendForm } from "./extend-form";
import { useExtendCode } from "./mutations";
import { counted } from "./labels";

/** Changes until when, and by how many, a code can be claimed. */
export function ExtendCode({ code: record, open, onClose }: { code: CodeRecord; open: boolean; onClose: () => void }) {
  const { mutateAsync } = useExtendCode();
  const { code, claims, allowedClaims, validUntil } = record;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={`Extend ${code}`} description="Sooner or later than now, more often or less.">
        <ExtendForm
          validUntil={validUntil}
          allowedClaims={allowedClaims}
          usesHint={`${counted(allowedClaims, "use")} now; ${counted(claims, "is", "are")} taken, and it cannot be fewer.`}
          onExtend={async (extension) => {
            await mutateAsync({ code, ...extension });
            onClose();
            toast.success(`${code} is changed`);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
