"use client";

import { ConfirmMutation } from "@/components/ui/confirm";
import { Interpolate } from "@/components/ui/text";
import { useApiMutation } from "@/components/use-api-mutation";
import type { ClaimRecord } from "@/contract/claims";
import { labels } from "./labels";

const { revokeDialog } = labels;

type RevokeClaimProps = { claim: Pick<ClaimRecord, "code" | "email">; open: boolean; onClose: () => void };

/** Confirms revoking a claim. */
export function RevokeClaimDialog({ claim: { code, email }, open, onClose }: RevokeClaimProps) {
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={revokeDialog.title(email)}
      consequence={
        <Interpolate text={revokeDialog.consequence} values={{ code: <span className="break-all font-mono text-[13px]">{code}</span> }} />
      }
      action={revokeDialog.confirm}
      mutation={useApiMutation("POST /claims/revoke", { changes: ["GET /claims", "GET /codes/:code", "GET /codes/:code/claims"] })}
      input={{ body: { code, email } }}
      successMessage={revokeDialog.revoked(email)}
    />
  );
}
