"use client";

import { MailCheck, Pencil, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { dialogLater } from "@/components/ui/later";
import { MoreMenu } from "@/components/ui/more-menu";
import type { SuppressionRecord } from "@/contract/suppressions";
import { leadPage } from "@/lib/routes";

export type SuppressionDialogProps = { suppression: SuppressionRecord; open: boolean; onClose: () => void };

const EditSuppression = dialogLater<SuppressionDialogProps>(() => import("./edit-suppression").then((dialog) => dialog.EditSuppression));
const RemoveSuppression = dialogLater<SuppressionDialogProps>(() =>
  import("./remove-suppression").then((dialog) => dialog.RemoveSuppression),
);

/** What can be done with a suppression; nothing where that is nothing. */
export function SuppressionActs({ suppression, mayEdit }: { suppression: SuppressionRecord; mayEdit: boolean }) {
  const router = useRouter();
  const [asked, setAsked] = useState<"edit" | "remove" | null>(null);
  const close = () => setAsked(null);
  const { email, isLead } = suppression;
  if (!mayEdit && !isLead) return null;
  return (
    <>
      <MoreMenu size="icon-sm" label={`Acts on ${email}`}>
        {({ MenuItem }) => (
          <>
            {isLead && (
              <MenuItem onSelect={() => router.push(leadPage(email))}>
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
      {mayEdit && <EditSuppression suppression={suppression} open={asked === "edit"} onClose={close} />}
      {mayEdit && <RemoveSuppression suppression={suppression} open={asked === "remove"} onClose={close} />}
    </>
  );
}
