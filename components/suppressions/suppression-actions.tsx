"use client";

import { MailCheck, Pencil, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy";
import { MoreMenu } from "@/components/ui/more-menu";
import type { SuppressionRecord } from "@/contract/suppressions";
import { leadPath } from "@/lib/routes";
import { suppressionLabels } from "./labels";

export type SuppressionDialogProps = { suppression: SuppressionRecord; open: boolean; onClose: () => void };

const EditSuppression = lazyDialog<SuppressionDialogProps>(() => import("./edit-suppression").then((module) => module.EditSuppression));
const RemoveSuppression = lazyDialog<SuppressionDialogProps>(() =>
  import("./remove-suppression").then((module) => module.RemoveSuppression),
);

/** The menu of a suppression. Renders nothing if there is no action. */
export function SuppressionActions({ suppression, canEdit }: { suppression: SuppressionRecord; canEdit: boolean }) {
  const router = useRouter();
  const [openDialog, setOpenDialog] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpenDialog(null);
  const { email, isLead } = suppression;
  if (!canEdit && !isLead) return null;
  return (
    <>
      <MoreMenu size="icon-sm" label={suppressionLabels.actionsFor(email)}>
        {({ MenuItem }) => (
          <>
            {isLead && (
              <MenuItem onSelect={() => router.push(leadPath(email))}>
                <UserRound aria-hidden="true" /> {suppressionLabels.openLead}
              </MenuItem>
            )}
            {canEdit && (
              <MenuItem onSelect={() => setOpenDialog("edit")}>
                <Pencil aria-hidden="true" /> {suppressionLabels.edit.menuItem}
              </MenuItem>
            )}
            {canEdit && (
              <MenuItem onSelect={() => setOpenDialog("remove")} destructive>
                <MailCheck aria-hidden="true" /> {suppressionLabels.remove.menuItem}
              </MenuItem>
            )}
          </>
        )}
      </MoreMenu>
      {canEdit && <EditSuppression suppression={suppression} open={openDialog === "edit"} onClose={close} />}
      {canEdit && <RemoveSuppression suppression={suppression} open={openDialog === "remove"} onClose={close} />}
    </>
  );
}
