import { eventKinds } from "./event-kinds";

type AccountType = Extract<(typeof eventKinds)[number], `staff.${string}` | `key.${string}`>;

/** What an event is about: the record that its `data` has, or the IDs of records. */
export type EventTopic = "lead" | "code" | "batch" | "send" | "wave" | "import" | "records" | "account";

/** `change` is an example of what changed. */
type EventTypeValue = { about: EventTopic; text: string; change?: Readonly<Record<string, unknown>> };

const exampleSend = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
const exampleRecord = "019aa6c5-0000-7000-8000-000000000002";

/** The types of events that other systems follow, with what they are about and one sentence each. Types are added, and never change their meaning. */
const recordTypes = {
  "lead.created": { about: "lead", text: "A lead was added: by a sign-up, a claim, a key or a staff member." },
  "lead.updated": {
    about: "lead",
    text: "A lead changed in a way that has no type of its own, such as their name, tags or suppression.",
    change: { fields: ["tags"], addedTags: ["vip"] },
  },
  "lead.confirmed": { about: "lead", text: "A lead confirmed their email address with a link that was emailed to them." },
  "lead.held": {
    about: "lead",
    text: "A sign-up is held for review. It follows the `lead.created` of the same lead.",
    change: { heldReason: "disposable" },
  },
  "lead.approved": { about: "lead", text: "A held sign-up was approved." },
  "lead.joined_waitlist": {
    about: "lead",
    text: "A lead who existed before joined the waitlist, or returned to it. A new lead who waits is `lead.created`, with `onWaitlist`.",
    change: { fields: ["onWaitlist"], onWaitlist: true },
  },
  "lead.declined": { about: "lead", text: "A lead declined their invitation.", change: { code: "curious-pineapple" } },
  "lead.invitation_expired": { about: "lead", text: "The invitation of a lead expired.", change: { code: "curious-pineapple" } },
  "lead.bounced": { about: "lead", text: "The mailbox of a lead doesn't exist, so they get no more email.", change: { reason: "bounced" } },
  "lead.unsubscribed": { about: "lead", text: "A lead unsubscribed from email.", change: { reason: "unsubscribed" } },
  "lead.email_changed": { about: "lead", text: "A lead changed their email address." },
  "lead.deleted": {
    about: "lead",
    text: "A lead was deleted. `change.bin` is `true` if they can be restored.",
    change: { id: exampleRecord, bin: true },
  },
  "lead.restored": { about: "lead", text: "A lead was restored from the bin." },
  "lead.invited": {
    about: "send",
    text: "Leads were invited, each with a code of their own. `GET /sends/:id/deliveries` has who was.",
    change: { send: exampleSend, received: 2, notified: 2 },
  },
  "leads.imported": { about: "import", text: "Leads were imported from a file. `GET /imports/:id/rows` has them.", change: { created: 1 } },
  "leads.import_undone": { about: "import", text: "An import of leads was undone. `GET /imports/:id/rows` has them." },
  "suppressions.imported": { about: "import", text: "Suppressions were imported from a file." },
  "suppressions.import_undone": { about: "import", text: "An import of suppressions was undone." },
  "codes.generated": {
    about: "batch",
    text: "Codes were generated or imported as a batch. `GET /codes?batch=:id` has them.",
    change: { amount: 1 },
  },
  "code.claimed": {
    about: "code",
    text: "A code was claimed, by the email in `change`.",
    change: { email: "ada@example.org", emailVerifiedBy: "link", last: true },
  },
  "code.exhausted": {
    about: "code",
    text: "A code has no uses left: it follows the `code.claimed` of the last one, or the `code.extended` that allowed fewer.",
    change: { email: "ada@example.org", last: true },
  },
  "code.expired": {
    about: "code",
    text: "The end date of a code passed. It follows `code.extended` if the code got an end date in the past.",
    change: { validUntil: "2026-11-21T12:00:00.000Z" },
  },
  "code.sent": {
    about: "code",
    text: "A code was sent to leads. `change.send` is the ID of the send.",
    change: { send: exampleSend, received: 2, notified: 2 },
  },
  "code.updated": {
    about: "code",
    text: "A code was reserved, returned to its batch, tagged, or got new words, metadata or another external ID.",
  },
  "code.paused": { about: "code", text: "A code was paused." },
  "code.resumed": { about: "code", text: "A code was resumed." },
  "code.extended": { about: "code", text: "A code got more claims or another end date.", change: { allowedClaims: 5 } },
  "code.deleted": {
    about: "code",
    text: "A code was deleted. `change.bin` is `true` if it can be restored.",
    change: { id: exampleRecord, bin: true },
  },
  "code.restored": { about: "code", text: "A code was restored from the bin." },
  "claim.revoked": {
    about: "code",
    text: "A claim of a code was revoked, that of the email in `change`.",
    change: { email: "ada@example.org" },
  },
  "batch.updated": { about: "batch", text: "The name of a batch changed, where its codes are redeemed, or whose emails can claim them." },
  "batch.paused": { about: "batch", text: "All codes of a batch were paused." },
  "batch.resumed": { about: "batch", text: "All codes of a batch were resumed." },
  "batch.extended": { about: "batch", text: "The codes of a batch got more claims or another end date." },
  "batch.expired": {
    about: "batch",
    text: "More than 100 codes of a batch ended at the same time, or the batch got an end date in the past: its codes have no `code.expired` then. `GET /codes?batch=:id&status=expired` has them.",
    change: { codes: 250_000, validUntil: "2026-11-21T12:00:00.000Z" },
  },
  "batch.deleted": { about: "batch", text: "A batch was deleted with its codes." },
  "batch.restored": { about: "batch", text: "A batch was restored from the bin with its codes." },
  "wave.updated": { about: "wave", text: "A wave was scheduled, canceled, paused or resumed." },
  "wave.sent": { about: "wave", text: "A wave invited the next in line.", change: { invited: 1 } },
  "wave.ended": { about: "wave", text: "A recurring wave ended." },
  "announcement.sent": { about: "send", text: "An announcement was sent.", change: { send: exampleSend, received: 2, notified: 2 } },
  "send.updated": {
    about: "send",
    text: "A send was canceled, or its failed emails were retried.",
    change: { send: exampleSend, deliveries: 1 },
  },
  "send.finished": {
    about: "send",
    text: "All emails of a send have their result, also if the last ones were canceled. `change.deliveries` counts them by status. If failed emails are retried, it happens again.",
    change: { send: exampleSend, deliveries: { sent: 118, failed: 2 } },
  },
  "webhook.disabled": {
    about: "account",
    text: "Gatehouse stopped a webhook that failed for days or is gone. `change.webhook` is its ID.",
    change: { webhook: "019aa6c5-0000-7000-8000-000000000003", description: "Shop", reason: "failing" },
  },
  "email.delivered": {
    about: "lead",
    text: "The mail server accepted an email to a lead. `change` has the IDs of the `delivery` and of its `send`, if it has one, and the `kind` of email.",
    change: { delivery: exampleRecord, send: exampleSend, kind: "code" },
  },
  "email.failed": {
    about: "lead",
    text: "An email to a lead failed permanently. `change.reason` has the codes of the mail server's response.",
    change: { delivery: exampleRecord, send: exampleSend, kind: "code", reason: "554 5.7.1" },
  },
  "email.bounced": {
    about: "lead",
    text: "The mailbox of a lead doesn't exist, as the mail server said at once or a report later. `lead.bounced` says that they get no more email.",
    change: { delivery: exampleRecord, send: exampleSend, kind: "code", reason: "550 5.1.1" },
  },
  "email.complained": {
    about: "lead",
    text: "A lead reported an email as spam.",
    change: { delivery: exampleRecord, send: exampleSend, kind: "announcement" },
  },
  "records.changed": {
    about: "records",
    text: "Records changed together with others: the leads with the IDs in `leads`, the codes in `codes`, or those in the rows of `change.import`.",
  },
} as const satisfies Readonly<Record<string, EventTypeValue>>;

