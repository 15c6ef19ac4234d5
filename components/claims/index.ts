import { lazyDialog } from "@/components/ui/lazy";

export { FailedClaims } from "./failed-claims";
export { claimDetails } from "./labels";

/** Confirms revoking a claim. */
export const RevokeClaim = lazyDialog(() => import("./revoke-claim-dialog").then((dialog) => dialog.RevokeClaimDialog));
