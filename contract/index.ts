import {
  askForResetEndpoint,
  beginSecondFactorEndpoint,
  changeAccountEndpoint,
  changePasswordEndpoint,
  confirmSecondFactorEndpoint,
  removeSecondFactorEndpoint,
  renewRecoveryCodesEndpoint,
  resetPasswordEndpoint,
} from "./account";
import {
  deleteBatchEndpoint,
  extendBatchEndpoint,
  findBatchEndpoint,
  listBatchesEndpoint,
  makeBatchEndpoint,
  pauseBatchEndpoint,
  resumeBatchEndpoint,
} from "./batches";
import { changeBlockListEndpoint, findBlockListEndpoint } from "./block-list";
import {
  claimCodeEndpoint,
  countClaimsByDayEndpoint,
  exchangeTokenEndpoint,
  listClaimsEndpoint,
  listCodeClaimsEndpoint,
  revokeClaimEndpoint,
} from "./claims";
import { actOnCodesEndpoint, extendCodeEndpoint, pauseCodeEndpoint, reserveCodeEndpoint, resumeCodeEndpoint } from "./code-acts";
import { checkCodeEndpoint } from "./code-check";
import { deleteCodeEndpoint, findCodeEndpoint, findCodesEndpoint, generateCodesEndpoint, listCodesEndpoint } from "./codes";
import { listAllDeliveriesEndpoint, listDeliveriesEndpoint } from "./deliveries";
import { type Endpoint, leastRole } from "./endpoint";
import { listEventsEndpoint } from "./events";
import { listFormatsEndpoint } from "./formats";
import { liveEndpoint, readyEndpoint } from "./health";
import { allowOriginsEndpoint, createKeyEndpoint, listKeysEndpoint, revokeKeyEndpoint, rotateKeyEndpoint } from "./keys";
import { actOnLeadsEndpoint } from "./lead-acts";
import {
  changeLeadEndpoint,
  countLeadsByDayEndpoint,
  createLeadEndpoint,
  deleteLeadEndpoint,
  findLeadEndpoint,
  findLeadsEndpoint,
  inviteLeadsEndpoint,
  listLeadsEndpoint,
} from "./leads";
import { changeMailTextEndpoint, listMailTextsEndpoint, previewMailEndpoint, resetMailTextEndpoint, sendTestMailEndpoint } from "./mail";
import { changeMailSettingsEndpoint, findMailSettingsEndpoint, testMailServerEndpoint } from "./mail-settings";
import { getOverviewEndpoint } from "./overview";
import { pauseProjectEndpoint } from "./pauses";
import { findPlaceEndpoint } from "./place";
import { changeProjectEndpoint, findProjectEndpoint } from "./project";
import { findProtectionEndpoint } from "./protection-state";
import { mayAs, type Role } from "./roles";
import { previewSendEndpoint, showMailEndpoint } from "./send-preview";
import {
  cancelSendEndpoint,
  findSendEndpoint,
  listSendsEndpoint,
  retrySendEndpoint,
  sendCodeEndpoint,
  sendToMissedEndpoint,
} from "./sends";
import {
  endSessionEndpoint,
  endSessionsEndpoint,
  findSessionEndpoint,
  listSessionsEndpoint,
  signInEndpoint,
  signOutEndpoint,
} from "./session";
import { setUpEndpoint } from "./setup";
import { addSuppressionEndpoint, changeSuppressionEndpoint, listSuppressionsEndpoint, removeSuppressionEndpoint } from "./suppressions";
import { cancelTaskEndpoint, findTaskEndpoint, listTasksEndpoint } from "./tasks";
import {
  acceptInvitationEndpoint,
  changeStaffEndpoint,
  inviteStaffEndpoint,
  listInvitationsEndpoint,
  listStaffEndpoint,
  removeStaffEndpoint,
  resendInvitationEndpoint,
  revokeInvitationEndpoint,
} from "./team";
import { listTimelineEndpoint } from "./timeline";

