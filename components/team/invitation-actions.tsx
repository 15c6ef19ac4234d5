"use client";

import { MailPlus, X } from "lucide-react";
import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { MoreMenu } from "@/components/ui/more-menu";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import type { InvitationRecord } from "@/contract/team";
import { labels } from "./labels";
import { useResendInvitation, useRevokeInvitation } from "./mutations";

const copy = labels.invitations;

export function InvitationActions({ invitation: { id, email } }: { invitation: InvitationRecord }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { mutateAsync: resend, isPending } = useResendInvitation();
  const handleResend = () =>
    resend({ id }).then(
      () => toast.success(copy.resent, { description: copy.resentDescription }),
      showErrorToast(copy.resendFailed(email)),
    );
  return (
    <>
      <MoreMenu size="icon-sm" label={copy.menu(email)} pending={isPending}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => void handleResend()}>
              <MailPlus aria-hidden="true" /> {copy.resend}
            </MenuItem>
            <MenuItem onSelect={() => setConfirmOpen(true)} destructive>
              <X aria-hidden="true" /> {copy.revoke}
            </MenuItem>
          </>
        )}
      </MoreMenu>
      <ConfirmMutation
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={copy.revokeTitle(email)}
        consequence={copy.revokeConsequence}
        action={copy.revoke}
        mutation={useRevokeInvitation()}
        input={{ id }}
        successMessage={copy.revoked}
      />
    </>
  );
}
