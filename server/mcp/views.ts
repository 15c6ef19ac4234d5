import type { BatchRecord } from "@/contract/batches";
import type { FailedClaimRecord } from "@/contract/claims";
import type { CheckReply, CodeRecord } from "@/contract/codes";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { EventRecord } from "@/contract/events";
import type { LeadRecord } from "@/contract/leads";
import type { AutomaticEmailRecord, MessageRecord } from "@/contract/messages";
import type { OverviewReply } from "@/contract/overview";
import type { SendRecord } from "@/contract/sends";
import { untrusted } from "./untrusted-text";

// What agents see of records: what they need for their job, with the texts that others wrote in a field of their own.

/** What needs attention. A message with quotation marks quotes a mail server, a webhook or a key. */
export const overviewView = ({ attention, ...numbers }: OverviewReply) => ({
  ...numbers,
  attention: attention.map(({ message, ...rest }) => ({ ...rest, ...(message.includes("“") ? untrusted({ message }) : { message }) })),
});

/** A lead. What they and other systems wrote is untrusted. */
export const leadView = (lead: LeadRecord) => ({
  email: lead.email,
  status: lead.status,
  ...(lead.heldReason && { heldReason: lead.heldReason }),
  waitlistStatus: lead.waitlistStatus,
  hasClaimedCode: lead.hasClaimedCode,
  ...(lead.invitation && { invitation: lead.invitation }),
  ...(lead.suppression && { suppression: lead.suppression }),
  confirmedAt: lead.confirmedAt,
  lastEmail: lead.lastEmail,
  ...(lead.tags.length > 0 && { tags: lead.tags }),
  source: lead.source,
  createdAt: lead.createdAt,
  ...untrusted({
    firstname: lead.firstname,
    lastname: lead.lastname,
    notes: lead.notes,
    answers: lead.fields,
    sourceTag: lead.sourceTag,
    metadata: lead.metadata,
    externalId: lead.externalId,
  }),
});

/** A code, with its batch. */
export const codeView = (code: CodeRecord) => ({
  code: code.code,
  status: code.status,
  claims: code.claims,
  allowedClaims: code.allowedClaims,
  validFrom: code.validFrom,
  validUntil: code.validUntil,
  reservedFor: code.reservedFor?.email ?? null,
  batch: code.batch,
  ...(code.tags.length > 0 && { tags: code.tags }),
  ...untrusted({ metadata: code.metadata, externalId: code.externalId }),
});

/** A batch, with its counts. */
export function batchView({ id, name, type, codeCount, claims, totalAllowedClaims, paused, validUntil, createdAt }: BatchRecord) {
  return { id, name, type, codeCount, claims, totalAllowedClaims, paused, validUntil, createdAt };
}

/** A send, with the number of its emails by status. */
export const sendView = (send: SendRecord) => ({
  id: send.id,
  kind: send.kind,
  code: send.code,
  batch: send.batch,
  notifiedLeads: send.notifiedLeads,
  emails: Object.fromEntries(Object.entries(send.deliveries).filter(([, count]) => count > 0)),
  completed: send.completed,
  scheduledAt: send.scheduledAt,
  createdAt: send.createdAt,
});

/** An email of a send, or an automatic one. */
export const emailView = (email: DeliveryRecord | AutomaticEmailRecord | MessageRecord) => ({
  email: email.email,
  ...("kind" in email && { kind: email.kind }),
  ...("code" in email && { code: email.code }),
  status: email.status,
  attempts: email.attempts,
  ...(email.skipReason && { skipReason: email.skipReason }),
  createdAt: email.createdAt,
  updatedAt: email.updatedAt,
  ...untrusted({ serverResponse: email.error }),
});

/** An event. What it is about beside a code and an email is untrusted, because it can contain anything that was entered. */
export const eventView = ({ kind, at, actor, code, email, data }: EventRecord) => ({
  kind,
  at,
  actor: actor.name ?? actor.kind,
  ...(code !== null && { code }),
  ...(email !== null && { email }),
  ...untrusted({ details: data }),
});

/** A failed attempt. The text of a code that doesn't exist is what a customer typed. */
export const failedClaimView = ({ code, codeExists, email, error, attempts, lastAttemptAt }: FailedClaimRecord) => ({
  ...(codeExists && { code }),
  codeExists,
  email,
  error,
  attempts,
  lastAttemptAt,
  ...(!codeExists && untrusted({ code })),
});

/** Whether a person can claim a code, and each rule that refuses it. */
export const checkView = ({ code, claimable, claimed, error, message, rules }: CheckReply) => ({
  ...(code && { code: code.code, codeStatus: code.status }),
  claimable,
  claimed,
  error,
  reasons: rules.flatMap((rule) => (rule.passes ? [] : [rule.message])),
  ...(message !== null && { messageForCustomer: message }),
});