/** The types of events about staff members and API keys, with one sentence each. They are followed only if they are asked for, and are what *Activity* calls them. */
const accountTexts: Readonly<Record<AccountType, string>> = {
  "staff.invited": "A staff member was invited to the team, or invited again.",
  "staff.invitation_revoked": "The invitation of a staff member was revoked.",
  "staff.invitation_link_copied": "The link of an invitation was copied.",
  "staff.joined": "A staff member joined the team.",
  "staff.updated": "The name, role or account of a staff member changed.",
  "staff.removed": "A staff member was removed from the team.",
  "staff.signed_in": "A staff member signed in.",
  "staff.signed_out": "A staff member signed out, or was signed out.",
  "staff.sign_in_failed": "Signing in failed.",
  "staff.access_refused": "A staff member called something that their role can't use.",
  "staff.password_changed": "A staff member changed their password.",
  "staff.password_reset": "A password was reset with an emailed link.",
  "staff.second_factor_added": "A staff member turned on two-factor authentication.",
  "staff.second_factor_removed": "Two-factor authentication of a staff member was turned off.",
  "staff.recovery_codes_regenerated": "A staff member regenerated their recovery codes.",
  "staff.passkey_added": "A staff member added a passkey.",
  "staff.passkey_removed": "A passkey of a staff member was removed.",
  "staff.passkey_refused": "A staff member failed to add a passkey.",
  "key.created": "An API key was created.",
  "key.rotated": "An API key was rotated.",
  "key.revoked": "An API key was revoked.",
  "key.refused": "A revoked or expired API key was used.",
};

export const accountTypes = eventKinds.filter((kind): kind is AccountType => kind in accountTexts);

export type RecordType = keyof typeof recordTypes;
export type EventType = RecordType | AccountType;

/** The types of events about records, which are followed unless others are asked for. */
export const recordTypeNames = Object.keys(recordTypes) as [RecordType, ...RecordType[]];

export const eventTypes: readonly [EventType, ...EventType[]] = [...recordTypeNames, ...accountTypes];

/** What an event of this type is about. */
export const eventTopic = (type: EventType): EventTopic => (type in recordTypes ? recordTypes[type as RecordType].about : "account");

/** The types about a topic. */
export const typesAbout = (topic: EventTopic): EventType[] => eventTypes.filter((type) => eventTopic(type) === topic);

/** One sentence about a type. */
export const describeEventType = (type: EventType): string =>
  type in recordTypes ? recordTypes[type as RecordType].text : accountTexts[type as AccountType];

/** An example of what changed in an event of this type. */
export function exampleChange(type: EventType): Readonly<Record<string, unknown>> {
  const value: EventTypeValue | undefined = type in recordTypes ? recordTypes[type as RecordType] : undefined;
  return value?.change ?? {};
}

/** Describes the types, as a list in Markdown. */
export const describeEventTypes = (): string => recordTypeNames.map((type) => `- \`${type}\`: ${describeEventType(type)}`).join("\n");
