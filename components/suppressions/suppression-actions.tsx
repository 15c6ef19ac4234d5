"use client";

import { MailCheck, Pencil, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy";
import { MoreMenu } from "@/components/ui/more-menu";
import type { SuppressionRecord } from "@/contract/suppressions";
import { leadPath } from "@/lib/routes";

export type SuppressionDialogProps = { suppression: SuppressionRecord; open: boolean; onClose: () => void };

const EditSuppression = lazyDialog<SuppressionDialogProps>(() => import("./edit-suppression").then((dialog) => dialog.EditSuppression));
const RemoveSuppression = lazyDialog<SuppressionDialogProps>(() =>
  import("./remove-suppression").then((dialog) => dialog.RemoveSuppression),
);

/** What can be done with a suppression; nothing where that is nothing. */
export function SuppressionActions({ suppression, mayEdit }: { suppression: SuppressionRecord; mayEdit: boolean }) {
  const router = useRouter();
  const [openDialog, setAsked] = useState<"edit" | "remove" | null>(null);
  const close = () => setAsked(null);
  const { email, isLead } = suppression;
  if (!mayEdit && !isLead) return null;
  return (
    <>
      <MoreMenu size="icon-sm" label={`Acts on ${email}`}>
        {({ MenuItem }) => (
          <>
            {isLead && (
              <MenuItem onSelect={() => router.push(leadPath(email))}>
                <UserRound aria-hidden="true" /> Open the lead
              </MenuItem>
            )}
            {mayEdit && (
              <MenuItem onSelect={() => setAsked("edit")}>
                <Pencil aria-hidden="true" /> Edit
              </MenuItem>
            )}
            {mayEdit && (
              <MenuItem onSelect={() => setAsked("remove")} destructive>
                <MailCheck aria-hidden="true" /> Let mail through again
              </MenuItem>
            )}
          </>
        )}
      </MoreMenu>
      {mayEdit && <EditSuppression suppression={suppression} open={openDialog === "edit"} onClose={close} />}
      {mayEdit && <RemoveSuppression suppression={suppression} open={openDialog === "remove"} onClose={close} />}
    </>
  );
}
