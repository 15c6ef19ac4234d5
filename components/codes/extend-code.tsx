"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { CodeRecord } from "@/contract/codes";
import { ExtendForm } from "./extend-form";
import { labels } from "./labels";
import { useUpdateCode } from "./mutations";

const { extendDialog } = labels;

/** Changes when a code expires and how often it can be claimed. */
export function ExtendCode({ code: record, open, onClose }: { code: CodeRecord; open: boolean; onClose: () => void }) {
  const { code, claims, allowedClaims, validUntil } = record;
  const { mutateAsync } = useUpdateCode(code);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={extendDialog.title(code)} description={extendDialog.description}>
        <ExtendForm
          validUntil={validUntil}
          allowedClaims={allowedClaims}
          usesHint={extendDialog.usesHint(allowedClaims, claims)}
          onExtend={async (extension) => {
            await mutateAsync(extension);
            onClose();
            toast.success(extendDialog.extended(code));
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
