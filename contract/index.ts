import {
  askForReset,
  beginSecondFactor,
  changeAccount,
  changePassword,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetPassword,
} from "./account";
import { deleteBatch, extendBatch, findBatch, listBatches, makeBatch, pauseBatch, resumeBatch } from "./batches";
import { changeBlockList, findBlockList } from "./block-list";
import { claimCode, countClaimsByDay, exchangeToken, listClaims, listCodeClaims, revokeClaim } from "./claims";
import { actOnCodes, extendCode, pauseCode, reserveCode, resumeCode } from "./code-acts";
import { checkCode } from "./code-check";
import { deleteCode, findCode, findCodes, generateCodes, listCodes } from "./codes";
import { listAllDeliveries, listDeliveries } from "./deliveries";
import { type Endpoint, leastRole } from "./endpoint";
import { listEvents } from "./events";
import { listFormats } from "./formats";
import { live, ready } from "./health";
import { allowOrigins, createKey, listKeys, revokeKey, rotateKey } from "./keys";
import { actOnLeads } from "./lead-acts";
import { changeLead, countLeadsByDay, createLead, deleteLead, findLead, findLeads, inviteLeads, listLeads } from "./leads";
import { changeMailText, listMailTexts, previewMail, resetMailText, sendTestMail } from "./mail";
import { changeMailSettings, findMailSettings, testMailServer } from "./mail-settings";
import { getOverview } from "./overview";
import { pauseProject } from "./pauses";
import { findPlace } from "./place";
import { changeProject, findProject } from "./project";
import { findProtection } from "./protection-state";
import { mayAs, type Role } from "./roles";
import { previewSend, showMail } from "./send-preview";
import { cancelSend, findSend, listSends, retrySend, sendCode, sendToMissed } from "./sends";
import { endSession, endSessions, findSession, listSessions, signIn, signOut } from "./session";
import { setUp } from "./setup";
import { addSuppression, changeSuppression, listSuppressions, removeSuppression } from "./suppressions";
import { cancelTask, findTask, listTasks } from "./tasks";
import {
  acceptInvitation,
  changeStaff,
  inviteStaff,
  listInvitations,
  listStaff,
  removeStaff,
  resendInvitation,
  revokeInvitation,
} from "./team";
import { listTimeline } from "./timeline";

const all = {
  ...{
    generateCodes,
    findCode,
    findCodes,
    listCodes,
    checkCode,
    pauseCode,
    resumeCode,
    reserveCode,
    extendCode,
    deleteCode,
    actOnCodes,
    listFormats,
  },
  ...{
    createLead,
    findLead,
    findPlace,
    findLeads,
    listLeads,
    changeLead,
    inviteLeads,
    deleteLead,
    actOnLeads,
    listTimeline,
    countLeadsByDay,
  },
  ...{ sendCode, previewSend, listSends, findSend, listDeliveries, listAllDeliveries, retrySend, cancelSend, sendToMissed, showMail },
  ...{ listMailTexts, changeMailText, resetMailText, previewMail, sendTestMail },
  ...{ listSuppressions, addSuppression, changeSuppression, removeSuppression },
  ...{ claimCode, exchangeToken, listClaims, listCodeClaims, revokeClaim, countClaimsByDay },
  ...{ listBatches, findBatch, makeBatch, pauseBatch, resumeBatch, extendBatch, deleteBatch },
  ...{ listTasks, findTask, cancelTask },
  ...{ getOverview, listEvents },
  ...{ findProject, changeProject, pauseProject },
  ...{ findProtection, findBlockList, changeBlockList },
  ...{ findMailSettings, changeMailSettings, testMailServer },
  ...{ listKeys, createKey, rotateKey, revokeKey, allowOrigins },
  ...{ listStaff, changeStaff, removeStaff, listInvitations, inviteStaff, resendInvitation, revokeInvitation, acceptInvitation },
  ...{ askForReset, resetPassword, changeAccount, changePassword },
  ...{ beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, removeSecondFactor },
  ...{ setUp, signIn, findSession, signOut, listSessions, endSession, endSessions },
  ...{ live, ready },
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
