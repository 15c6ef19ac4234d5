import { getAbuseProtectionEndpoint } from "./abuse-protection-status";
import {
  changePasswordEndpoint,
  confirmSecondFactorEndpoint,
  regenerateRecoveryCodesEndpoint,
  removeSecondFactorEndpoint,
  requestPasswordResetEndpoint,
  resetPasswordEndpoint,
  startSecondFactorSetupEndpoint,
  updateAccountEndpoint,
} from "./account";
import { sendAnnouncementEndpoint } from "./announcements";
import {
  bulkUpdateBatchesEndpoint,
  createBatchEndpoint,
  deleteBatchEndpoint,
  getBatchEndpoint,
  listBatchesEndpoint,
  updateBatchEndpoint,
} from "./batches";
import { deleteFromBinEndpoint, listBinEndpoint, restoreFromBinEndpoint } from "./bin";
import { getBlockListEndpoint, updateBlockListEndpoint } from "./block-list";
import { bulkUpdateLeadsEndpoint } from "./bulk-lead-actions";
import {
  claimCodeEndpoint,
  declineInvitationEndpoint,
  exchangeTokenEndpoint,
  getClaimStatsEndpoint,
  listClaimsEndpoint,
  listCodeClaimsEndpoint,
  listFailedClaimsEndpoint,
  revokeClaimEndpoint,
} from "./claims";
import { checkCodeEndpoint } from "./code-check";
import { importCodesEndpoint } from "./code-import";
import { bulkUpdateCodesEndpoint, replaceWordsEndpoint, updateCodeEndpoint } from "./code-updates";
import {
  deleteCodeEndpoint,
  generateCodesEndpoint,
  getCodeEndpoint,
  listCodesEndpoint,
  listFormatsEndpoint,
  lookupCodesEndpoint,
  suggestCodesEndpoint,
} from "./codes";
import { createLeadsEndpoint } from "./create-leads";
import { listDeliveriesEndpoint, listSendDeliveriesEndpoint, resumeDeliveriesEndpoint, retryDeliveriesEndpoint } from "./deliveries";
import { getEmailDeliveryEndpoint, testEmailDeliveryEndpoint, updateEmailDeliveryEndpoint } from "./email-delivery";
import {
  listEmailTemplatesEndpoint,
  listEmailTemplateVersionsEndpoint,
  previewEmailTemplateEndpoint,
  resetEmailTemplateEndpoint,
  restoreEmailTemplateEndpoint,
  sendTestEmailEndpoint,
  updateEmailTemplateEndpoint,
} from "./email-templates";
import { type Endpoint, requiredRole } from "./endpoint";
import { listEventsEndpoint } from "./events";
import {
  createExportEndpoint,
  deleteExportEndpoint,
  downloadExportEndpoint,
  getExportEndpoint,
  listExportColumnsEndpoint,
  listExportsEndpoint,
} from "./exports";
import { getLivenessEndpoint, getReadinessEndpoint } from "./health";
import {
  cancelImportEndpoint,
  checkImportEndpoint,
  getImportEndpoint,
  listImportRowsEndpoint,
  listImportsEndpoint,
  pauseImportEndpoint,
  runImportEndpoint,
  undoImportEndpoint,
  uploadImportEndpoint,
} from "./imports";
import {
  receivePostmarkReportEndpoint,
  receiveResendReportEndpoint,
  receiveSesReportEndpoint,
  reportBounceMessageEndpoint,
} from "./inbound";
import { cancelJobEndpoint, getJobEndpoint, listJobsEndpoint } from "./jobs";
import { createKeyEndpoint, listKeysEndpoint, revokeKeyEndpoint, rotateKeyEndpoint, updateAllowedOriginsEndpoint } from "./keys";
import { listLeadTimelineEndpoint } from "./lead-timeline";
import {
  changeLeadEmailEndpoint,
  createLeadEndpoint,
  deleteLeadEndpoint,
  getLeadEndpoint,
  getLeadStatsEndpoint,
  getWaitlistPositionEndpoint,
  inviteLeadsEndpoint,
  listLeadsEndpoint,
  lookupLeadsEndpoint,
  updateLeadEndpoint,
} from "./leads";
import { listMessagesEndpoint, resendMessageEndpoint, retryMessagesEndpoint } from "./messages";
import { getOverviewEndpoint } from "./overview";
import {
  addPasskeyEndpoint,
  listPasskeysEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
  signInWithPasskeyEndpoint,
  startPasskeySetupEndpoint,
  startPasskeySignInEndpoint,
} from "./passkeys";
import { getPersonalDataEndpoint, getPersonalDataPageEndpoint } from "./personal-data";
import {
  createPrintEndpoint,
  deletePrintEndpoint,
  downloadPrintEndpoint,
  getCodeQrEndpoint,
  getPrintEndpoint,
  listPrintsEndpoint,
  previewPrintEndpoint,
} from "./prints";
import { getProjectEndpoint, pauseProjectEndpoint, previewJoinPageEndpoint, updateProjectEndpoint } from "./project";
import { exportProjectEndpoint } from "./project-export";
import { getRateLimitSettingsEndpoint, updateRateLimitSettingsEndpoint } from "./rate-limit-settings";
import { endWaveEndpoint, pauseWaveEndpoint, resumeWaveEndpoint } from "./recurring-waves";
import { hasRole, type Role } from "./roles";
import { getSavedFileEndpoint, listSavedEmailsEndpoint, previewSavedEmailsEndpoint, sendSavedEmailsEndpoint } from "./saved-emails";
import { estimateSendEndpoint, previewSendEmailEndpoint, previewSendEndpoint, renderSendEmailEndpoint } from "./send-preview";
import {
  cancelSendEndpoint,
  getSendEndpoint,
  listSendsEndpoint,
  resendUndeliveredEndpoint,
  retrySendEndpoint,
  sendCodeEndpoint,
} from "./sends";
import {
  confirmSignInEndpoint,
  getSessionEndpoint,
  listSessionsEndpoint,
  revokeAllSessionsEndpoint,
  revokeSessionEndpoint,
  signInEndpoint,
  signOutEndpoint,
} from "./session";
import { setUpEndpoint } from "./setup";
import { getSignInSettingsEndpoint, updateSignInSettingsEndpoint } from "./sign-in-settings";
import {
  addSuppressionEndpoint,
  listSuppressionsEndpoint,
  removeSuppressionEndpoint,
  undoSuppressionsEndpoint,
  updateSuppressionEndpoint,
} from "./suppressions";
import { getSystemEndpoint } from "./system";
import { listCodeTagsEndpoint, listLeadTagsEndpoint } from "./tags";
import {
  acceptInvitationEndpoint,
  copyInvitationLinkEndpoint,
  inviteStaffEndpoint,
  listInvitationsEndpoint,
  listStaffEndpoint,
  removeStaffEndpoint,
  resendInvitationEndpoint,
  revokeInvitationEndpoint,
  updateStaffEndpoint,
} from "./team";
import { createViewEndpoint, deleteViewEndpoint, listViewsEndpoint, updateViewEndpoint } from "./views";
import { getWaitlistFunnelEndpoint, listWaitlistEndpoint, moveOnWaitlistEndpoint } from "./waitlist";
import { previewWaveEndpoint } from "./wave-preview";
import { cancelWaveEndpoint, createWaveEndpoint, getWaveEndpoint, getWaveStatsEndpoint, listWavesEndpoint } from "./waves";

