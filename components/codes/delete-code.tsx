"use client";

import { useRouter } from "next/navigation";
import { ConfirmMutation } from "@/components/confirm-mutation";
import type { CodeRecord } from "@/contract/codes";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { useDeleteCode } from "./mutations";

const { deleteDialog, deleteConfirmText } = labels;

type DeleteCodeProps = { code: CodeRecord; open: boolean; onClose: () => Promise<unknown> };

/** Confirms deleting a code, then opens the list of codes. */
export function DeleteCode({ code: { code, claims }, open, onClose }: DeleteCodeProps) {
  const router = useRouter();
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={deleteDialog.title(code)}
      consequence={deleteDialog.consequence(claims)}
      action={deleteDialog.confirm}
      confirmText={claims > 1 ? deleteConfirmText : undefined}
      mutation={useDeleteCode()}
      input={{ code }}
      successMessage={deleteDialog.deleted(code)}
      onSuccess={() => router.replace(routes.codes)}
    />
  );
}
