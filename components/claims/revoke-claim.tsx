"use client";

import { lazyDialog } from "@/components/ui/lazy";
import type { ClaimRecord } from "@/contract/claims";

export type RevokeClaimProps = { claim: Pick<ClaimRecord, "code" | "email">; open: boolean; onClose: () => void };

/** Confirms revoking a claim. */
export const RevokeClaim = lazyDialog<RevokeClaimProps>(() => import("./revoke-claim-dialog").then((dialog) => dialog.RevokeClaimDialog));
