"use client";

import { dialogLater } from "@/components/ui/later";
import type { ClaimRecord } from "@/contract/claims";

export type RevokeClaimProps = { claim: Pick<ClaimRecord, "code" | "email">; open: boolean; onClose: () => void };

/** Asks before a claim is revoked: who loses access to what. */
export const RevokeClaim = dialogLater<RevokeClaimProps>(() => import("./revoke-claim-dialog").then((dialog) => dialog.RevokeClaimDialog));
