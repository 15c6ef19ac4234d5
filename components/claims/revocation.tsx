"use client";

import type { Action } from "@/components/ui/actions";
import { Interpolate } from "@/components/ui/text";
import { useApiMutation } from "@/components/use-api-mutation";
import type { ClaimRecord } from "@/contract/claims";
import { labels } from "./labels";

const { revokeDialog } = labels;

/** Revokes claims after a confirmation. */
export function useRevocation(): (
  claim: Pick<ClaimRecord, "code" | "email">,
) => Pick<Extract<Action, { run: unknown }>, "confirm" | "run"> {
  const { mutateAsync } = useApiMutation("POST /claims/revoke", {
    changes: ["GET /claims", "GET /codes/:code", "GET /codes/:code/claims"],
  });
  return ({ code, email }) => ({
    confirm: {
      title: revokeDialog.title(email),
      consequence: (
        <Interpolate
          text={revokeDialog.consequence}
          values={{
            code: (
              <span translate="no" className="break-all font-mono text-2sm">
                {code}
              </span>
            ),
          }}
        />
      ),
      action: revokeDialog.confirm,
      success: revokeDialog.revoked(email),
    },
    run: () => mutateAsync({ body: { code, email } }),
  });
}
