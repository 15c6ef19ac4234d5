import { eventKinds } from "./event-kinds";

/** What an event is about: the record that its `data` has, or the IDs of records. */
export type EventTopic = "lead" | "code" | "batch" | "send" | "wave" | "import" | "records" | "account";

type EventTypeValue = { about: EventTopic; text: string };

/** The types of events that other systems follow, with what they are about and one sentence each. Types are added, and never change their meaning. */
const recordTypes = {
  "lead.created": { about: "lead", text: "A lead was added: by a sign-up, a claim, a key or a staff member." },
  "lead.updated": { about: "lead", text: "A lead changed in a way that has no type of its own, such as their name, tags or suppression." },
  "lead.confirmed": { about: "lead", text: "A lead confirmed their email address with a link that was emailed to them." },
  "lead.held": { about: "lead", text: "A sign-up is held for review. It follows the `lead.created` of the same lead." },
  "lead.approved": { about: "lead", text: "A held sign-up was approved." },
  "lead.joined_waitlist": {
    about: "lead",
    text: "A lead who existed before joined the waitlist, or returned to it. A new lead who waits is `lead.created`, with `onWaitlist`.",
  },
  "lead.declined": { about: "lead", text: "A lead declined their invitation." },
  "lead.invitation_expired": { about: "lead", text: "The invitation of a lead expired." },
  "lead.bounced": { about: "lead", text: "The mailbox of a lead doesn't exist, so they get no more email." },
  "lead.unsubscribed": { about: "lead", text: "A lead unsubscribed from email." },
  "lead.email_changed": { about: "lead", text: "A lead changed their email address." },
  "lead.deleted": { about: "lead", text: "A lead was deleted. `change.bin` is `true` if they can be restored." },
  "lead.restored": { about: "lead", text: "A lead was restored from the bin." },
  "lead.invited": {
    about: "send",
    text: "Leads were invited, each with a code of their own. `GET /sends/:id/deliveries` has who was.",
  },
  "leads.imported": { about: "import", text: "Leads were imported from a file. `GET /imports/:id/rows` has them." },
  "leads.import_undone": { about: "import", text: "An import of leads was undone. `GET /imports/:id/rows` has them." },
  "suppressions.imported": { about: "import", text: "Suppressions were imported from a file." },
  "suppressions.import_undone": { about: "import", text: "An import of suppressions was undone." },
  "codes.generated": { about: "batch", text: "Codes were generated or imported as a batch. `GET /codes?batch=:id` has them." },
  "code.claimed": { about: "code", text: "A code was claimed, by the email in `change`." },
  "code.exhausted": {
    about: "code",
    text: "A code has no uses left: it follows the `code.claimed` of the last one, or the `code.extended` that allowed fewer.",
  },
  "code.sent": { about: "code", text: "A code was sent to leads. `change.send` is the ID of the send." },
  "code.updated": { about: "code", text: "A code was reserved, returned to its batch, tagged, or got new words." },
  "code.paused": { about: "code", text: "A code was paused." },
  "code.resumed": { about: "code", text: "A code was resumed." },
  "code.extended": { about: "code", text: "A code got more claims or another end date." },
  "code.deleted": { about: "code", text: "A code was deleted. `change.bin` is `true` if it can be restored." },
  "code.restored": { about: "code", text: "A code was restored from the bin." },
  "claim.revoked": { about: "code", text: "A claim of a code was revoked, that of the email in `change`." },
  "batch.updated": { about: "batch", text: "The name of a batch changed, or where its codes are redeemed." },
  "batch.paused": { about: "batch", text: "All codes of a batch were paused." },
  "batch.resumed": { about: "batch", text: "All codes of a batch were resumed." },
  "batch.extended": { about: "batch", text: "The codes of a batch got more claims or another end date." },
  "batch.deleted": { about: "batch", text: "A batch was deleted with its codes." },
  "batch.restored": { about: "batch", text: "A batch was restored from the bin with its codes." },
  "wave.updated": { about: "wave", text: "A wave was scheduled, canceled, paused or resumed." },
  "wave.sent": { about: "wave", text: "A wave invited the next in line." },
  "wave.ended": { about: "wave", text: "A recurring wave ended." },
  "announcement.sent": { about: "send", text: "An announcement was sent." },
  "send.updated": { about: "send", text: "A send was canceled, or its failed emails were retried." },
  "records.changed": {
    about: "records",
    text: "Records changed together with others: the leads with the IDs in `leads`, the codes in `codes`, or those in the rows of `change.import`.",
  },
} as const satisfies Readonly<Record<string, EventTypeValue>>;

type AccountType = Extract<(typeof eventKinds)[number], `staff.${string}` | `key.${string}`>;

/** The types of events about staff members and API keys, which are followed only if they are asked for. They are what *Activity* calls them. */
export const accountTypes = eventKinds.filter((kind): kind is AccountType => kind.startsWith("staff.") || kind.startsWith("key."));

export type RecordType = keyof typeof recordTypes;
export type EventType = RecordType | AccountType;

/** The types of events about records, which are followed unless others are asked for. */
export const recordTypeNames = Object.keys(recordTypes) as [RecordType, ...RecordType[]];

export const eventTypes: readonly [EventType, ...EventType[]] = [...recordTypeNames, ...accountTypes];

/** What an event of this type is about. */
export const eventTopic = (type: EventType): EventTopic => (type in recordTypes ? recordTypes[type as RecordType].about : "account");

/** The types about a topic. */
export const typesAbout = (topic: EventTopic): EventType[] => eventTypes.filter((type) => eventTopic(type) === topic);

/** Describes the types, as a list in Markdown. */
export const describeEventTypes = (): string => recordTypeNames.map((type) => `- \`${type}\`: ${recordTypes[type].text}`).join("\n");
