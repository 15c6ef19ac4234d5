"use client";

import { MailPlus, X } from "lucide-react";
import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { MoreMenu } from "@/components/ui/more-menu";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import type { InvitationRecord } from "@/contract/team";
import { useResendInvitation, useRevokeInvitation } from "./mutations";

/** What can be done with an invitation. */
export function InvitationActions({ invitation: { id, email } }: { invitation: InvitationRecord }) {
  const [asked, setAsked] = useState(false);
  const { mailAgain, isPending } = useResend(id, email);
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
      <ConfirmMutation
        open={asked}
        onClose={() => setAsked(false)}
        title={`Revoke the invitation of ${email}?`}
        consequence="The link in their mail stops working at once."
        action="Revoke"
        mutation={useRevokeInvitation()}
        input={{ id }}
        successMessage="The invitation is revoked"
      />
    </>
  );
}

function useResend(id: string, email: string) {
  const { mutateAsync, isPending } = useResendInvitation();
  const mailAgain = () =>
    mutateAsync({ id }).then(
      () => toast.success("The invitation is on its way again", { description: "The older link stopped working." }),
      showErrorToast(`The invitation of ${email} was not mailed`),
    );
  return { mailAgain, isPending };
}