const all = {
  ...{
    generateCodes: generateCodesEndpoint,
    findCode: findCodeEndpoint,
    findCodes: findCodesEndpoint,
    listCodes: listCodesEndpoint,
    checkCode: checkCodeEndpoint,
    pauseCode: pauseCodeEndpoint,
    resumeCode: resumeCodeEndpoint,
    reserveCode: reserveCodeEndpoint,
    extendCode: extendCodeEndpoint,
    deleteCode: deleteCodeEndpoint,
    actOnCodes: actOnCodesEndpoint,
    listFormats: listFormatsEndpoint,
  },
  ...{
    createLead: createLeadEndpoint,
    findLead: findLeadEndpoint,
    findPlace: findPlaceEndpoint,
    findLeads: findLeadsEndpoint,
    listLeads: listLeadsEndpoint,
    changeLead: changeLeadEndpoint,
    inviteLeads: inviteLeadsEndpoint,
    deleteLead: deleteLeadEndpoint,
    actOnLeads: actOnLeadsEndpoint,
    listTimeline: listTimelineEndpoint,
    countLeadsByDay: countLeadsByDayEndpoint,
  },
  ...{
    sendCode: sendCodeEndpoint,
    previewSend: previewSendEndpoint,
    listSends: listSendsEndpoint,
    findSend: findSendEndpoint,
    listDeliveries: listDeliveriesEndpoint,
    listAllDeliveries: listAllDeliveriesEndpoint,
    retrySend: retrySendEndpoint,
    cancelSend: cancelSendEndpoint,
    sendToMissed: sendToMissedEndpoint,
    showMail: showMailEndpoint,
  },
  ...{
    listMailTexts: listMailTextsEndpoint,
    changeMailText: changeMailTextEndpoint,
    resetMailText: resetMailTextEndpoint,
    previewMail: previewMailEndpoint,
    sendTestMail: sendTestMailEndpoint,
  },
  ...{
    listSuppressions: listSuppressionsEndpoint,
    addSuppression: addSuppressionEndpoint,
    changeSuppression: changeSuppressionEndpoint,
    removeSuppression: removeSuppressionEndpoint,
  },
  ...{
    claimCode: claimCodeEndpoint,
    exchangeToken: exchangeTokenEndpoint,
    listClaims: listClaimsEndpoint,
    listCodeClaims: listCodeClaimsEndpoint,
    revokeClaim: revokeClaimEndpoint,
    countClaimsByDay: countClaimsByDayEndpoint,
  },
  ...{
    listBatches: listBatchesEndpoint,
    findBatch: findBatchEndpoint,
    makeBatch: makeBatchEndpoint,
    pauseBatch: pauseBatchEndpoint,
    resumeBatch: resumeBatchEndpoint,
    extendBatch: extendBatchEndpoint,
    deleteBatch: deleteBatchEndpoint,
  },
  ...{ listTasks: listTasksEndpoint, findTask: findTaskEndpoint, cancelTask: cancelTaskEndpoint },
  ...{ getOverview: getOverviewEndpoint, listEvents: listEventsEndpoint },
  ...{ findProject: findProjectEndpoint, changeProject: changeProjectEndpoint, pauseProject: pauseProjectEndpoint },
  ...{ findProtection: findProtectionEndpoint, findBlockList: findBlockListEndpoint, changeBlockList: changeBlockListEndpoint },
  ...{ findMailSettings: findMailSettingsEndpoint, changeMailSettings: changeMailSettingsEndpoint, testMailServer: testMailServerEndpoint },
  ...{
    listKeys: listKeysEndpoint,
    createKey: createKeyEndpoint,
    rotateKey: rotateKeyEndpoint,
    revokeKey: revokeKeyEndpoint,
    allowOrigins: allowOriginsEndpoint,
  },
  ...{
    listStaff: listStaffEndpoint,
    changeStaff: changeStaffEndpoint,
    removeStaff: removeStaffEndpoint,
    listInvitations: listInvitationsEndpoint,
    inviteStaff: inviteStaffEndpoint,
    resendInvitation: resendInvitationEndpoint,
    revokeInvitation: revokeInvitationEndpoint,
    acceptInvitation: acceptInvitationEndpoint,
  },
  ...{
    askForReset: askForResetEndpoint,
    resetPassword: resetPasswordEndpoint,
    changeAccount: changeAccountEndpoint,
    changePassword: changePasswordEndpoint,
  },
  ...{
    beginSecondFactor: beginSecondFactorEndpoint,
    confirmSecondFactor: confirmSecondFactorEndpoint,
    renewRecoveryCodes: renewRecoveryCodesEndpoint,
    removeSecondFactor: removeSecondFactorEndpoint,
  },
  ...{
    setUp: setUpEndpoint,
    signIn: signInEndpoint,
    findSession: findSessionEndpoint,
    signOut: signOutEndpoint,
    listSessions: listSessionsEndpoint,
    endSession: endSessionEndpoint,
    endSessions: endSessionsEndpoint,
  },
  ...{ live: liveEndpoint, ready: readyEndpoint },
};

/** Every endpoint of the API by its name, in the order the document lists them. */
export const endpoints: Readonly<Record<string, Endpoint>> = all;

/** The endpoints by how they are called: `"GET /leads"`. */
export type Calls = { [Name in keyof typeof all as `${(typeof all)[Name]["method"]} ${(typeof all)[Name]["path"]}`]: (typeof all)[Name] };

/** The calls that somebody with `role` may not make. */
export const closedTo = (role: Role): (keyof Calls)[] =>
  Object.values(all).flatMap((each) => {
    const least = leastRole(each);
    return least !== undefined && mayAs(role, least) ? [] : [`${each.method} ${each.path}` as keyof Calls];
  });
