import type { Calls } from "@/contract/index";
import type { StoredAnswer, TruthCheck } from "./answer";
import { isBatchCreated, isBatchDeleted, isBatchesActionDone, isBatchUpdated, isRestored } from "./batches";
import { isBranchRevoked, isCodesActionDone, isLeadsActionDone } from "./bulk-actions";
import {
  hasGeneratedCodes,
  hasImportedCodes,
  hasInvites,
  hasNewWords,
  isClaimRevoked,
  isCodeDeleted,
  isCodeUpdated,
  isDeclined,
  isHeld,
  isReleased,
} from "./codes";
import { isImportCanceled, isImportChecked, isImportPaused, isImportRun, isImportUndone } from "./imports";
import { isKeyCreated, isKeyRotated } from "./keys";
import {
  areLeadsCreated,
  isEmailChangeRequested,
  isLeadCreated,
  isLeadDeleted,
  isLeadUpdated,
  isMoved,
  isSuppressed,
  isSuppressionRemoved,
  isSuppressionUpdated,
} from "./leads";
import { hasBlockList, hasExport, hasOrigins, hasPrint, isEmailResumed, isPausedAsSet, isProjectUpdated } from "./project";
import {
  isAnnounced,
  isCodeSent,
  isInvited,
  isMessageResent,
  isResent,
  isRetried,
  isWaveCreated,
  isWavePaused,
  isWaveResumed,
} from "./sends";
import { isInvitationPending, isStaffInvited } from "./team";
import { isViewCreated, isViewUpdated } from "./views";
import { isSecretRotated, isWebhookCreated, isWebhookPaused, isWebhookResumed, isWebhookUpdated } from "./webhooks";

/** Why the response of a write always stays true, or until it is erased. */
export type AlwaysTrue = { reason: string };

/** How each write that accepts an Idempotency-Key knows whether its stored response is still true. */
export const truthChecks: { readonly [Call in keyof Calls]?: TruthCheck<Call> | AlwaysTrue } = {
  "POST /codes/generate": hasGeneratedCodes,
  "POST /codes/import": hasImportedCodes,
  "PATCH /codes/:code": isCodeUpdated,
  "POST /codes/:code/new-words": hasNewWords,
  "POST /codes/delete": isCodeDeleted,
  "POST /codes/bulk": isCodesActionDone,
  "POST /codes/:code/branch/revoke": isBranchRevoked,
  "POST /leads/email/:email/branch/revoke": isBranchRevoked,
  "POST /codes/claim": { reason: "Revoking the claim, or deleting its code or lead, erases the response." },
  "POST /codes/hold": isHeld,
  "POST /codes/release-hold": isReleased,
  "POST /codes/decline": isDeclined,
  "POST /claims/exchange": { reason: "Revoking the claim, or deleting its code or lead, erases the response." },
  "POST /claims/revoke": isClaimRevoked,
  "POST /batches": isBatchCreated,
  "PATCH /batches/:batch": isBatchUpdated,
  "DELETE /batches/:batch": isBatchDeleted,
  "POST /batches/bulk": isBatchesActionDone,
  "POST /bin/restore": isRestored,
  "POST /bin/delete": { reason: "What was deleted from the bin can't be restored." },
  "POST /leads/create": isLeadCreated,
  "POST /leads/batch": areLeadsCreated,
  "PATCH /leads/email/:email": isLeadUpdated,
  "POST /leads/change-email": isEmailChangeRequested,
  "POST /leads/delete": isLeadDeleted,
  "POST /leads/bulk": isLeadsActionDone,
  "POST /leads/invite": isInvited,
  "POST /leads/email/:email/invites": hasInvites,
  "POST /waitlist/move": isMoved,
  "POST /imports/:id/check": isImportChecked,
  "POST /imports/:id/run": isImportRun,
  "POST /imports/:id/pause": isImportPaused,
  "POST /imports/:id/cancel": isImportCanceled,
  "POST /imports/:id/undo": isImportUndone,
  "POST /codes/send": isCodeSent,
  "POST /announcements": isAnnounced,
  "POST /sends/:id/retry": isRetried,
  "POST /sends/:id/resend": isResent,
  "POST /sends/:id/cancel": { reason: "Canceled emails stay canceled. Resending them is another send." },
  "POST /deliveries/retry": { reason: "It makes waiting emails due, which is over at once." },
  "POST /deliveries/resume": isEmailResumed,
  "POST /deliveries/send-saved": { reason: "It counts emails that were sent, which can't be taken back." },
  "POST /messages/retry": { reason: "It counts emails that were sent, which can't be taken back." },
  "POST /messages/resend": isMessageResent,
  "POST /waves": isWaveCreated,
  "POST /waves/:id/cancel": { reason: "A canceled wave can't continue." },
  "POST /waves/:id/pause": isWavePaused,
  "POST /waves/:id/resume": isWaveResumed,
  "POST /waves/:id/end": { reason: "An ended wave can't continue." },
  "POST /suppressions": isSuppressed,
  "PATCH /suppressions/:email": isSuppressionUpdated,
  "DELETE /suppressions/:email": isSuppressionRemoved,
  "POST /deliveries/undo-suppressions": { reason: "It counts what was undone after a pause, which happens once." },
  "POST /inbound/dsn": { reason: "It counts bounces that a mail server reported. Removing the suppression doesn't make them undone." },
  "POST /prints": hasPrint,
  "DELETE /prints/:id": { reason: "A deleted file can't be restored." },
  "POST /jobs/:id/cancel": { reason: "A canceled job can't continue." },
  "POST /exports": hasExport,
  "DELETE /exports/:id": { reason: "A deleted file can't be restored." },
  "POST /project/pause": isPausedAsSet,
  "PUT /block-list": hasBlockList,
  "PATCH /project": isProjectUpdated,
  "PUT /keys/origins": hasOrigins,
  "POST /keys": isKeyCreated,
  "POST /keys/:id/rotate": isKeyRotated,
  "DELETE /keys/:id": { reason: "A revoked key can't be used again." },
  "POST /webhooks": isWebhookCreated,
  "PATCH /webhooks/:id": isWebhookUpdated,
  "DELETE /webhooks/:id": { reason: "A deleted webhook can't be restored." },
  "POST /webhooks/:id/rotate-secret": isSecretRotated,
  "POST /webhooks/:id/pause": isWebhookPaused,
  "POST /webhooks/:id/resume": isWebhookResumed,
  "POST /webhooks/:id/test": { reason: "A request that was sent can't be taken back." },
  "POST /webhooks/:id/recover": { reason: "It queues requests, which can't be taken back." },
  "POST /webhooks/:id/deliveries/:event/retry": { reason: "It queues a request, which can't be taken back." },
  "POST /views": isViewCreated,
  "PATCH /views/:id": isViewUpdated,
  "DELETE /views/:id": { reason: "A deleted view can't be restored." },
  "POST /team/invitations": isStaffInvited,
  "POST /team/invitations/:id/resend": isInvitationPending,
  "DELETE /team/invitations/:id": { reason: "A revoked invitation can't be used again." },
  "POST /email-templates/test": { reason: "An email that was sent can't be taken back." },
};

type AnyAnswer = StoredAnswer<keyof Calls>;

/** Returns the check whether a stored response of a write is still true, or null if it always is. */
export function findTruthCheck(
  call: string,
): ((ctx: Parameters<TruthCheck<keyof Calls>>[0], answer: AnyAnswer) => Promise<boolean>) | null {
  const check = truthChecks[call as keyof Calls];
  return typeof check === "function" ? (check as ReturnType<typeof findTruthCheck>) : null;
}
