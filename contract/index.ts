import {
  requestPasswordResetEndpoint,
  startSecondFactorSetupEndpoint,
  updateAccountEndpoint,
  changePasswordEndpoint,
  confirmSecondFactorEndpoint,
  removeSecondFactorEndpoint,
  regenerateRecoveryCodesEndpoint,
  resetPasswordEndpoint,
} from "./account";
import {
  bulkUpdateBatchesEndpoint,
  deleteBatchEndpoint,
  getBatchEndpoint,
  listBatchesEndpoint,
  updateBatchEndpoint,
  createBatchEndpoint,
} from "./batches";
import { updateBlockListEndpoint, getBlockListEndpoint } from "./block-list";
import {
  claimCodeEndpoint,
  getClaimStatsEndpoint,
  exchangeTokenEndpoint,
  listClaimsEndpoint,
  listCodeClaimsEndpoint,
  revokeClaimEndpoint,
} from "./claims";
import { bulkUpdateCodesEndpoint, updateCodeEndpoint } from "./code-updates";
import { checkCodeEndpoint } from "./code-check";
import { deleteCodeEndpoint, getCodeEndpoint, lookupCodesEndpoint, generateCodesEndpoint, listCodesEndpoint } from "./codes";
import { listDeliveriesEndpoint, listSendDeliveriesEndpoint } from "./deliveries";
import { type Endpoint, requiredRole } from "./endpoint";
import { listEventsEndpoint } from "./events";
import { listFormatsEndpoint } from "./formats";
import { liveEndpoint, readyEndpoint } from "./health";
import { updateAllowedOriginsEndpoint, createKeyEndpoint, listKeysEndpoint, revokeKeyEndpoint, rotateKeyEndpoint } from "./keys";
import { bulkUpdateLeadsEndpoint } from "./bulk-lead-actions";
import {
  updateLeadEndpoint,
  getLeadStatsEndpoint,
  createLeadEndpoint,
  deleteLeadEndpoint,
  getLeadEndpoint,
  lookupLeadsEndpoint,
  inviteLeadsEndpoint,
  listLeadsEndpoint,
} from "./leads";
import { updateEmailTemplateEndpoint, listEmailTemplatesEndpoint, previewEmailTemplateEndpoint, resetEmailTemplateEndpoint, sendTestEmailEndpoint } from "./email-template-api";
import { updateEmailDeliveryEndpoint, getEmailDeliveryEndpoint, testEmailDeliveryEndpoint } from "./email-delivery";
import { getOverviewEndpoint } from "./overview";
import { pauseProjectEndpoint } from "./pause";
import { getWaitlistPositionEndpoint } from "./waitlist-position";
import { updateProjectEndpoint, getProjectEndpoint } from "./project";
import { getAbuseProtectionEndpoint } from "./abuse-protection-status";
import { hasRole, type Role } from "./roles";
import { previewSendEndpoint, previewSendEmailEndpoint } from "./send-preview";
import {
  cancelSendEndpoint,
  getSendEndpoint,
  listSendsEndpoint,
  retrySendEndpoint,
  sendCodeEndpoint,
  resendUndeliveredEndpoint,
} from "./sends";
import {
  revokeSessionEndpoint,
  revokeAllSessionsEndpoint,
  getSessionEndpoint,
  listSessionsEndpoint,
  signInEndpoint,
  signOutEndpoint,
} from "./session";
import { setUpEndpoint } from "./setup";
import { addSuppressionEndpoint, updateSuppressionEndpoint, listSuppressionsEndpoint, removeSuppressionEndpoint } from "./suppressions";
import { cancelJobEndpoint, getJobEndpoint, listJobsEndpoint } from "./jobs";
import {
  acceptInvitationEndpoint,
  updateStaffEndpoint,
  inviteStaffEndpoint,
  listInvitationsEndpoint,
  listStaffEndpoint,
  removeStaffEndpoint,
  resendInvitationEndpoint,
  revokeInvitationEndpoint,
} from "./team";
import { listLeadTimelineEndpoint } from "./lead-timeline";

