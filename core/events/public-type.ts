import { eventKinds } from "@/contract/event-kinds";
import type { EventType } from "@/contract/event-types";
import type { EventKind, EventRecord } from "@/contract/events";

/** What decides which type an event has. */
type StoredEvent = Pick<EventRecord, "data" | "email"> & { code_text: string | null };

/** The type of the events of a kind, or how to find theirs, of which there can be several. `null` if other systems don't follow it. */
type TypeOfKind = EventType | null | { types: readonly EventType[]; find(event: StoredEvent): EventType | EventType[] | null };

const isJoin = ({ data: { fields, onWaitlist } }: StoredEvent): boolean => onWaitlist === true && String(fields) === "onWaitlist";

const suppressionTypes: Readonly<Record<string, EventType>> = { bounced: "lead.bounced", unsubscribed: "lead.unsubscribed" };

const updatedLead: TypeOfKind = { types: ["lead.updated"], find: ({ email }) => (email === null ? null : "lead.updated") };

/** A change that is followed by others if it has their details, such as a claim that took the last use of a code. */
const followedBy = (type: EventType, others: Readonly<Record<string, EventType>>): TypeOfKind => ({
  types: [type, ...Object.values(others)],
  find: ({ data }) => [type, ...Object.entries(others).flatMap(([detail, other]) => (data[detail] === undefined ? [] : [other]))],
});

/** Emails to leads change their records, which `records.changed` names. */
const namedByOtherEvents = null;

/** The kinds whose name isn't also their type. */
const typesByKind: Readonly<Record<Exclude<EventKind, EventType>, TypeOfKind> & Partial<Record<EventKind, TypeOfKind>>> = {
  "lead.created": followedBy("lead.created", { heldReason: "lead.held" }),
  "lead.updated": {
    types: ["lead.updated", "lead.joined_waitlist"],
    find: (event) => (isJoin(event) ? "lead.joined_waitlist" : "lead.updated"),
  },
  "lead.moved": "lead.updated",
  "lead.email_change_requested": null,
  "lead.invitation_reopened": "lead.updated",
  "lead.invitation_reissued": "lead.updated",
  "lead.returned_to_waitlist": "lead.joined_waitlist",
  "lead.invitation_bounced": "lead.updated",
  "codes.printed": null,
  "code.claimed": followedBy("code.claimed", { last: "code.exhausted" }),
  "code.extended": followedBy("code.extended", { exhausted: "code.exhausted", expired: "code.expired" }),
  "batch.extended": followedBy("batch.extended", { expired: "batch.expired" }),
  // An invitation has a code for each lead.
  "code.sent": {
    types: ["code.sent", "lead.invited"],
    find: ({ code_text: code }) => (code === null ? "lead.invited" : "code.sent"),
  },
  "code.reserved": "code.updated",
  // Holds aren't in the records of codes that events have.
  "code.held": null,
  "code.hold_released": null,
  "code.returned": "code.updated",
  "code.tags_updated": "code.updated",
  "code.words_replaced": "code.updated",
  "wave.scheduled": "wave.updated",
  "wave.canceled": "wave.updated",
  "wave.paused": "wave.updated",
  "wave.resumed": "wave.updated",
  "wave.places_passed_on": "wave.sent",
  "send.retried": "send.updated",
  "lead.email_resent": namedByOtherEvents,
  "messages.retried": namedByOtherEvents,
  "saved_emails.sent": namedByOtherEvents,
  "send.canceled": "send.updated",
  "deliveries.retried": namedByOtherEvents,
  // Events of suppressions without a lead have no email.
  "suppression.added": {
    types: ["lead.bounced", "lead.unsubscribed", "lead.updated"],
    find: ({ email, data }) => (email === null ? null : (suppressionTypes[String(data.reason)] ?? "lead.updated")),
  },
  "suppression.updated": updatedLead,
  "suppression.removed": updatedLead,
  "list.exported": null,
  "export.downloaded": null,
  "print.downloaded": null,
  "personal_data.exported": null,
  "view.created": null,
  "view.updated": null,
  "view.deleted": null,
  "webhook.created": null,
  "webhook.updated": null,
  "webhook.secret_rotated": null,
  "webhook.paused": null,
  "webhook.resumed": null,
  "webhook.recovered": null,
  "webhook.deleted": null,
  "batch.renamed": "batch.updated",
  "batch.redemption_changed": "batch.updated",
  "bin.deleted": namedByOtherEvents,
  "project.set_up": null,
  "project.updated": null,
  "project.email_delivery_updated": null,
  "project.paused": null,
  "project.resumed": null,
  "project.exported": null,
  "project.imported": null,
  "block_list.updated": null,
  "rate_limits.updated": null,
  "email_template.updated": null,
  "email_template.reset": null,
  "origins.updated": null,
  "agent.tool_called": null,
};

const typeOfKind = (kind: EventKind): TypeOfKind => typesByKind[kind] ?? (kind in typesByKind ? null : (kind as EventType));

/** Returns the types by which other systems know an event, in their order: none if they don't follow it. */
export function publicTypes(event: StoredEvent & { kind: EventKind }): EventType[] {
  const type = typeOfKind(event.kind);
  return [typeof type === "object" && type !== null ? type.find(event) : type].flat().filter((each) => each !== null);
}

function canHaveType(kind: EventKind, type: EventType): boolean {
  const known = typeOfKind(kind);
  return typeof known === "object" && known !== null ? known.types.includes(type) : known === type;
}

/** Returns the kinds whose events can have one of these types. */
export const kindsOfTypes = (types: readonly EventType[]): EventKind[] =>
  eventKinds.filter((kind) => types.some((type) => canHaveType(kind, type)));
