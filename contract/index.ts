import { listBatches, pauseBatch, resumeBatch } from "./batches";
import { claimCode, exchangeToken, listClaims, listCodeClaims } from "./claims";
import { deleteCode, findCode, generateCodes, listCodes, pauseCode, resumeCode } from "./codes";
import type { Endpoint } from "./endpoint";
import { listEvents } from "./events";
import { live, ready } from "./health";
import { createLead, deleteLead, findLead, inviteLeads, listLeads } from "./leads";
import { findSend, listDeliveries, listSends, sendCode } from "./sends";

/** Every endpoint of the API by its name, in the order the document lists them. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  ...{ generateCodes, findCode, listCodes, pauseCode, resumeCode, deleteCode },
  ...{ createLead, findLead, listLeads, inviteLeads, deleteLead },
  ...{ sendCode, listSends, findSend, listDeliveries },
  ...{ claimCode, exchangeToken, listClaims, listCodeClaims },
  ...{ listBatches, pauseBatch, resumeBatch },
  ...{ listEvents },
  ...{ live, ready },
};
