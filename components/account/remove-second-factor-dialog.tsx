"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { CurrentPasswordForm } from "./current-password-form";
import { labels } from "./labels";
import { useRemoveSecondFactor } from "./mutations";

export function RemoveSecondFactorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mutateAsync } = useRemoveSecondFactor();
  const copy = labels.secondFactor;
  const remove = async (body: { password: string }) => {
    await mutateAsync(body);
    onClose();
    toast.success(copy.removed, { description: copy.removedDescription });
  };
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent title={copy.removeTitle} description={copy.removeDescription}>
        <CurrentPasswordForm action={copy.remove} variant="destructive" onPassword={remove} />
      </DialogContent>
    </Dialog>
  );
}