const all = {
  generateCodes: generateCodesEndpoint,
  getCode: getCodeEndpoint,
  lookupCodes: lookupCodesEndpoint,
  importCodes: importCodesEndpoint,
  suggestCodes: suggestCodesEndpoint,
  listCodes: listCodesEndpoint,
  checkCode: checkCodeEndpoint,
  updateCode: updateCodeEndpoint,
  replaceWords: replaceWordsEndpoint,
  deleteCode: deleteCodeEndpoint,
  bulkUpdateCodes: bulkUpdateCodesEndpoint,
  listCodeTags: listCodeTagsEndpoint,
  listFormats: listFormatsEndpoint,
  createLead: createLeadEndpoint,
  createLeads: createLeadsEndpoint,
  getLead: getLeadEndpoint,
  getWaitlistPosition: getWaitlistPositionEndpoint,
  lookupLeads: lookupLeadsEndpoint,
  listLeads: listLeadsEndpoint,
  updateLead: updateLeadEndpoint,
  changeLeadEmail: changeLeadEmailEndpoint,
  inviteLeads: inviteLeadsEndpoint,
  deleteLead: deleteLeadEndpoint,
  bulkUpdateLeads: bulkUpdateLeadsEndpoint,
  uploadImport: uploadImportEndpoint,
  listImports: listImportsEndpoint,
  getImport: getImportEndpoint,
  listImportRows: listImportRowsEndpoint,
  checkImport: checkImportEndpoint,
  runImport: runImportEndpoint,
  pauseImport: pauseImportEndpoint,
  cancelImport: cancelImportEndpoint,
  undoImport: undoImportEndpoint,
  listLeadTags: listLeadTagsEndpoint,
  listLeadTimeline: listLeadTimelineEndpoint,
  getPersonalData: getPersonalDataEndpoint,
  getPersonalDataPage: getPersonalDataPageEndpoint,
  getLeadStats: getLeadStatsEndpoint,
  sendCode: sendCodeEndpoint,
  previewSend: previewSendEndpoint,
  listSends: listSendsEndpoint,
  getSend: getSendEndpoint,
  listSendDeliveries: listSendDeliveriesEndpoint,
  listDeliveries: listDeliveriesEndpoint,
  retryDeliveries: retryDeliveriesEndpoint,
  resumeDeliveries: resumeDeliveriesEndpoint,
  getSavedFile: getSavedFileEndpoint,
  listSavedEmails: listSavedEmailsEndpoint,
  previewSavedEmails: previewSavedEmailsEndpoint,
  sendSavedEmails: sendSavedEmailsEndpoint,
  listMessages: listMessagesEndpoint,
  retryMessages: retryMessagesEndpoint,
  resendMessage: resendMessageEndpoint,
  retrySend: retrySendEndpoint,
  cancelSend: cancelSendEndpoint,
  resendUndelivered: resendUndeliveredEndpoint,
  previewSendEmail: previewSendEmailEndpoint,
  renderSendEmail: renderSendEmailEndpoint,
  estimateSend: estimateSendEndpoint,
  sendAnnouncement: sendAnnouncementEndpoint,
  listEmailTemplates: listEmailTemplatesEndpoint,
  updateEmailTemplate: updateEmailTemplateEndpoint,
  resetEmailTemplate: resetEmailTemplateEndpoint,
  listEmailTemplateVersions: listEmailTemplateVersionsEndpoint,
  restoreEmailTemplate: restoreEmailTemplateEndpoint,
  previewEmailTemplate: previewEmailTemplateEndpoint,
  sendTestEmail: sendTestEmailEndpoint,
  listWaitlist: listWaitlistEndpoint,
  moveOnWaitlist: moveOnWaitlistEndpoint,
  getWaitlistFunnel: getWaitlistFunnelEndpoint,
  listWaves: listWavesEndpoint,
  getWave: getWaveEndpoint,
  createWave: createWaveEndpoint,
  previewWave: previewWaveEndpoint,
  getWaveStats: getWaveStatsEndpoint,
  cancelWave: cancelWaveEndpoint,
  pauseWave: pauseWaveEndpoint,
  resumeWave: resumeWaveEndpoint,
  endWave: endWaveEndpoint,
  listSuppressions: listSuppressionsEndpoint,
  addSuppression: addSuppressionEndpoint,
  updateSuppression: updateSuppressionEndpoint,
  removeSuppression: removeSuppressionEndpoint,
  undoSuppressions: undoSuppressionsEndpoint,
  reportBounceMessage: reportBounceMessageEndpoint,
  receiveSesReport: receiveSesReportEndpoint,
  receivePostmarkReport: receivePostmarkReportEndpoint,
  receiveResendReport: receiveResendReportEndpoint,
  claimCode: claimCodeEndpoint,
  declineInvitation: declineInvitationEndpoint,
  exchangeToken: exchangeTokenEndpoint,
  listClaims: listClaimsEndpoint,
  listCodeClaims: listCodeClaimsEndpoint,
  revokeClaim: revokeClaimEndpoint,
  getClaimStats: getClaimStatsEndpoint,
  listFailedClaims: listFailedClaimsEndpoint,
  listBatches: listBatchesEndpoint,
  getBatch: getBatchEndpoint,
  createBatch: createBatchEndpoint,
  updateBatch: updateBatchEndpoint,
  deleteBatch: deleteBatchEndpoint,
  bulkUpdateBatches: bulkUpdateBatchesEndpoint,
  listBin: listBinEndpoint,
  restoreFromBin: restoreFromBinEndpoint,
  deleteFromBin: deleteFromBinEndpoint,
  createPrint: createPrintEndpoint,
  previewPrint: previewPrintEndpoint,
  listPrints: listPrintsEndpoint,
  getPrint: getPrintEndpoint,
  downloadPrint: downloadPrintEndpoint,
  deletePrint: deletePrintEndpoint,
  getCodeQr: getCodeQrEndpoint,
  listJobs: listJobsEndpoint,
  getJob: getJobEndpoint,
  cancelJob: cancelJobEndpoint,
  listExports: listExportsEndpoint,
  createExport: createExportEndpoint,
  listExportColumns: listExportColumnsEndpoint,
  getExport: getExportEndpoint,
  deleteExport: deleteExportEndpoint,
  downloadExport: downloadExportEndpoint,
  listViews: listViewsEndpoint,
  createView: createViewEndpoint,
  updateView: updateViewEndpoint,
  deleteView: deleteViewEndpoint,
  getOverview: getOverviewEndpoint,
  listEvents: listEventsEndpoint,
  getProject: getProjectEndpoint,
  updateProject: updateProjectEndpoint,
  pauseProject: pauseProjectEndpoint,
  previewJoinPage: previewJoinPageEndpoint,
  exportProject: exportProjectEndpoint,
  getAbuseProtection: getAbuseProtectionEndpoint,
  getRateLimitSettings: getRateLimitSettingsEndpoint,
  updateRateLimitSettings: updateRateLimitSettingsEndpoint,
  getBlockList: getBlockListEndpoint,
  updateBlockList: updateBlockListEndpoint,
  getEmailDelivery: getEmailDeliveryEndpoint,
  updateEmailDelivery: updateEmailDeliveryEndpoint,
  testEmailDelivery: testEmailDeliveryEndpoint,
  getSystem: getSystemEndpoint,
  listKeys: listKeysEndpoint,
  createKey: createKeyEndpoint,
  rotateKey: rotateKeyEndpoint,
  revokeKey: revokeKeyEndpoint,
  updateAllowedOrigins: updateAllowedOriginsEndpoint,
  listStaff: listStaffEndpoint,
  updateStaff: updateStaffEndpoint,
  removeStaff: removeStaffEndpoint,
  listInvitations: listInvitationsEndpoint,
  inviteStaff: inviteStaffEndpoint,
  resendInvitation: resendInvitationEndpoint,
  copyInvitationLink: copyInvitationLinkEndpoint,
  revokeInvitation: revokeInvitationEndpoint,
  acceptInvitation: acceptInvitationEndpoint,
  getSignInSettings: getSignInSettingsEndpoint,
  updateSignInSettings: updateSignInSettingsEndpoint,
  requestPasswordReset: requestPasswordResetEndpoint,
  resetPassword: resetPasswordEndpoint,
  updateAccount: updateAccountEndpoint,
  changePassword: changePasswordEndpoint,
  startSecondFactorSetup: startSecondFactorSetupEndpoint,
  confirmSecondFactor: confirmSecondFactorEndpoint,
  regenerateRecoveryCodes: regenerateRecoveryCodesEndpoint,
  removeSecondFactor: removeSecondFactorEndpoint,
  listPasskeys: listPasskeysEndpoint,
  startPasskeySetup: startPasskeySetupEndpoint,
  addPasskey: addPasskeyEndpoint,
  renamePasskey: renamePasskeyEndpoint,
  removePasskey: removePasskeyEndpoint,
  setUp: setUpEndpoint,
  signIn: signInEndpoint,
  startPasskeySignIn: startPasskeySignInEndpoint,
  signInWithPasskey: signInWithPasskeyEndpoint,
  confirmSignIn: confirmSignInEndpoint,
  getSession: getSessionEndpoint,
  signOut: signOutEndpoint,
  listSessions: listSessionsEndpoint,
  revokeSession: revokeSessionEndpoint,
  revokeAllSessions: revokeAllSessionsEndpoint,
  getLiveness: getLivenessEndpoint,
  getReadiness: getReadinessEndpoint,
};

/** All endpoints by name, in the order of the docs page. */
export const endpoints: Readonly<Record<string, Endpoint>> = all;

/** All endpoints by method and path, such as `"GET /leads"`. */
export type Calls = { [Name in keyof typeof all as `${(typeof all)[Name]["method"]} ${(typeof all)[Name]["path"]}`]: (typeof all)[Name] };

/** The endpoints that a staff member with `role` can't call, each with the role that can. Null for those that no staff member can call. */
export const forbiddenCalls = (role: Role): Partial<Record<keyof Calls, Role | null>> =>
  Object.fromEntries(
    Object.values(all).flatMap((endpoint) => {
      const required = requiredRole(endpoint);
      return required !== undefined && hasRole(role, required) ? [] : [[`${endpoint.method} ${endpoint.path}`, required ?? null]];
    }),
  );
