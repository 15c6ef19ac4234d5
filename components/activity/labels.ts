import type { z } from "zod";
import { type EmailTemplateKind, emailTemplateKinds, emailTemplateNames } from "@/contract/default-email-templates";
import { formatSignInMethod } from "@/contract/enums";
import { eventKinds } from "@/contract/event-kinds";
import type { EventKind, EventRecord } from "@/contract/events";
import type { updateProjectEndpoint } from "@/contract/project";
import { roleWithArticle } from "@/contract/roles";
import type { updateSignInSettingsEndpoint } from "@/contract/sign-in-settings";
import { plural } from "@/lib/plural";

export const activityLabels = {
  title: "Activity",
  emptyTitle: "No activity yet",
  emptyDescription: "Everything that your team, your API keys and your customers do appears here, newest first.",
  emptyAction: "Read the API reference",
  columns: { date: "Date", actor: "Actor", event: "Event", code: "Code", lead: "Lead" },
  filters: {
    actor: "Actor",
    anyActor: "Anyone",
    unknownActor: "Unknown",
    event: "Event",
    anyEvent: "All events",
    code: "Code",
    lead: "Lead",
  },
  details: { event: "Event", date: "Date", actor: "Actor", subject: "Staff member", request: "Request ID" },
  copyActorId: "actor ID",
  copyRequestId: "request ID",
};

const eventGroups = ["Codes", "Leads", "Sign-in", "Team", "API keys", "Project"] as const;
type EventGroup = (typeof eventGroups)[number];

/** A sentence about an event. `{code}` and `{email}` are filled in from the event, other placeholders from `values`. */
export type SentenceTemplate = string | { text: string; values: Readonly<Record<string, string>> };

/** Which of an event's code and email the sentence should mention. */
export type Mentions = { code: boolean; email: boolean };

type EventLabels = {
  group: EventGroup;
  /** Name of the kind in the filter. */
  label: string;
  /** What happened. The actor is shown beside the sentence. */
  sentence: (event: EventRecord, mentions: Mentions) => SentenceTemplate;
};

// Event data depends on the kind of event, and events that were recorded by earlier versions may lack parts of it.

type Data = EventRecord["data"];

function readString(data: Data, name: string): string {
  const value = data[name];
  return typeof value === "string" ? value : "";
}

function readNumber(data: Data, name: string): number {
  const value = data[name];
  return typeof value === "number" ? value : 0;
}

