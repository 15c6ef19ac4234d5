"use client";

import { MailPlus, X } from "lucide-react";
import { useState } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import { MoreMenu } from "@/components/ui/more-menu";
import { toast } from "@/components/ui/toast";
import { tellFailure } from "@/components/use-change";
import type { InvitationRecord } from "@/contract/team";
import { useResend, useRevoke } from "./mutations";

/** What can be done with an invitation. */
export function InvitationActs({ invitation: { id, email } }: { invitation: InvitationRecord }) {
  const [asked, setAsked] = useState(false);
  const { mailAgain, isPending } = useMailAgain(id, email);
  return (
    <>
      <MoreMenu size="icon-sm" label={`Acts on the invitation of ${email}`} pending={isPending}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => void mailAgain()}>
              <MailPlus aria-hidden="true" /> Mail it again
            </MenuItem>
            <MenuItem onSelect={() => setAsked(true)} destructive>
              <X aria-hidden="true" /> Revoke
            </MenuItem>
          </>
        )}
      </MoreMenu>
      <ConfirmChange
        open={asked}
        onClose={() => setAsked(false)}
        title={`Revoke the invitation of ${email}?`}
        consequence="The link in their mail stops working at once."
        action="Revoke"
        change={useRevoke()}
        input={{ id }}
        said="The invitation is revoked"
      />
    </>
  );
}

function useMailAgain(id: string, email: string) {
  const { mutateAsync, isPending } = useResend();
  const mailAgain = () =>
    mutateAsync({ id }).then(
      () => toast.success("The invitation is on its way again", { description: "The older link stopped working." }),
      tellFailure(`The invitation of ${email} was not mailed`),
    );
  return { mailAgain, isPending };
}
