"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Confirm } from "@/components/ui/confirm";
import { toast } from "@/components/ui/toast";
import { routes } from "@/lib/routes";
import { useDeleteLead } from "./mutations";
import { leadDeletionImpactQuery } from "./queries";
import { deleteLeadConsequence } from "./labels";

type DeleteLeadProps = { email: string; open: boolean; onClose: () => void };

/** Asks before a lead is deleted, with what goes with them, and leads back to the list. */
export function DeleteLead({ email, open, onClose }: DeleteLeadProps) {
  const router = useRouter();
  const { mutateAsync, isPending, error, reset } = useDeleteLead(email, () => router.replace(routes.leads));
  const { data } = useQuery({ ...leadDeletionImpactQuery(email), enabled: open });
  const close = () => {
    reset();
    onClose();
  };
  const remove = () =>
    mutateAsync().then(
      () => toast.success("The lead is deleted", { description: email }),
      // It stands in the dialog.
      () => {},
    );
  return (
    <Confirm
      open={open}
      onOpenChange={close}
      title={`Delete ${email}?`}
      consequence={
        data === undefined
          ? "Their claims and the access that came with them, notes, sends and history go; codes reserved for them are paused. This cannot be undone."
          : deleteLeadConsequence(data)
      }
      action="Delete"
      pending={isPending}
      error={error}
      onConfirm={() => void remove()}
    />
  );
}