function readStrings(data: Data, name: string): string[] {
  const value = data[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Why a wave stopped by itself, to be added to a sentence. Empty if staff stopped it. */
function waveStopReason(data: Data): string {
  if (data.reason === "no_code_left") return ", because its batch had no code that could be sent";
  if (data.reason === "batch_deleted") return ", because its batch was deleted";
  return data.reason === "codes_expired" ? ", because its codes would have expired" : "";
}

/** Whether staff members changed their own account. */
const isOwnAccount = ({ actor, data }: EventRecord): boolean => data.staff !== undefined && data.staff === actor.id;

type SentenceVariants = { both: string; code: string; email: string; neither: string };

function pickVariant(mentions: Mentions, variants: SentenceVariants): string {
  if (mentions.code && mentions.email) return variants.both;
  if (mentions.code) return variants.code;
  return mentions.email ? variants.email : variants.neither;
}

const listNames = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);
const listFields = (fields: readonly string[], names: Readonly<Record<string, string>>): string =>
  listNames(fields.map((field) => names[field] ?? field));

const leadFields: Readonly<Record<string, string>> = {
  firstname: "first name",
  lastname: "last name",
  fields: "answers",
  confirmedAt: "confirmation",
  referredBy: "referrer",
};

type ProjectField =
  | keyof z.output<typeof updateProjectEndpoint.body>
  | keyof z.output<typeof updateSignInSettingsEndpoint.body>
  | "pausedMessage";

const projectFields: Readonly<Record<ProjectField, string>> = {
  name: "name",
  logo: "logo",
  accent: "accent color",
  emailButtonColor: "button color of emails",
  emailFooter: "footer of emails",
  timeZone: "time zone",
  successMessage: "success message",
  redirectUrl: "redirect URL",
  returnUrls: "return addresses",
  claimPageUrl: "claim page",
  homePage: "home page",
  homeRedirectUrl: "home page redirect",
  joinHeadline: "join page headline",
  joinText: "join page text",
  joinSuccessMessage: "join page success message",
  joinRedirectUrl: "join page redirect URL",
  joinDescription: "join page description",
  socialImage: "social image",
  referralPageUrl: "referral page",
  consentText: "consent text",
  questions: "questions",
  doubleOptIn: "email confirmation",
  referralBonus: "referral bonus",
  sendJoinedEmail: "waitlist email",
  requireClaimConfirmation: "email confirmation of claims",
  sendClaimedEmail: "claim email",
  binDays: "days in the bin",
  pausedMessage: "pause message",
  requireSecondFactor: "required second factor",
  disabledProviders: "allowed identity providers",
  trustedProviders: "trusted identity providers",
};

const emailDeliveryFields: Readonly<Record<string, string>> = {
  sender: "sender",
  replyTo: "reply-to email",
  server: "mail server",
  sendingRate: "sending rate",
  webhooks: "webhooks",
};
const templateFields: Readonly<Record<string, string>> = { subject: "subject", body: "body", button: "button label" };
const pausableFeatures: Readonly<Record<string, string>> = { claims: "claims", sign_ups: "sign-ups", email: "email" };

const listNouns: Readonly<Record<string, string>> = {
  waitlist: "the waitlist",
  messages: "automatic emails",
  "automatic-emails": "automatic emails",
  events: "the activity",
  activity: "the activity",
  "import-rows": "the rows of an import",
};

function generatedSentence({ data }: EventRecord): SentenceTemplate {
  const amount = readNumber(data, "amount");
  const type = readString(data, "type");
  if (data.imported === true) return plural(amount, { one: "Imported {n} code", other: "Imported {n} codes" });
  if (type === "" || type === "custom") return plural(amount, { one: "Generated {n} code", other: "Generated {n} codes" });
  return { text: plural(amount, { one: "Generated {n} {type} code", other: "Generated {n} {type} codes" }), values: { type } };
}

function sentSentence({ data }: EventRecord, mentions: Mentions): SentenceTemplate {
  const [received, notified] = [readNumber(data, "received"), readNumber(data, "notified")];
  const isPersonal = readString(data, "batch") !== "";
  if (notified < received) {
    const values = { notified: notified.toLocaleString("en") };
    const forms = isPersonal
      ? { one: "Queued personal codes for {notified} of {n} lead", other: "Queued personal codes for {notified} of {n} leads" }
      : mentions.code
        ? { one: "Queued {code} for {notified} of {n} lead", other: "Queued {code} for {notified} of {n} leads" }
        : { one: "Queued a code for {notified} of {n} lead", other: "Queued a code for {notified} of {n} leads" };
    return { text: plural(received, forms), values };
  }
  if (isPersonal) return plural(notified, { one: "Queued a personal code for {n} lead", other: "Queued personal codes for {n} leads" });
  return mentions.code
    ? plural(notified, { one: "Queued {code} for {n} lead", other: "Queued {code} for {n} leads" })
    : plural(notified, { one: "Queued a code for {n} lead", other: "Queued a code for {n} leads" });
}

function announcementSentence({ data }: EventRecord): SentenceTemplate {
  const notified = readNumber(data, "notified");
  return "scheduledAt" in data
    ? plural(notified, { one: "Scheduled an announcement to {n} lead", other: "Scheduled an announcement to {n} leads" })
    : plural(notified, { one: "Queued an announcement for {n} lead", other: "Queued an announcement for {n} leads" });
}

const returnReasons: Readonly<Record<string, string>> = {
  declined: "the invitation was declined",
  lead_deleted: "the lead was deleted",
  bounced: "the email bounced",
  invitation_ended: "the invitation ended",
  canceled: "the email was canceled",
};

/** Says why a code went back to its batch, so that another lead can get it. */
function returnedSentence({ data }: EventRecord, mentions: Mentions): SentenceTemplate {
  const sentence = pickVariant(mentions, {
    both: "Returned {code} of {email} to its batch",
    code: "Returned {code} to its batch",
    email: "Returned the code of {email} to its batch",
    neither: "Returned a code to its batch",
  });
  const reason = returnReasons[readString(data, "reason")];
  return reason === undefined ? sentence : `${sentence}, because ${reason}`;
}

function extendedSentence({ data }: EventRecord, { code }: Mentions): SentenceTemplate {
  if ("validUntil" in data && "allowedClaims" in data)
    return code ? "Changed the end date and number of uses of {code}" : "Changed the end date and number of uses of a code";
  if ("allowedClaims" in data) return code ? "Changed the number of uses of {code}" : "Changed the number of uses of a code";
  return code ? "Changed the end date of {code}" : "Changed the end date of a code";
}

function batchExtendedSentence({ data }: EventRecord): SentenceTemplate {
  const name = readString(data, "name");
  const isNamed = name !== "";
  const text =
    "validUntil" in data && "allowedClaims" in data
      ? isNamed
        ? "Changed the end date and number of uses of the batch “{name}”"
        : "Changed the end date and number of uses of a batch"
      : "allowedClaims" in data
        ? isNamed
          ? "Changed the number of uses of the batch “{name}”"
          : "Changed the number of uses of a batch"
        : isNamed
          ? "Changed the end date of the batch “{name}”"
          : "Changed the end date of a batch";
  return { text, values: { name } };
}

function batchRenamedSentence({ data }: EventRecord): SentenceTemplate {
  const name = readString(data, "name");
  return name === "" ? "Removed the name of a batch" : { text: "Renamed a batch to “{name}”", values: { name } };
}

/** Whether what was deleted went to the bin. */
const isInBin = (data: Data): boolean => data.bin === true;

function codeDeletedSentence({ data }: EventRecord, { code }: Mentions): SentenceTemplate {
  if (isInBin(data)) return code ? "Moved {code} to the bin" : "Moved a code to the bin";
  return code ? "Deleted {code}" : "Deleted a code";
}

function codeRestoredSentence({ data }: EventRecord, { code }: Mentions): SentenceTemplate {
  const claims = readNumber(data, "claims");
  if (claims === 0) return code ? "Restored {code}" : "Restored a code";
  return plural(
    claims,
    code
      ? { one: "Restored {code} with {n} claim", other: "Restored {code} with {n} claims" }
      : { one: "Restored a code with {n} claim", other: "Restored a code with {n} claims" },
  );
}

function leadDeletedSentence({ data }: EventRecord, { email }: Mentions): SentenceTemplate {
  if (!isInBin(data)) return "Deleted a lead";
  return email ? "Moved {email} to the bin" : "Moved a lead to the bin";
}

function batchRestoredSentence({ data }: EventRecord): SentenceTemplate {
  const name = readString(data, "name");
  return name === "" ? "Restored a batch" : { text: "Restored the batch “{name}”", values: { name } };
}

function batchDeletedSentence({ data }: EventRecord): SentenceTemplate {
  const name = readString(data, "name");
  const codes = readNumber(data, "codes");
  if (isInBin(data) && name === "")
    return plural(codes, { one: "Moved a batch with {n} code to the bin", other: "Moved a batch with {n} codes to the bin" });
  if (isInBin(data))
    return {
      text: plural(codes, {
        one: "Moved the batch “{name}” with {n} code to the bin",
        other: "Moved the batch “{name}” with {n} codes to the bin",
      }),
      values: { name },
    };
  if (name === "") return plural(codes, { one: "Deleted a batch with {n} code", other: "Deleted a batch with {n} codes" });
  const text = plural(codes, { one: "Deleted the batch “{name}” with {n} code", other: "Deleted the batch “{name}” with {n} codes" });
  return { text, values: { name } };
}

/** Names the tags that were added to, or removed from, a lead or code. */
function tagsSentence({ data }: EventRecord, subject: string): SentenceTemplate {
  const [added, removed] = [readStrings(data, "addedTags"), readStrings(data, "removedTags")];
  if (added.length > 0 === removed.length > 0) return `Changed the tags of ${subject}`;
  const forms = { one: "the tag {tags}", other: "the tags {tags}" };
  const text =
    added.length > 0 ? `Added ${plural(added.length, forms)} to ${subject}` : `Removed ${plural(removed.length, forms)} from ${subject}`;
  return { text, values: { tags: listNames([...added, ...removed]) } };
}

function leadUpdatedSentence(event: EventRecord, { email }: Mentions): SentenceTemplate {
  const { data } = event;
  const fields = readStrings(data, "fields").filter((field) => field !== "onWaitlist");
  if (fields.join() === "import") return email ? "Updated {email} in an import" : "Updated a lead in an import";
  if (fields.join() === "tags") return tagsSentence(event, email ? "{email}" : "a lead");
  if (fields.length > 0)
    return {
      text: email ? "Changed the {fields} of {email}" : "Changed the {fields} of a lead",
      values: { fields: listFields(fields, leadFields) },
    };
  if (data.onWaitlist === false) return email ? "Removed {email} from the waitlist" : "Removed a lead from the waitlist";
  return email ? "Added {email} to the waitlist" : "Added a lead to the waitlist";
}

function importedSentence({ data }: EventRecord): SentenceTemplate {
  const values = { count: readNumber(data, "created").toLocaleString("en"), name: readString(data, "fileName") };
  return values.name === "" ? "Imported leads" : { text: "Imported {count} new leads from “{name}”", values };
}

function suppressionsImportedSentence({ data }: EventRecord): SentenceTemplate {
  const values = { count: readNumber(data, "created").toLocaleString("en"), name: readString(data, "fileName") };
  return values.name === "" ? "Imported suppressions" : { text: "Imported {count} new suppressions from “{name}”", values };
}

function importUndoneSentence({ data }: EventRecord): SentenceTemplate {
  const name = readString(data, "fileName");
  return name === "" ? "Undid an import" : { text: "Undid the import of “{name}”", values: { name } };
}

function suppressionAddedSentence({ actor }: EventRecord, { email }: Mentions): SentenceTemplate {
  if (actor.kind === "visitor") return email ? "Unsubscribed {email}" : "Unsubscribed";
  return email ? "Added {email} to the suppression list" : "Added an email to the suppression list";
}

function suppressionRemovedSentence({ actor }: EventRecord, { email }: Mentions): SentenceTemplate {
  if (actor.kind === "visitor") return email ? "Resubscribed {email}" : "Resubscribed";
  return email ? "Removed {email} from the suppression list" : "Removed an email from the suppression list";
}

function signInFailedSentence({ data, subject }: EventRecord): SentenceTemplate {
  const reasons: Readonly<Record<string, string>> = {
    second_factor: "with a wrong authentication code",
    passkey: "with a passkey",
    other_account: "with another account of the identity provider",
  };
  const reason = reasons[readString(data, "reason")] ?? "with a wrong password";
  if (subject !== null) return { text: `Failed to sign in as {staff} ${reason}`, values: { staff: subject.name } };
  if ("staff" in data) return `Failed to sign in as a staff member ${reason}`;
  return readString(data, "reason") === "passkey" ? "Failed to sign in with an unknown passkey" : "Failed to sign in with an unknown email";
}

const passkeySentence =
  (verb: "Added" | "Removed") =>
  ({ data }: EventRecord): SentenceTemplate => {
    const name = readString(data, "name");
    return name === "" ? `${verb} a passkey` : { text: `${verb} the passkey {name}`, values: { name } };
  };

function accessRefusedSentence({ data }: EventRecord): SentenceTemplate {
  const endpoint = readString(data, "endpoint");
  return endpoint === "" ? "Was denied access" : { text: "Was denied access to {endpoint}", values: { endpoint } };
}

function signedInSentence({ data }: EventRecord): SentenceTemplate {
  const method = readString(data, "method");
  if (method === "" || method === "password") return "Signed in";
  return { text: "Signed in with {method}", values: { method: formatSignInMethod(method) } };
}

function signedOutSentence({ data }: EventRecord): SentenceTemplate {
  const sessions = readNumber(data, "sessions");
  return sessions > 1 ? plural(sessions, { one: "Signed out of {n} browser", other: "Signed out of {n} browsers" }) : "Signed out";
}

function passwordResetSentence({ subject }: EventRecord): SentenceTemplate {
  if (subject === null) return "Reset a password with an emailed link";
  return { text: "Reset the password of {name} with an emailed link", values: { name: subject.name } };
}

/** A sentence about an invitation. Earlier events don't say who was invited. */
const invitationSentence =
  (unnamed: string, named: string) =>
  ({ data }: EventRecord): SentenceTemplate => {
    const person = readString(data, "email");
    return person === "" ? unnamed : { text: named, values: { person } };
  };

function invitedSentence(event: EventRecord): SentenceTemplate {
  if (event.data.resent === true) return invitationSentence("Resent an invitation", "Resent the invitation to {person}")(event);
  const role = readString(event.data, "role");
  const person = readString(event.data, "email") || "someone";
  return role === "" ? "Sent an invitation" : { text: "Invited {person} as {role}", values: { person, role: roleWithArticle(role) } };
}

function joinedSentence({ actor, subject, data }: EventRecord): SentenceTemplate {
  const role = roleWithArticle(readString(data, "role"));
  const hasRole = readString(data, "role") !== "";
  // The first owner can be created from environment variables.
  if (actor.kind === "system") {
    const name = subject?.name ?? "";
    if (name === "") return "Added a staff member to the team";
    return { text: hasRole ? "Added {name} to the team as {role}" : "Added {name} to the team", values: { name, role } };
  }
  return hasRole ? { text: "Joined the team as {role}", values: { role } } : "Joined the team";
}

function staffUpdatedSentence(event: EventRecord): SentenceTemplate {
  const { data, subject } = event;
  const isOwn = isOwnAccount(event);
  const values = {
    name: subject?.name ?? "",
    from: readString(data, "from"),
    to: readString(data, "to"),
    fields: listNames(readStrings(data, "fields")) || "account",
  };
  const isNamed = values.name !== "";
  if (values.to !== "" && typeof data.disabled === "boolean") {
    const text = data.disabled
      ? isNamed
        ? "Changed the role of {name} from {from} to {to} and disabled the account"
        : "Changed a staff member's role from {from} to {to} and disabled the account"
      : isNamed
        ? "Changed the role of {name} from {from} to {to} and enabled the account"
        : "Changed a staff member's role from {from} to {to} and enabled the account";
    return { text, values };
  }
  if (values.to !== "") {
    if (isOwn) return { text: "Changed their own role from {from} to {to}", values };
    const text = isNamed ? "Changed the role of {name} from {from} to {to}" : "Changed a staff member's role from {from} to {to}";
    return { text, values };
  }
  if (data.disabled === true) return isNamed ? { text: "Disabled the account of {name}", values } : "Disabled a staff member's account";
  if (data.disabled === false) return isNamed ? { text: "Enabled the account of {name}", values } : "Enabled a staff member's account";
  if (isOwn) return { text: "Changed their own {fields}", values };
  return { text: isNamed ? "Changed the {fields} of {name}" : "Changed a staff member's {fields}", values };
}

function staffRemovedSentence(event: EventRecord): SentenceTemplate {
  if (isOwnAccount(event)) return "Left the team";
  if (event.subject === null) return "Removed a staff member from the team";
  return { text: "Removed {name} from the team", values: { name: event.subject.name } };
}

function keySentence({ data }: EventRecord, named: string, unnamed: string): SentenceTemplate {
  const name = readString(data, "name");
  return name === "" ? unnamed : { text: named, values: { name } };
}

function keyRotatedSentence(event: EventRecord): SentenceTemplate {
  const hours = readNumber(event.data, "overlapHours");
  if (hours === 0)
    return keySentence(
      event,
      "Rotated the API key “{name}”. The old key stopped working immediately",
      "Rotated an API key. The old key stopped working immediately",
    );
  return keySentence(
    event,
    plural(hours, {
      one: "Rotated the API key “{name}”. The old key works for {n} more hour",
      other: "Rotated the API key “{name}”. The old key works for {n} more hours",
    }),
    plural(hours, {
      one: "Rotated an API key. The old key works for {n} more hour",
      other: "Rotated an API key. The old key works for {n} more hours",
    }),
  );
}

function blockListSentence({ data }: EventRecord): SentenceTemplate {
  const [added, removed] = [readNumber(data, "added"), readNumber(data, "removed")];
  if (removed === 0) return plural(added, { one: "Added {n} entry to the block list", other: "Added {n} entries to the block list" });
  if (added === 0)
    return plural(removed, { one: "Removed {n} entry from the block list", other: "Removed {n} entries from the block list" });
  return {
    text: "Updated the block list: {added} added, {removed} removed",
    values: { added: added.toLocaleString("en"), removed: removed.toLocaleString("en") },
  };
}

function originsSentence({ data }: EventRecord): SentenceTemplate {
  const origins = readNumber(data, "origins");
  if (origins === 0) return "Allowed the public key from any origin";
  return plural(origins, { one: "Limited the public key to {n} origin", other: "Limited the public key to {n} origins" });
}

const pausedFeatures = ({ data }: EventRecord): string => listFields(readStrings(data, "features"), pausableFeatures);

function pausedSentence(event: EventRecord): SentenceTemplate {
  const features = pausedFeatures(event);
  const [refused, total] = [readNumber(event.data, "refused"), readNumber(event.data, "total")];
  if (refused > 0)
    return {
      text: "Paused email because the mail server refused {refused} of the last {total} emails",
      values: { refused: String(refused), total: String(total) },
    };
  return features === "" ? "Paused the project" : { text: "Paused {features}", values: { features } };
}

function resumedSentence(event: EventRecord): SentenceTemplate {
  const features = pausedFeatures(event);
  return features === "" ? "Resumed the project" : { text: "Resumed {features}", values: { features } };
}

const isTemplateKind = (kind: string): kind is EmailTemplateKind => (emailTemplateKinds as readonly string[]).includes(kind);

function templateName({ data }: EventRecord): string {
  const kind = readString(data, "template");
  return isTemplateKind(kind) ? emailTemplateNames[kind] : "";
}

function templateUpdatedSentence(event: EventRecord): SentenceTemplate {
  const name = templateName(event);
  if (name === "") return "Changed an email template";
  const fields = listFields(readStrings(event.data, "fields"), templateFields);
  if (readString(event.data, "restoredVersion") !== "")
    return { text: "Restored an earlier version of the “{name}” email template", values: { name } };
  if (fields === "") return { text: "Changed the “{name}” email template", values: { name } };
  return { text: "Changed the {fields} of the “{name}” email template", values: { name, fields } };
}

function templateResetSentence(event: EventRecord): SentenceTemplate {
  const name = templateName(event);
  return name === ""
    ? "Reset an email template to its default"
    : { text: "Reset the “{name}” email template to its default", values: { name } };
}

function emailDeliverySentence({ data }: EventRecord): SentenceTemplate {
  const fields = listFields(readStrings(data, "fields"), emailDeliveryFields);
  return fields === ""
    ? "Changed the email delivery settings"
    : { text: "Changed the {fields} in the email delivery settings", values: { fields } };
}

function movedSentence({ data }: EventRecord, { email }: Mentions): SentenceTemplate {
  const values = { to: readNumber(data, "to").toLocaleString("en") };
  return { text: email ? "Moved {email} to position {to} of the waitlist" : "Moved a lead to position {to} of the waitlist", values };
}

function projectUpdatedSentence({ data }: EventRecord): SentenceTemplate {
  const fields = listFields(readStrings(data, "fields"), projectFields);
  return fields === "" ? "Changed the project settings" : { text: "Changed the project's {fields}", values: { fields } };
}

/** "waitlistStatus" as "waitlist status". */
const filterName = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const filterValue = (value: unknown): string => {
  if (String(value) === "true") return "yes";
  if (String(value) === "false") return "no";
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** Says which rows were exported, such as " where waitlist is yes". */
function filterText(data: Data): string {
  const { filter } = data;
  if (typeof filter !== "object" || filter === null) return "";
  const conditions = Object.entries(filter).map(([name, value]) =>
    name === "q" ? `that match “${filterValue(value)}”` : `where ${filterName(name)} is ${filterValue(value)}`,
  );
  return conditions.length === 0 ? "" : ` ${listNames(conditions)}`;
}

/** The sentence about a list in a file. `done` is such as "Exported". */
function fileSentence(done: string) {
  return ({ data }: EventRecord): SentenceTemplate => {
    const list = readString(data, "list");
    if (list === "") return `${done} a list`;
    const values = { list: listNouns[list] ?? list, filter: filterText(data) };
    if (!("count" in data)) return { text: `${done} {list} to a file`, values };
    const rows = plural(readNumber(data, "count"), { one: "{n} row", other: "{n} rows" });
    return { text: `${done} {list}{filter} as a file with ${rows}`, values };
  };
}

function printDownloadedSentence({ data }: EventRecord): SentenceTemplate {
  return plural(readNumber(data, "codes"), { one: "Downloaded a print of {n} code", other: "Downloaded a print of {n} codes" });
}

function printedSentence({ data }: EventRecord): SentenceTemplate {
  const text = plural(readNumber(data, "codes"), { one: "Printed {n} code", other: "Printed {n} codes" });
  return { text: `${text}{filter}`, values: { filter: filterText(data) } };
}

function personalDataSentence(_: EventRecord, { email }: Mentions): SentenceTemplate {
  return email ? "Exported the personal data of {email}" : "Exported the personal data of a lead";
}

function projectExportedSentence({ data }: EventRecord): SentenceTemplate {
  if (!("leads" in data)) return "Exported the project";
  const codes = plural(readNumber(data, "codes"), { one: "{n} code", other: "{n} codes" });
  const leads = plural(readNumber(data, "leads"), { one: "{n} lead", other: "{n} leads" });
  return `Exported the project with ${codes} and ${leads}`;
}

/** The sentence about a saved view. `done` is such as "Saved". */
function viewSentence(done: string) {
  return ({ data }: EventRecord): SentenceTemplate => {
    const list = readString(data, "list");
    const values = { name: readString(data, "name"), list: listNouns[list] ?? list };
    if (values.name === "") return `${done} a view`;
    return { text: `${done} the view “{name}” of {list}`, values };
  };
}

function viewUpdatedSentence(event: EventRecord): SentenceTemplate {
  const previous = readString(event.data, "previousName");
  if (previous === "") return viewSentence("Changed")(event);
  return { text: "Renamed the view “{previous}” to “{name}”", values: { previous, name: readString(event.data, "name") } };
}

export const eventLabels: Readonly<Record<EventKind, EventLabels>> = {
  "codes.generated": { group: "Codes", label: "Codes generated", sentence: generatedSentence },
  "codes.printed": {
    group: "Codes",
    label: "Codes printed",
    sentence: printedSentence,
  },
  "print.downloaded": { group: "Codes", label: "Print downloaded", sentence: printDownloadedSentence },
  "code.claimed": {
    group: "Codes",
    label: "Code claimed",
    sentence: ({ data }, mentions) => {
      const sentence = pickVariant(mentions, {
        both: "Claimed {code} for {email}",
        code: "Claimed {code}",
        email: "Claimed a code for {email}",
        neither: "Claimed a code",
      });
      return readString(data, "emailVerifiedBy") === "" ? sentence : `${sentence} (email verified)`;
    },
  },
  "code.sent": { group: "Codes", label: "Codes sent", sentence: sentSentence },
  "code.paused": { group: "Codes", label: "Code paused", sentence: (_, { code }) => (code ? "Paused {code}" : "Paused a code") },
  "code.resumed": { group: "Codes", label: "Code resumed", sentence: (_, { code }) => (code ? "Resumed {code}" : "Resumed a code") },
  "code.returned": { group: "Codes", label: "Code returned to its batch", sentence: returnedSentence },
  "code.tags_updated": {
    group: "Codes",
    label: "Tags of a code updated",
    sentence: (event, { code }) => tagsSentence(event, code ? "{code}" : "a code"),
  },
  "code.extended": { group: "Codes", label: "Code extended", sentence: extendedSentence },
  "code.reserved": {
    group: "Codes",
    label: "Code reserved",
    sentence: ({ email }, mentions) =>
      email === null
        ? mentions.code
          ? "Removed the reservation from {code}"
          : "Removed the reservation from a code"
        : pickVariant(mentions, {
            both: "Reserved {code} for {email}",
            code: "Reserved {code}",
            email: "Reserved a code for {email}",
            neither: "Reserved a code",
          }),
  },
  "code.deleted": { group: "Codes", label: "Code deleted", sentence: codeDeletedSentence },
  "code.restored": { group: "Codes", label: "Code restored", sentence: codeRestoredSentence },
  "code.words_replaced": {
    group: "Codes",
    label: "Words of a code replaced",
    sentence: ({ data }, { code }) => ({
      text: code ? "Replaced the words “{from}” by {code}" : "Replaced the words “{from}” of a code",
      values: { from: readString(data, "from") },
    }),
  },
  "batch.renamed": { group: "Codes", label: "Batch renamed", sentence: batchRenamedSentence },
  "batch.redemption_changed": {
    group: "Codes",
    label: "Place to redeem a batch changed",
    sentence: () => "Changed where the codes of a batch are redeemed",
  },
  "batch.paused": { group: "Codes", label: "Batch paused", sentence: () => "Paused a batch" },
  "batch.resumed": { group: "Codes", label: "Batch resumed", sentence: () => "Resumed a batch" },
  "batch.extended": { group: "Codes", label: "Batch extended", sentence: batchExtendedSentence },
  "batch.deleted": { group: "Codes", label: "Batch deleted", sentence: batchDeletedSentence },
  "batch.restored": { group: "Codes", label: "Batch restored", sentence: batchRestoredSentence },
  "claim.revoked": {
    group: "Codes",
    label: "Claim revoked",
    sentence: (_, mentions) =>
      pickVariant(mentions, {
        both: "Revoked the claim of {code} by {email}",
        code: "Revoked the claim of {code}",
        email: "Revoked the claim by {email}",
        neither: "Revoked a claim",
      }),
  },
  "send.retried": {
    group: "Codes",
    label: "Emails retried",
    sentence: ({ data }) => plural(readNumber(data, "deliveries"), { one: "Retried {n} failed email", other: "Retried {n} failed emails" }),
  },
  "send.canceled": {
    group: "Codes",
    label: "Emails canceled",
    sentence: ({ data }) => plural(readNumber(data, "deliveries"), { one: "Canceled {n} email", other: "Canceled {n} emails" }),
  },
  "saved_emails.sent": {
    group: "Codes",
    label: "Saved emails sent",
    sentence: ({ data }) => {
      const queued = plural(readNumber(data, "requeued"), {
        one: "Queued {n} email that was saved to a file",
        other: "Queued {n} emails that were saved to files",
      });
      const skipped = readNumber(data, "skipped");
      return skipped === 0 ? queued : `${queued}, ${plural(skipped, { one: "skipped {n}", other: "skipped {n}" })}`;
    },
  },
  "deliveries.retried": {
    group: "Codes",
    label: "Waiting emails retried",
    sentence: ({ data }) =>
      plural(readNumber(data, "deliveries"), { one: "Retried {n} waiting email", other: "Retried {n} waiting emails" }),
  },

  "leads.imported": { group: "Leads", label: "Leads imported", sentence: importedSentence },
  "leads.import_undone": { group: "Leads", label: "Import undone", sentence: importUndoneSentence },
  "suppressions.imported": { group: "Leads", label: "Suppressions imported", sentence: suppressionsImportedSentence },
  "suppressions.import_undone": { group: "Leads", label: "Import of suppressions undone", sentence: importUndoneSentence },
  "announcement.sent": { group: "Leads", label: "Announcement sent", sentence: announcementSentence },
  "lead.email_resent": {
    group: "Leads",
    label: "Automatic email resent",
    sentence: (_, { email }) => (email ? "Resent an automatic email to {email}" : "Resent an automatic email"),
  },
  "messages.retried": {
    group: "Leads",
    label: "Automatic emails retried",
    sentence: ({ data }) =>
      plural(readNumber(data, "deliveries"), { one: "Retried {n} automatic email", other: "Retried {n} automatic emails" }),
  },
  "lead.created": { group: "Leads", label: "Lead created", sentence: (_, { email }) => (email ? "Added {email}" : "Added a lead") },
  "lead.updated": { group: "Leads", label: "Lead updated", sentence: leadUpdatedSentence },
  "lead.confirmed": {
    group: "Leads",
    label: "Lead confirmed",
    sentence: (_, { email }) => (email ? "Confirmed the email of {email}" : "Confirmed their email"),
  },
  "lead.email_change_requested": {
    group: "Leads",
    label: "Email change requested",
    sentence: (_, { email }) => (email ? "Asked to change the email of {email}" : "Asked to change their email"),
  },
  "lead.email_changed": {
    group: "Leads",
    label: "Email changed",
    sentence: (_, { email }) => (email ? "Changed the email of {email}" : "Changed their email"),
  },
  "wave.scheduled": {
    group: "Leads",
    label: "Wave scheduled",
    sentence: ({ data }) =>
      plural(
        readNumber(data, "size"),
        readNumber(data, "total") > 0
          ? { one: "Scheduled a recurring wave of {n} person", other: "Scheduled a recurring wave of {n} people" }
          : { one: "Scheduled a wave of {n} person", other: "Scheduled a wave of {n} people" },
      ),
  },
  "wave.sent": {
    group: "Leads",
    label: "Wave sent",
    sentence: ({ data }) => plural(readNumber(data, "invited"), { one: "Invited the next in line", other: "Invited the next {n} in line" }),
  },
  "wave.places_passed_on": {
    group: "Leads",
    label: "Places passed on",
    sentence: ({ data }) =>
      plural(readNumber(data, "invited"), {
        one: "Passed {n} place on to the next in line",
        other: "Passed {n} places on to the next in line",
      }),
  },
  "wave.canceled": {
    group: "Leads",
    label: "Wave canceled",
    sentence: ({ data }) => `Canceled a scheduled wave${waveStopReason(data)}`,
  },
  "wave.paused": { group: "Leads", label: "Recurring wave paused", sentence: () => "Paused a recurring wave" },
  "wave.resumed": { group: "Leads", label: "Recurring wave resumed", sentence: () => "Resumed a recurring wave" },
  "wave.ended": { group: "Leads", label: "Recurring wave ended", sentence: ({ data }) => `Ended a recurring wave${waveStopReason(data)}` },
  "personal_data.exported": { group: "Leads", label: "Personal data exported", sentence: personalDataSentence },
  "lead.moved": { group: "Leads", label: "Lead moved", sentence: movedSentence },
  "lead.declined": {
    group: "Leads",
    label: "Invitation declined",
    sentence: (_, { email }) => (email ? "Declined the invitation of {email}" : "Declined their invitation"),
  },
  "lead.invitation_bounced": {
    group: "Leads",
    label: "Invitation bounced",
    sentence: (_, { email }) => (email ? "The invitation email to {email} bounced" : "Their invitation email bounced"),
  },
  "lead.invitation_expired": {
    group: "Leads",
    label: "Invitation expired",
    sentence: (_, { email }) => (email ? "The invitation of {email} expired" : "Their invitation expired"),
  },
  "lead.invitation_reopened": {
    group: "Leads",
    label: "Invitation reopened",
    sentence: (_, { email }) => (email ? "The invitation of {email} can be used again" : "Their invitation can be used again"),
  },
  "lead.invitation_reissued": {
    group: "Leads",
    label: "Invitation reissued",
    sentence: (_, { email }) => (email ? "Reissued the invitation of {email}" : "Reissued an invitation"),
  },
  "lead.returned_to_waitlist": {
    group: "Leads",
    label: "Lead put back in line",
    sentence: (_, { email }) => (email ? "Put {email} back in line" : "Put a lead back in line"),
  },
  "lead.approved": {
    group: "Leads",
    label: "Sign-up approved",
    sentence: (_, { email }) => (email ? "Approved the sign-up of {email}" : "Approved a held sign-up"),
  },
  "lead.deleted": { group: "Leads", label: "Lead deleted", sentence: leadDeletedSentence },
  "lead.restored": {
    group: "Leads",
    label: "Lead restored",
    sentence: (_, { email }) => (email ? "Restored {email}" : "Restored a lead"),
  },
  "suppression.added": { group: "Leads", label: "Suppression added", sentence: suppressionAddedSentence },
  "suppression.updated": {
    group: "Leads",
    label: "Suppression updated",
    sentence: (_, { email }) => (email ? "Updated the suppression for {email}" : "Updated a suppression"),
  },
  "suppression.removed": { group: "Leads", label: "Suppression removed", sentence: suppressionRemovedSentence },
  "block_list.updated": { group: "Leads", label: "Block list updated", sentence: blockListSentence },

  "staff.signed_in": { group: "Sign-in", label: "Signed in", sentence: signedInSentence },
  "staff.signed_out": { group: "Sign-in", label: "Signed out", sentence: signedOutSentence },
  "staff.sign_in_failed": { group: "Sign-in", label: "Sign-in failed", sentence: signInFailedSentence },
  "staff.access_refused": { group: "Sign-in", label: "Access refused", sentence: accessRefusedSentence },
  "staff.password_changed": { group: "Sign-in", label: "Password changed", sentence: () => "Changed their password" },
  "staff.password_reset": { group: "Sign-in", label: "Password reset", sentence: passwordResetSentence },
  "staff.second_factor_added": {
    group: "Sign-in",
    label: "Two-factor authentication turned on",
    sentence: () => "Turned on two-factor authentication",
  },
  "staff.second_factor_removed": {
    group: "Sign-in",
    label: "Two-factor authentication turned off",
    sentence: () => "Turned off two-factor authentication",
  },
  "staff.recovery_codes_regenerated": {
    group: "Sign-in",
    label: "Recovery codes regenerated",
    sentence: () => "Regenerated their recovery codes",
  },
  "staff.passkey_added": { group: "Sign-in", label: "Passkey added", sentence: passkeySentence("Added") },
  "staff.passkey_refused": { group: "Sign-in", label: "Passkey refused", sentence: () => "Failed to add a passkey" },
  "staff.passkey_removed": { group: "Sign-in", label: "Passkey removed", sentence: passkeySentence("Removed") },

  "staff.invited": { group: "Team", label: "Invitation sent", sentence: invitedSentence },
  "staff.invitation_revoked": {
    group: "Team",
    label: "Invitation revoked",
    sentence: invitationSentence("Revoked an invitation", "Revoked the invitation to {person}"),
  },
  "staff.invitation_link_copied": {
    group: "Team",
    label: "Invitation link copied",
    sentence: invitationSentence("Copied an invitation's link", "Copied the link of the invitation to {person}"),
  },
  "staff.joined": { group: "Team", label: "Staff member joined", sentence: joinedSentence },
  "staff.updated": { group: "Team", label: "Staff member updated", sentence: staffUpdatedSentence },
  "staff.removed": { group: "Team", label: "Staff member removed", sentence: staffRemovedSentence },

  "key.created": {
    group: "API keys",
    label: "API key created",
    sentence: (event) => keySentence(event, "Created the API key “{name}”", "Created an API key"),
  },
  "key.rotated": { group: "API keys", label: "API key rotated", sentence: keyRotatedSentence },
  "key.revoked": {
    group: "API keys",
    label: "API key revoked",
    sentence: (event) => keySentence(event, "Revoked the API key “{name}”", "Revoked an API key"),
  },
  "key.refused": { group: "API keys", label: "Revoked API key used", sentence: () => "Used an API key that is revoked or expired" },
  "origins.updated": { group: "API keys", label: "Allowed origins updated", sentence: originsSentence },

  "list.exported": { group: "Project", label: "List exported", sentence: fileSentence("Exported") },
  "export.downloaded": { group: "Project", label: "Export downloaded", sentence: fileSentence("Downloaded") },
  "view.created": { group: "Project", label: "View saved", sentence: viewSentence("Saved") },
  "view.updated": { group: "Project", label: "View updated", sentence: viewUpdatedSentence },
  "view.deleted": { group: "Project", label: "View deleted", sentence: viewSentence("Deleted") },
  "bin.deleted": {
    group: "Project",
    label: "Bin emptied",
    sentence: ({ data }) =>
      plural(readNumber(data, "entries"), {
        one: "Permanently deleted {n} item from the bin",
        other: "Permanently deleted {n} items from the bin",
      }),
  },
  "records.changed": {
    group: "Project",
    label: "Other records changed",
    sentence: () => "Changed records together with others",
  },
  "project.set_up": { group: "Project", label: "Project set up", sentence: () => "Set up the project" },
  "project.paused": { group: "Project", label: "Project paused", sentence: pausedSentence },
  "project.resumed": { group: "Project", label: "Project resumed", sentence: resumedSentence },
  "project.exported": { group: "Project", label: "Project exported", sentence: projectExportedSentence },
  "project.imported": {
    group: "Project",
    label: "Project imported",
    sentence: () => "Imported the project from another installation and paused email",
  },
  "email_template.updated": { group: "Project", label: "Email template updated", sentence: templateUpdatedSentence },
  "email_template.reset": { group: "Project", label: "Email template reset", sentence: templateResetSentence },
  "project.email_delivery_updated": { group: "Project", label: "Email delivery updated", sentence: emailDeliverySentence },
  "rate_limits.updated": { group: "Project", label: "Rate limits updated", sentence: () => "Changed the rate limits" },
  "project.updated": { group: "Project", label: "Project updated", sentence: projectUpdatedSentence },
};

/** The kinds of events by group, in the order of the filter. */
export const eventKindsByGroup: readonly { group: EventGroup; kinds: readonly EventKind[] }[] = eventGroups.map((group) => ({
  group,
  kinds: eventKinds.filter((kind) => eventLabels[kind].group === group),
}));