const all = {
  ...{
    generateCodes: generateCodesEndpoint,
    getCode: getCodeEndpoint,
    lookupCodes: lookupCodesEndpoint,
    listCodes: listCodesEndpoint,
    checkCode: checkCodeEndpoint,
    updateCode: updateCodeEndpoint,
    deleteCode: deleteCodeEndpoint,
    bulkUpdateCodes: bulkUpdateCodesEndpoint,
    listFormats: listFormatsEndpoint,
  },
  ...{
    createLead: createLeadEndpoint,
    getLead: getLeadEndpoint,
    getWaitlistPosition: getWaitlistPositionEndpoint,
    lookupLeads: lookupLeadsEndpoint,
    listLeads: listLeadsEndpoint,
    updateLead: updateLeadEndpoint,
    inviteLeads: inviteLeadsEndpoint,
    deleteLead: deleteLeadEndpoint,
    bulkUpdateLeads: bulkUpdateLeadsEndpoint,
    listLeadTimeline: listLeadTimelineEndpoint,
    getLeadStats: getLeadStatsEndpoint,
  },
  ...{
    sendCode: sendCodeEndpoint,
    previewSend: previewSendEndpoint,
    listSends: listSendsEndpoint,
    getSend: getSendEndpoint,
    listSendDeliveries: listSendDeliveriesEndpoint,
    listDeliveries: listDeliveriesEndpoint,
    retrySend: retrySendEndpoint,
    cancelSend: cancelSendEndpoint,
    resendUndelivered: resendUndeliveredEndpoint,
    previewSendEmail: previewSendEmailEndpoint,
  },
  ...{
    listEmailTemplates: listEmailTemplatesEndpoint,
    updateEmailTemplate: updateEmailTemplateEndpoint,
    resetEmailTemplate: resetEmailTemplateEndpoint,
    previewEmailTemplate: previewEmailTemplateEndpoint,
    sendTestEmail: sendTestEmailEndpoint,
  },
  ...{
    listSuppressions: listSuppressionsEndpoint,
    addSuppression: addSuppressionEndpoint,
    updateSuppression: updateSuppressionEndpoint,
    removeSuppression: removeSuppressionEndpoint,
  },
  ...{
    claimCode: claimCodeEndpoint,
    exchangeToken: exchangeTokenEndpoint,
    listClaims: listClaimsEndpoint,
    listCodeClaims: listCodeClaimsEndpoint,
    revokeClaim: revokeClaimEndpoint,
    getClaimStats: getClaimStatsEndpoint,
  },
  ...{
    listBatches: listBatchesEndpoint,
    getBatch: getBatchEndpoint,
    createBatch: createBatchEndpoint,
    updateBatch: updateBatchEndpoint,
    deleteBatch: deleteBatchEndpoint,
    bulkUpdateBatches: bulkUpdateBatchesEndpoint,
  },
  ...{ listTasks: listJobsEndpoint, findTask: getJobEndpoint, cancelTask: cancelJobEndpoint },
  ...{ getOverview: getOverviewEndpoint, listEvents: listEventsEndpoint },
  ...{ getProject: getProjectEndpoint, updateProject: updateProjectEndpoint, pauseProject: pauseProjectEndpoint },
  ...{ getAbuseProtection: getAbuseProtectionEndpoint, getBlockList: getBlockListEndpoint, updateBlockList: updateBlockListEndpoint },
  ...{ getEmailDelivery: getEmailDeliveryEndpoint, updateEmailDelivery: updateEmailDeliveryEndpoint, testEmailDelivery: testEmailDeliveryEndpoint },
  ...{
    listKeys: listKeysEndpoint,
    createKey: createKeyEndpoint,
    rotateKey: rotateKeyEndpoint,
    revokeKey: revokeKeyEndpoint,
    allowOrigins: updateAllowedOriginsEndpoint,
  },
  ...{
    listStaff: listStaffEndpoint,
    changeStaff: updateStaffEndpoint,
    removeStaff: removeStaffEndpoint,
    listInvitations: listInvitationsEndpoint,
    inviteStaff: inviteStaffEndpoint,
    resendInvitation: resendInvitationEndpoint,
    revokeInvitation: revokeInvitationEndpoint,
    acceptInvitation: acceptInvitationEndpoint,
  },
  ...{
    askForReset: requestPasswordResetEndpoint,
    resetPassword: resetPasswordEndpoint,
    changeAccount: updateAccountEndpoint,
    changePassword: changePasswordEndpoint,
  },
  ...{
    beginSecondFactor: startSecondFactorSetupEndpoint,
    confirmSecondFactor: confirmSecondFactorEndpoint,
    renewRecoveryCodes: regenerateRecoveryCodesEndpoint,
    removeSecondFactor: removeSecondFactorEndpoint,
  },
  ...{
    setUp: setUpEndpoint,
    signIn: signInEndpoint,
    findSession: getSessionEndpoint,
    signOut: signOutEndpoint,
    listSessions: listSessionsEndpoint,
    endSession: revokeSessionEndpoint,
    endSessions: revokeAllSessionsEndpoint,
  },
  ...{ live: liveEndpoint, ready: readyEndpoint },
};

/** Every endpoint of the API by its name, in the order the document lists them. */
export const endpoints: Readonly<Record<string, Endpoint>> = all;

/** The endpoints by how they are called: `"GET /leads"`. */
export type Calls = { [Name in keyof typeof all as `${(typeof all)[Name]["method"]} ${(typeof all)[Name]["path"]}`]: (typeof all)[Name] };

/** The calls that somebody with `role` may not make. */
export const forbiddenCalls = (role: Role): (keyof Calls)[] =>
  Object.values(all).flatMap((endpoint) => {
    const required = requiredRole(endpoint);
    return required !== undefined && hasRole(role, required) ? [] : [`${endpoint.method} ${endpoint.path}` as keyof Calls];
  });
