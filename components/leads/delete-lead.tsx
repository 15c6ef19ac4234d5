"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Confirm } from "@/components/ui/confirm";
import { toast } from "@/components/ui/toast";
import { routes } from "@/lib/routes";
import { deleteLeadConsequence, labels } from "./labels";
import { useDeleteLead } from "./mutations";
import { leadDeletionImpactQuery } from "./queries";

const { deleteDialog } = labels;

type DeleteLeadProps = { email: string; open: boolean; onClose: () => void };

/** Confirms deleting a lead and says what is deleted with them, then opens the list of leads. */
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
      () => toast.success(deleteDialog.deleted, { description: email }),
      // The dialog shows the error.
      () => {},
    );
  return (
    <Confirm
      open={open}
      onOpenChange={close}
      title={deleteDialog.title(email)}
      consequence={data === undefined ? deleteDialog.consequence : deleteLeadConsequence(data)}
      action={deleteDialog.confirm}
      pending={isPending}
      error={error}
      onConfirm={() => void remove()}
    />
  );
}
