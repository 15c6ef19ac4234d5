"use client";

import { Ticket, Undo2, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { MoreMenu } from "@/components/ui/more-menu";
import type { ClaimRecord } from "@/contract/claims";
import { codePath, leadPath } from "@/lib/routes";
import { labels } from "./labels";
import { RevokeClaim } from "./revoke-claim";

const { actions } = labels;

/** The action menu of a claim. */
export function ClaimActions({ claim, canRevoke }: { claim: ClaimRecord; canRevoke: boolean }) {
  const router = useRouter();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <MoreMenu size="icon-sm" label={actions.menu(claim.email, claim.code)}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => router.push(leadPath(claim.email))}>
              <UserRound aria-hidden="true" /> {actions.viewLead}
            </MenuItem>
            <MenuItem onSelect={() => router.push(codePath(claim.code))}>
              <Ticket aria-hidden="true" /> {actions.viewCode}
            </MenuItem>
            {canRevoke && (
              <MenuItem onSelect={() => setDialogOpen(true)} destructive>
                <Undo2 aria-hidden="true" /> {actions.revoke}
              </MenuItem>
            )}
          </>
        )}
      </MoreMenu>
      {canRevoke && <RevokeClaim claim={claim} open={isDialogOpen} onClose={() => setDialogOpen(false)} />}
    </>
  );
}
