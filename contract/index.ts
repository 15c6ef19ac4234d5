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
import { listBatches, pauseBatch, resumeBatch } from "./batches";
import { claimCode, exchangeToken, listClaims, listCodeClaims } from "./claims";
import { deleteCode, findCode, generateCodes, listCodes, pauseCode, resumeCode } from "./codes";
import type { Endpoint } from "./endpoint";
import { listEvents } from "./events";
import { live, ready } from "./health";
import { allowOrigins, createKey, listKeys, revokeKey, rotateKey } from "./keys";
import { createLead, deleteLead, findLead, inviteLeads, listLeads } from "./leads";
import { changeProject, findProject } from "./project";
import { findSend, listDeliveries, listSends, sendCode } from "./sends";
import { endSession, endSessions, findSession, listSessions, signIn, signOut } from "./session";
import { setUp } from "./setup";
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

/** Every endpoint of the API by its name, in the order the document lists them. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  ...{ generateCodes, findCode, listCodes, pauseCode, resumeCode, deleteCode },
  ...{ createLead, findLead, listLeads, inviteLeads, deleteLead },
  ...{ sendCode, listSends, findSend, listDeliveries },
  ...{ claimCode, exchangeToken, listClaims, listCodeClaims },
  ...{ listBatches, pauseBatch, resumeBatch },
  ...{ listEvents },
  ...{ findProject, changeProject },
  ...{ listKeys, createKey, rotateKey, revokeKey, allowOrigins },
  ...{ listStaff, changeStaff, removeStaff, listInvitations, inviteStaff, resendInvitation, revokeInvitation, acceptInvitation },
  ...{ askForReset, resetPassword, changeAccount, changePassword },
  ...{ beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, removeSecondFactor },
  ...{ setUp, signIn, findSession, signOut, listSessions, endSession, endSessions },
  ...{ live, ready },
};
