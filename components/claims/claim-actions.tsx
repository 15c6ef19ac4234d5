"use client";

import { Ticket, Undo2, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { MoreMenu } from "@/components/ui/more-menu";
import type { ClaimRecord } from "@/contract/claims";
import { codePath, leadPath } from "@/lib/routes";
import { RevokeClaim } from "./revoke-claim";

/** What can be done with a claim. */
export function ClaimActions({ claim, mayRevoke }: { claim: ClaimRecord; mayRevoke: boolean }) {
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <MoreMenu size="icon-sm" label={`Acts on the claim of ${claim.email} on ${claim.code}`}>
        {({ MenuItem }) => (
          <>
            <MenuItem onSelect={() => router.push(leadPath(claim.email))}>
              <UserRound aria-hidden="true" /> Open the lead
            </MenuItem>
            <MenuItem onSelect={() => router.push(codePath(claim.code))}>
              <Ticket aria-hidden="true" /> Open the code
            </MenuItem>
            {mayRevoke && (
              <MenuItem onSelect={() => setAsked(true)} destructive>
                <Undo2 aria-hidden="true" /> Revoke
              </MenuItem>
            )}
          </>
        )}
      </MoreMenu>
      {mayRevoke && <RevokeClaim claim={claim} open={asked} onClose={() => setAsked(false)} />}
    </>
  );
}
