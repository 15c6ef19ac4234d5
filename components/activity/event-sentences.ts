import type { EventKind, EventRecord } from "@/contract/events";
import { eventKinds } from "@/contract/kinds";
import {
  address,
  asRole,
  batch,
  changedBlockList,
  changedLead,
  changedStaff,
  code,
  counted,
  extended,
  generated,
  isVisitor,
  joined,
  key,
  lead,
  list,
  mail,
  number,
  ofMail,
  ofMailText,
  ofProject,
  type SentencePart,
  passwordReset,
  rotated,
  sent,
  shown,
  texts,
  to,
  whatOf,
  whom,
  withWay,
} from "./event-data";

export const groups = ["Codes", "Leads", "Sign-in", "Team", "Keys", "Project"] as const;
export type Group = (typeof groups)[number];

type Words = {
  group: Group;
  /** What the filter calls it. */
  label: string;
  /** What was done, to stand beside who did it. Where the code and the address have places of their own, the event comes without them. */
  said: (event: EventRecord) => readonly SentencePart[];
};

/** Every kind of event in words, and the group that the filter shows it in. */
export const eventDescriptions: Readonly<Record<EventKind, Words>> = {
  "codes.generated": { group: "Codes", label: "Codes generated", said: generated },
  "code.claimed": {
    group: "Codes",
    label: "Code claimed",
    said: (event) => ["Claimed ", code(event), ...(event.email === null ? [] : [" for ", lead(event)])],
  },
  "code.sent": { group: "Codes", label: "Codes sent", said: sent },
  "code.paused": { group: "Codes", label: "Code paused", said: (event) => ["Paused ", code(event)] },
  "code.resumed": { group: "Codes", label: "Code resumed", said: (event) => ["Resumed ", code(event)] },
  "code.extended": { group: "Codes", label: "Code extended", said: (event) => ["Changed ", ...extended(event), " of ", code(event)] },
  "code.reserved": {
    group: "Codes",
    label: "Code reserved",
    said: (event) => (event.email === null ? ["Took the reservation off ", code(event)] : ["Reserved ", code(event), " for ", lead(event)]),
  },
  "code.deleted": { group: "Codes", label: "Code deleted", said: (event) => ["Deleted ", code(event)] },
  "batch.paused": { group: "Codes", label: "Batch paused", said: () => ["Paused a batch"] },
  "batch.resumed": { group: "Codes", label: "Batch resumed", said: () => ["Resumed a batch"] },
  "batch.extended": { group: "Codes", label: "Batch extended", said: (event) => ["Changed ", ...extended(event), ` of ${batch(event)}`] },
  "batch.deleted": {
    group: "Codes",
    label: "Batch deleted",
    said: (event) => [`Deleted ${batch(event)} with ${counted(event.data.codes, "code")}`],
  },
  "claim.revoked": {
    group: "Codes",
    label: "Claim revoked",
    said: (event) => ["Revoked the claim of ", code(event), ...(event.email === null ? [] : [" by ", lead(event)])],
  },
  "send.retried": {
    group: "Codes",
    label: "Messages tried again",
    said: ({ data }) => [`Had ${counted(data.deliveries, "failed message")} tried again`],
  },
  "send.canceled": {
    group: "Codes",
    label: "Messages cancelled",
    said: ({ data }) => [`Cancelled ${counted(data.deliveries, "message")}`],
  },

  "lead.created": { group: "Leads", label: "Lead created", said: (event) => ["Added ", lead(event)] },
  "lead.updated": { group: "Leads", label: "Lead changed", said: changedLead },
  "lead.confirmed": { group: "Leads", label: "Lead confirmed", said: () => ["Confirmed their address"] },
  "lead.approved": { group: "Leads", label: "Sign-up accepted", said: () => ["Accepted a sign-up that was held"] },
  "lead.deleted": { group: "Leads", label: "Lead deleted", said: () => ["Deleted a lead"] },

  "suppression.added": {
    group: "Leads",
    label: "Mail stopped",
    said: (event) => (isVisitor(event) ? ["Asked for no more mail", ...to(event)] : ["Stopped mail to ", address(event)]),
  },
  "suppression.updated": {
    group: "Leads",
    label: "Suppression changed",
    said: (event) => ["Changed why ", address(event), " gets no mail"],
  },
  "suppression.removed": {
    group: "Leads",
    label: "Mail let through again",
    said: (event) => (isVisitor(event) ? ["Asked for mail again", ...to(event)] : ["Let ", address(event), " get mail again"]),
  },

  "staff.signed_in": { group: "Sign-in", label: "Signed in", said: (event) => [`Signed in${withWay(event)}`] },
  "staff.signed_out": {
    group: "Sign-in",
    label: "Signed out",
    said: ({ data }) => [number(data.sessions) > 1 ? `Signed out of ${shown(data.sessions)} browsers` : "Signed out"],
  },
  "staff.password_changed": { group: "Sign-in", label: "Password changed", said: () => ["Changed their password"] },
  "staff.password_reset": { group: "Sign-in", label: "Password reset", said: passwordReset },
  "staff.second_factor_added": { group: "Sign-in", label: "Second factor added", said: () => ["Added a second factor"] },
  "staff.second_factor_removed": { group: "Sign-in", label: "Second factor removed", said: () => ["Removed their second factor"] },
  "staff.recovery_codes_regenerated": { group: "Sign-in", label: "Recovery codes renewed", said: () => ["Made new recovery codes"] },

  "staff.invited": {
    group: "Team",
    label: "Invitation sent",
    said: (event) => [event.data.again === true ? "Mailed an invitation again" : `Invited somebody${asRole(event)}`],
  },
  "staff.invitation_revoked": { group: "Team", label: "Invitation revoked", said: () => ["Revoked an invitation"] },
  "staff.joined": { group: "Team", label: "Joined the team", said: joined },
  "staff.updated": { group: "Team", label: "Staff changed", said: changedStaff },
  "staff.removed": {
    group: "Team",
    label: "Staff removed",
    said: (event) => [`Removed ${whom(event)}`],
  },

  "key.created": { group: "Keys", label: "Key created", said: (event) => [`Created ${key(event)}`] },
  "key.rotated": { group: "Keys", label: "Key rotated", said: rotated },
  "key.revoked": { group: "Keys", label: "Key revoked", said: (event) => [`Revoked ${key(event)}`] },
  "block_list.updated": {
    group: "Leads",
    label: "Block list changed",
    said: changedBlockList,
  },
  "origins.updated": {
    group: "Keys",
    label: "Web origins changed",
    said: ({ data }) => [
      number(data.origins) === 0
        ? "Opened the public key to every web origin"
        : `Limited the public key to ${counted(data.origins, "web origin")}`,
    ],
  },

  "project.set_up": { group: "Project", label: "Project set up", said: () => ["Set the project up"] },
  "project.paused": { group: "Project", label: "Claims, sign-ups or mail paused", said: (event) => [`Paused ${whatOf(event)}`] },
  "project.resumed": { group: "Project", label: "Claims, sign-ups or mail resumed", said: (event) => [`Resumed ${whatOf(event)}`] },
  "email_template.updated": {
    group: "Project",
    label: "Mail reworded",
    said: (event) => [
      `Changed the ${list(texts(event.data.fields).map((field) => ofMailText[field] ?? field)) || "words"} of ${mail(event)}`,
    ],
  },
  "email_template.reset": {
    group: "Project",
    label: "Mail back to its default words",
    said: (event) => [`Took ${mail(event)} back to its default words`],
  },
  "project.email_delivery_updated": {
    group: "Project",
    label: "Sending changed",
    said: ({ data }) => [`Changed how mail is sent: ${list(texts(data.fields).map((field) => ofMail[field] ?? field)) || "settings"}`],
  },
  "project.updated": {
    group: "Project",
    label: "Project changed",
    said: ({ data }) => [`Changed the project’s ${list(texts(data.fields).map((field) => ofProject[field] ?? field)) || "settings"}`],
  },
};

/** The kinds of events under the headings of their groups, in the table's order. */
export const eventKindsByGroup: readonly { group: Group; kinds: readonly EventKind[] }[] = groups.map((group) => ({
  group,
  kinds: eventKinds.filter((kind) => eventDescriptions[kind].group === group),
}));

/** What an event says, as plain text. */
export const eventSentence = (event: EventRecord): string =>
  eventDescriptions[event.kind]
    .said(event)
    .map((part) => (typeof part === "string" ? part : part.mono))
    .join("");
