"use client";

import { ConfirmMutation } from "@/components/confirm-mutation";
import { useRevokeClaim } from "./mutations";
import type { RevokeClaimProps } from "./revoke-claim";

/** Asks before a claim is revoked: who loses access to what. */
export function RevokeClaimDialog({ claim: { code, email }, open, onClose }: RevokeClaimProps) {
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={`Revoke the claim of ${email}?`}
      consequence={
        <>
          They lose the access that <span className="break-all font-mono text-[13px]">{code}</span> gave them, and the code gets its use
          back: they or somebody else can claim it again.
        </>
      }
      action="Revoke"
      mutation={useRevokeClaim()}
      input={{ code, email }}
      successMessage={`The claim of ${email} is revoked`}
    />
  );
}
