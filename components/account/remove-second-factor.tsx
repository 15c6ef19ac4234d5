"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { useRemoveSecondFactor } from "./mutations";
import { CurrentPasswordForm } from "./current-password-form";

export function RemoveSecondFactor({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mutateAsync } = useRemoveSecondFactor();
  const remove = async (body: { password: string }) => {
    await mutateAsync(body);
    onClose();
    toast.success("The second factor is removed", { description: "Your password alone signs you in." });
  };
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent
        title="Remove the second factor?"
        description="From then on your password alone signs you in, and your recovery codes stop working."
      >
        <CurrentPasswordForm action="Remove" variant="destructive" onPassword={remove} />
      </DialogContent>
    </Dialog>
  );
}
