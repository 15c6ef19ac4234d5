import type { z } from "zod";
import { type EmailTemplateKind, emailTemplateKinds, emailTemplateNames } from "@/contract/default-email-templates";
import { formatSignInMethod } from "@/contract/enums";
import { eventKinds } from "@/contract/event-kinds";
import type { EventKind, EventRecord } from "@/contract/events";
import type { updateProjectEndpoint } from "@/contract/project";
import { roleWithArticle } from "@/contract/roles";
import type { updateSignInSettingsEndpoint } from "@/contract/team";
import { countOf } from "@/lib/plural";

export const activityLabels = {
  title: "Activity",
  emptyTitle: "No activity yet",
  emptyDescription: "Everything that your team, your API keys and your customers do appears here, newest first.",
  emptyAction: "Read the API reference",
  columns: { date: "Date", actor: "Actor", event: "Event", code: "Code", lead: "Lead" },
  anyActor: "Anyone",
  unknownActor: "Unknown",
  details: { event: "Event", date: "Date", actor: "Actor", subject: "Staff member", request: "Request ID" },
  copyActorId: "actor ID",
  copyRequestId: "request ID",
};

/**
 * A sentence about an event. `{code}`, `{email}` and `{name}` are filled in (`eventValue`), and `{name|a batch}` has a fallback. `{codes:code}`
 * counts: "2 codes". Text in brackets is shown if all of its values are known, otherwise what follows its bar: `[the email of {email}|their email]`.
 */
type Sentence = string | ((event: EventRecord) => string);

type EventLabels = {
  /** Name of the kind in the filter. */
  label: string;
  /** What happened. The actor is shown beside the sentence. */
  sentence: Sentence;
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

/** Whether staff members changed their own account. */
const isOwnAccount = ({ actor, data }: EventRecord): boolean => data.staff !== undefined && data.staff === actor.id;

const listNames = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);
const listFields =
  (names: Readonly<Record<string, string>>, part = "fields") =>
  ({ data }: EventRecord): string =>
    listNames(readStrings(data, part).map((field) => names[field] ?? field));

const leadFields: Readonly<Record<string, string>> = {
  firstname: "first name",
  lastname: "last name",
  fields: "answers",
  externalId: "external ID",
  confirmedAt: "confirmation",
  referredBy: "referrer",
};

type ProjectField =
  | Exclude<keyof z.output<typeof updateProjectEndpoint.body> | keyof z.output<typeof updateSignInSettingsEndpoint.body>, "expected">
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
  returnUrls: "return URLs",
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
  signUpsOpenAt: "opening of sign-ups",
  signUpsCloseAt: "end of sign-ups",
  waitlistLimit: "maximum size of the waitlist",
  signUpsClosedMessage: "message while sign-ups are closed",
  doubleOptIn: "email confirmation",
  referralBonus: "referral bonus",
  sendJoinedEmail: "waitlist email",
  requireClaimConfirmation: "email confirmation of claims",
  inviteQuota: "invite codes",
  inviteExpiresAfterDays: "lifetime of invite codes",
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

/** Why a code went back to its batch, so that another lead can get it. */
const returnReasons: Readonly<Record<string, string>> = {
  declined: "the invitation was declined",
  lead_deleted: "the lead was deleted",
  bounced: "the email bounced",
  invitation_ended: "the invitation ended",
  canceled: "the email was canceled",
};

/** Why a wave stopped by itself. */
const waveStopReasons: Readonly<Record<string, string>> = {
  no_code_left: "its batch had no code that could be sent",
  batch_deleted: "its batch was deleted",
  codes_expired: "its codes would have expired",
};

const signInFailures: Readonly<Record<string, string>> = {
  second_factor: "with a wrong authentication code",
  passkey: "with a passkey",
  other_account: "with another account of the identity provider",
};

/** "waitlistStatus" as "waitlist status". */
const filterName = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const filterValue = (value: unknown): string => {
  if (String(value) === "true") return "yes";
  if (String(value) === "false") return "no";
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** Says which rows a file has, such as "where waitlist is yes". */
function filterText({ filter }: Data): string {
  if (typeof filter !== "object" || filter === null) return "";
  return listNames(
    Object.entries(filter).map(([name, value]) =>
      name === "q" ? `that match “${filterValue(value)}”` : `where ${filterName(name)} is ${filterValue(value)}`,
    ),
  );
}

const isTemplateKind = (kind: string): kind is EmailTemplateKind => (emailTemplateKinds as readonly string[]).includes(kind);

function templateName(kind: string): string {
  return isTemplateKind(kind) ? emailTemplateNames[kind] : "";
}

const lookUp = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? "";

/** The values of placeholders that aren't simply in the data of an event. Empty if they aren't known. */
const values: Readonly<Record<string, (event: EventRecord) => string>> = {
  verified: ({ data }) => (readString(data, "emailVerifiedBy") === "" ? "" : " (email verified)"),
  held: ({ data }) => (readString(data, "heldReason") === "" ? "" : " (held for review)"),
  staff: ({ subject }) => subject?.name ?? "",
  invitee: ({ data }) => readString(data, "email"),
  role: ({ data }) => readString(data, "role") && roleWithArticle(readString(data, "role")),
  list: ({ data }) => listNouns[readString(data, "list")] ?? readString(data, "list"),
  filter: ({ data }) => filterText(data),
  template: ({ data }) => templateName(readString(data, "template")),
  templateFields: listFields(templateFields),
  leadFields: listFields(leadFields),
  projectFields: listFields(projectFields),
  emailDeliveryFields: listFields(emailDeliveryFields),
  accountFields: listFields({}),
  pausedFeatures: listFields(pausableFeatures, "features"),
  tags: ({ data }) => listNames([...readStrings(data, "addedTags"), ...readStrings(data, "removedTags")]),
  returnReason: ({ data }) => lookUp(returnReasons, readString(data, "reason")),
  waveStopReason: ({ data }) => lookUp(waveStopReasons, readString(data, "reason")),
  signInFailure: ({ data }) => signInFailures[readString(data, "reason")] ?? "with a wrong password",
};

/** Returns the value of a placeholder other than `{code}` and `{email}`. Empty if it isn't known. */
export function eventValue(name: string, event: EventRecord): string {
  const [part = "", noun] = name.split(":");
  if (noun !== undefined) return countOf(readNumber(event.data, part), noun);
  const value = event.data[part];
  return values[part]?.(event) ?? (typeof value === "number" ? value.toLocaleString("en") : readString(event.data, part));
}

/** Whether what was deleted went to the bin. */
const isInBin = ({ data }: EventRecord): boolean => data.bin === true;

function generatedSentence({ data }: EventRecord): string {
  if (data.imported === true) return "Imported {amount:code}";
  const type = readString(data, "type");
  // Those that a lead can pass on have their email.
  return type === "" || type === "custom" ? "Generated {amount:code}" : `Generated {amount:${type} code}[ for {email}|]`;
}

function sentSentence({ data }: EventRecord): string {
  const [received, notified] = [readNumber(data, "received"), readNumber(data, "notified")];
  const isPersonal = readString(data, "batch") !== "";
  if (notified < received) return `Queued ${isPersonal ? "personal codes" : "{code|a code}"} for {notified} of {received:lead}`;
  if (isPersonal) return notified === 1 ? "Queued a personal code for {notified:lead}" : "Queued personal codes for {notified:lead}";
  return "Queued {code|a code} for {notified:lead}";
}

/** What changed about the time and uses of a code or batch. */
function extendedFields({ data }: EventRecord): string {
  if (!("allowedClaims" in data)) return "end date";
  return "validUntil" in data ? "end date and number of uses" : "number of uses";
}

/** Names the tags that were added to, or removed from, a lead or code. */
function tagsSentence({ data }: EventRecord, subject: string): string {
  const [added, removed] = [readStrings(data, "addedTags"), readStrings(data, "removedTags")];
  if (added.length > 0 === removed.length > 0) return `Changed the tags of ${subject}`;
  const tags = added.length + removed.length === 1 ? "the tag {tags}" : "the tags {tags}";
  return added.length > 0 ? `Added ${tags} to ${subject}` : `Removed ${tags} from ${subject}`;
}

function leadUpdatedSentence(event: EventRecord): string {
  const fields = readStrings(event.data, "fields").filter((field) => field !== "onWaitlist");
  if (fields.join() === "import") return "Updated {email|a lead} in an import";
  if (fields.join() === "tags") return tagsSentence(event, "{email|a lead}");
  if (fields.length > 0) return "Changed the {leadFields} of {email|a lead}";
  return event.data.onWaitlist === false ? "Removed {email|a lead} from the waitlist" : "Added {email|a lead} to the waitlist";
}

function sendFinishedSentence({ data: { deliveries } }: EventRecord): string {
  const counts: Data = typeof deliveries === "object" && deliveries !== null ? { ...deliveries } : {};
  const total = Object.keys(counts).reduce((sum, status) => sum + readNumber(counts, status), 0);
  const sent = readNumber(counts, "sent") + readNumber(counts, "saved_to_file");
  return `Finished a send[ of {code}|]: ${sent.toLocaleString("en")} of ${countOf(total, "email")} went out`;
}

function toolCalledSentence({ data }: EventRecord): string {
  if (data.outcome === "previewed") return "Previewed {tool|a tool} as an AI agent";
  return data.outcome === "completed" ? "Called {tool|a tool} as an AI agent" : "Failed to call {tool|a tool} as an AI agent";
}

function signInFailedSentence({ data, subject }: EventRecord): string {
  if (subject !== null || "staff" in data) return "Failed to sign in as {staff|a staff member} {signInFailure}";
  return readString(data, "reason") === "passkey" ? "Failed to sign in with an unknown passkey" : "Failed to sign in with an unknown email";
}

function signedInSentence({ data }: EventRecord): string {
  const method = readString(data, "method");
  return method === "" || method === "password" ? "Signed in" : `Signed in with ${formatSignInMethod(method)}`;
}

function invitedSentence({ data }: EventRecord): string {
  if (data.resent === true) return "Resent [the invitation to {invitee}|an invitation]";
  return readString(data, "role") === "" ? "Sent an invitation" : "Invited {invitee|someone} as {role}";
}

function staffUpdatedSentence(event: EventRecord): string {
  const { disabled } = event.data;
  const isDisabledOrEnabled = typeof disabled === "boolean";
  if (readString(event.data, "to") !== "") {
    const role = "[the role of {staff}|a staff member's role] from {from} to {to}";
    if (isDisabledOrEnabled) return `Changed ${role} and ${disabled ? "disabled" : "enabled"} the account`;
    return isOwnAccount(event) ? "Changed their own role from {from} to {to}" : `Changed ${role}`;
  }
  if (isDisabledOrEnabled) return `${disabled ? "Disabled" : "Enabled"} [the account of {staff}|a staff member's account]`;
  if (isOwnAccount(event)) return "Changed their own {accountFields|account}";
  const fields = "{accountFields|account}";
  return event.subject === null ? `Changed a staff member's ${fields}` : `Changed the ${fields} of {staff}`;
}

function blockListSentence({ data }: EventRecord): string {
  if (readNumber(data, "removed") === 0) return "Added {added:entry} to the block list";
  if (readNumber(data, "added") === 0) return "Removed {removed:entry} from the block list";
  return "Updated the block list: {added} added, {removed} removed";
}

function templateUpdatedSentence({ data }: EventRecord): string {
  const name = "[the “{template}” email template|an email template]";
  if (readString(data, "template") !== "" && readString(data, "restoredVersion") !== "") return `Restored an earlier version of ${name}`;
  return `Changed [the {templateFields} of |]${name}`;
}

/** The sentence about a list in a file. `done` is such as "Exported". */
const fileSentence =
  (done: string) =>
  ({ data }: EventRecord): string =>
    "count" in data ? `${done} {list|a list}[ {filter}|] as a file with {count:row}` : `${done} [{list} to a file|a list]`;

/** The sentence about a saved view. `done` is such as "Saved". */
const viewSentence = (done: string) => `${done} [the view “{name}” of {list}|a view]`;

const viewUpdatedSentence = ({ data }: EventRecord): string =>
  readString(data, "previousName") === "" ? viewSentence("Changed") : "Renamed the view “{previousName}” to “{name}”";

/** The events of each group, in the order of the filter. */
const eventsByGroup = {
  Codes: {
    "codes.generated": { label: "Codes generated", sentence: generatedSentence },
    "codes.printed": { label: "Codes printed", sentence: "Printed {codes:code}[ {filter}|]" },
    "print.downloaded": { label: "Print downloaded", sentence: "Downloaded a print of {codes:code}" },
    "code.claimed": { label: "Code claimed", sentence: "Claimed {code|a code}[ for {email}|]{verified}" },
    "code.sent": { label: "Codes sent", sentence: sentSentence },
    "code.paused": { label: "Code paused", sentence: "Paused {code|a code}" },
    "code.resumed": { label: "Code resumed", sentence: "Resumed {code|a code}" },
    "code.returned": {
      label: "Code returned to its batch",
      sentence: "Returned {code|a code}[ of {email}|] to its batch[, because {returnReason}|]",
    },
    "code.tags_updated": { label: "Tags of a code updated", sentence: (event) => tagsSentence(event, "{code|a code}") },
    "code.updated": { label: "Code updated", sentence: "Changed the {leadFields} of {code|a code}" },
    "code.extended": { label: "Code extended", sentence: (event) => `Changed the ${extendedFields(event)} of {code|a code}` },
    "code.expired": { label: "Code expired", sentence: "{code|A code} expired" },
    "code.reserved": {
      label: "Code reserved",
      sentence: ({ email }) => (email === null ? "Removed the reservation from {code|a code}" : "Reserved {code|a code}[ for {email}|]"),
    },
    "code.held": { label: "Code put on hold", sentence: "Put {code|a code} on hold[ for {email}|]" },
    "code.hold_released": { label: "Hold released", sentence: "Released the hold[ of {email}|] on {code|a code}" },
    "code.deleted": {
      label: "Code deleted",
      sentence: (event) => (isInBin(event) ? "Moved {code|a code} to the bin" : "Deleted {code|a code}"),
    },
    "code.restored": {
      label: "Code restored",
      sentence: ({ data }) => (readNumber(data, "claims") === 0 ? "Restored {code|a code}" : "Restored {code|a code} with {claims:claim}"),
    },
    "code.words_replaced": { label: "Words of a code replaced", sentence: "Replaced the words “{from}” [by {code}|of a code]" },
    "batch.renamed": {
      label: "Batch renamed",
      sentence: ({ data }) => (readString(data, "name") === "" ? "Removed the name of a batch" : "Renamed a batch to “{name}”"),
    },
    "batch.redemption_changed": { label: "Place to redeem a batch changed", sentence: "Changed where the codes of a batch are redeemed" },
    "batch.updated": { label: "Batch updated", sentence: "Changed whose emails can claim the codes of a batch" },
    "batch.paused": { label: "Batch paused", sentence: "Paused a batch" },
    "batch.resumed": { label: "Batch resumed", sentence: "Resumed a batch" },
    "batch.extended": {
      label: "Batch extended",
      sentence: (event) => `Changed the ${extendedFields(event)} of [the batch “{name}”|a batch]`,
    },
    "batch.expired": {
      label: "Batch expired",
      sentence: ({ data }) => `${"codes" in data ? "{codes:code}" : "Codes"} of [the batch “{name}”|a batch] expired`,
    },
    "batch.deleted": {
      label: "Batch deleted",
      sentence: (event) =>
        isInBin(event)
          ? "Moved [the batch “{name}”|a batch] with {codes:code} to the bin"
          : "Deleted [the batch “{name}”|a batch] with {codes:code}",
    },
    "batch.restored": { label: "Batch restored", sentence: "Restored [the batch “{name}”|a batch]" },
    "claim.revoked": { label: "Claim revoked", sentence: "Revoked [the claim of {code}|a claim][ by {email}|]" },
    "send.retried": { label: "Emails retried", sentence: "Retried {deliveries:failed email}" },
    "send.canceled": { label: "Emails canceled", sentence: "Canceled {deliveries:email}" },
    "send.finished": { label: "Send finished", sentence: sendFinishedSentence },
    "saved_emails.sent": {
      label: "Saved emails sent",
      sentence: ({ data }) => {
        const files = readNumber(data, "requeued") === 1 ? "that was saved to a file" : "that were saved to files";
        return `Queued {requeued:email} ${files}${readNumber(data, "skipped") === 0 ? "" : ", skipped {skipped}"}`;
      },
    },
    "deliveries.retried": { label: "Waiting emails retried", sentence: "Retried {deliveries:waiting email}" },
  },
  Emails: {
    "email.delivered": { label: "Email delivered", sentence: "Delivered an email[ to {email}|]" },
    "email.failed": { label: "Email failed", sentence: "Failed to deliver an email[ to {email}|][ ({reason})|]" },
    "email.bounced": { label: "Email bounced", sentence: "An email[ to {email}|] bounced[ ({reason})|]" },
    "email.complained": { label: "Email reported as spam", sentence: "An email[ to {email}|] was reported as spam" },
  },
  Leads: {
    "leads.imported": { label: "Leads imported", sentence: "Imported [{created} new leads from “{fileName}”|leads]" },
    "leads.import_undone": { label: "Import undone", sentence: "Undid [the import of “{fileName}”|an import]" },
    "suppressions.imported": {
      label: "Suppressions imported",
      sentence: "Imported [{created} new suppressions from “{fileName}”|suppressions]",
    },
    "suppressions.import_undone": { label: "Import of suppressions undone", sentence: "Undid [the import of “{fileName}”|an import]" },
    "announcement.sent": {
      label: "Announcement sent",
      sentence: ({ data }) =>
        "scheduledAt" in data ? "Scheduled an announcement to {notified:lead}" : "Queued an announcement for {notified:lead}",
    },
    "lead.email_resent": { label: "Automatic email resent", sentence: "Resent an automatic email[ to {email}|]" },
    "messages.retried": { label: "Automatic emails retried", sentence: "Retried {deliveries:automatic email}" },
    "lead.created": { label: "Lead created", sentence: "Added {email|a lead}{held}" },
    "lead.updated": { label: "Lead updated", sentence: leadUpdatedSentence },
    "lead.confirmed": { label: "Lead confirmed", sentence: "Confirmed [the email of {email}|their email]" },
    "lead.email_change_requested": { label: "Email change requested", sentence: "Asked to change [the email of {email}|their email]" },
    "lead.email_changed": { label: "Email changed", sentence: "Changed [the email of {email}|their email]" },
    "wave.scheduled": {
      label: "Wave scheduled",
      sentence: ({ data }) => `Scheduled a ${readNumber(data, "total") > 0 ? "recurring wave" : "wave"} of {size:person}`,
    },
    "wave.sent": {
      label: "Wave sent",
      sentence: ({ data }) => (readNumber(data, "invited") === 1 ? "Invited the next in line" : "Invited the next {invited|0} in line"),
    },
    "wave.places_passed_on": { label: "Places passed on", sentence: "Passed {invited:place} on to the next in line" },
    "wave.canceled": { label: "Wave canceled", sentence: "Canceled a scheduled wave[, because {waveStopReason}|]" },
    "wave.paused": { label: "Recurring wave paused", sentence: "Paused a recurring wave" },
    "wave.resumed": { label: "Recurring wave resumed", sentence: "Resumed a recurring wave" },
    "wave.ended": { label: "Recurring wave ended", sentence: "Ended a recurring wave[, because {waveStopReason}|]" },
    "personal_data.exported": { label: "Personal data exported", sentence: "Exported the personal data of {email|a lead}" },
    "lead.moved": { label: "Lead moved", sentence: "Moved {email|a lead} to position {to|0} of the waitlist" },
    "lead.declined": { label: "Invitation declined", sentence: "Declined [the invitation of {email}|their invitation]" },
    "lead.invitation_bounced": {
      label: "Invitation bounced",
      sentence: "[The invitation email to {email}|Their invitation email] bounced",
    },
    "lead.invitation_expired": { label: "Invitation expired", sentence: "[The invitation of {email}|Their invitation] expired" },
    "lead.invitation_reopened": {
      label: "Invitation reopened",
      sentence: "[The invitation of {email}|Their invitation] can be used again",
    },
    "lead.invitation_reissued": { label: "Invitation reissued", sentence: "Reissued [the invitation of {email}|an invitation]" },
    "lead.returned_to_waitlist": { label: "Lead put back in line", sentence: "Put {email|a lead} back in line" },
    "lead.approved": { label: "Sign-up approved", sentence: "Approved [the sign-up of {email}|a held sign-up]" },
    "lead.deleted": {
      label: "Lead deleted",
      sentence: (event) => (isInBin(event) ? "Moved {email|a lead} to the bin" : "Deleted a lead"),
    },
    "lead.restored": { label: "Lead restored", sentence: "Restored {email|a lead}" },
    "suppression.added": {
      label: "Suppression added",
      sentence: ({ actor }) => (actor.kind === "visitor" ? "Unsubscribed[ {email}|]" : "Added {email|an email} to the suppression list"),
    },
    "suppression.updated": { label: "Suppression updated", sentence: "Updated [the suppression for {email}|a suppression]" },
    "suppression.removed": {
      label: "Suppression removed",
      sentence: ({ actor }) =>
        actor.kind === "visitor" ? "Resubscribed[ {email}|]" : "Removed {email|an email} from the suppression list",
    },
    "block_list.updated": { label: "Block list updated", sentence: blockListSentence },
  },
  "Sign-in": {
    "staff.signed_in": { label: "Signed in", sentence: signedInSentence },
    "staff.signed_out": {
      label: "Signed out",
      sentence: ({ data }) => (readNumber(data, "sessions") > 1 ? "Signed out of {sessions:browser}" : "Signed out"),
    },
    "staff.sign_in_failed": { label: "Sign-in failed", sentence: signInFailedSentence },
    "staff.access_refused": { label: "Access refused", sentence: "Was denied access[ to {endpoint}|]" },
    "staff.password_changed": { label: "Password changed", sentence: "Changed their password" },
    "staff.password_reset": { label: "Password reset", sentence: "Reset [the password of {staff}|a password] with an emailed link" },
    "staff.second_factor_added": { label: "Two-factor authentication turned on", sentence: "Turned on two-factor authentication" },
    "staff.second_factor_removed": { label: "Two-factor authentication turned off", sentence: "Turned off two-factor authentication" },
    "staff.recovery_codes_regenerated": { label: "Recovery codes regenerated", sentence: "Regenerated their recovery codes" },
    "staff.passkey_added": { label: "Passkey added", sentence: "Added [the passkey {name}|a passkey]" },
    "staff.passkey_refused": { label: "Passkey refused", sentence: "Failed to add a passkey" },
    "staff.passkey_removed": { label: "Passkey removed", sentence: "Removed [the passkey {name}|a passkey]" },
  },
  Team: {
    "staff.invited": { label: "Invitation sent", sentence: invitedSentence },
    "staff.invitation_revoked": { label: "Invitation revoked", sentence: "Revoked [the invitation to {invitee}|an invitation]" },
    "staff.invitation_link_copied": {
      label: "Invitation link copied",
      sentence: "Copied [the link of the invitation to {invitee}|an invitation's link]",
    },
    "staff.joined": {
      label: "Staff member joined",
      sentence: ({ actor }) =>
        // The first owner can be created from environment variables.
        actor.kind === "system" ? "Added {staff|a staff member} to the team[ as {role}|]" : "Joined the team[ as {role}|]",
    },
    "staff.updated": { label: "Staff member updated", sentence: staffUpdatedSentence },
    "staff.removed": {
      label: "Staff member removed",
      sentence: (event) => (isOwnAccount(event) ? "Left the team" : "Removed {staff|a staff member} from the team"),
    },
  },
  "API keys and webhooks": {
    "key.created": { label: "API key created", sentence: "Created [the API key “{name}”|an API key]" },
    "key.rotated": {
      label: "API key rotated",
      sentence: ({ data }) =>
        `Rotated [the API key “{name}”|an API key]. The old key ${
          readNumber(data, "overlapHours") === 0 ? "stopped working immediately" : "works for {overlapHours:more hour}"
        }`,
    },
    "key.revoked": { label: "API key revoked", sentence: "Revoked [the API key “{name}”|an API key]" },
    "key.refused": { label: "Revoked API key used", sentence: "Used an API key that is revoked or expired" },
    "agent.tool_called": { label: "Tool called by an AI agent", sentence: toolCalledSentence },
    "webhook.created": { label: "Webhook created", sentence: "Created [the webhook “{description}”|a webhook]" },
    "webhook.updated": { label: "Webhook updated", sentence: "Changed [the webhook “{description}”|a webhook]" },
    "webhook.secret_rotated": {
      label: "Webhook secret rotated",
      sentence: ({ data }) =>
        `Rotated the secret of [the webhook “{description}”|a webhook]${data.revoked === true ? ". The old one stopped working immediately" : ""}`,
    },
    "webhook.paused": { label: "Webhook paused", sentence: "Paused [the webhook “{description}”|a webhook]" },
    "webhook.resumed": {
      label: "Webhook resumed",
      sentence: ({ data }) =>
        `Resumed [the webhook “{description}”|a webhook] and ${data.missed === "skip" ? "skipped" : "sent"} what it missed`,
    },
    "webhook.recovered": {
      label: "Webhook recovered",
      sentence: "Sent {deliveries:event} to [the webhook “{description}”|a webhook] again",
    },
    "webhook.disabled": {
      label: "Webhook disabled",
      sentence: ({ data }) =>
        `Disabled [the webhook “{description}”|a webhook], because it ${data.reason === "gone" ? "is gone" : "failed for days"}`,
    },
    "webhook.deleted": { label: "Webhook deleted", sentence: "Deleted [the webhook “{description}”|a webhook]" },
    "origins.updated": {
      label: "Allowed origins updated",
      sentence: ({ data }) =>
        readNumber(data, "origins") === 0 ? "Allowed the public key from any origin" : "Limited the public key to {origins:origin}",
    },
  },
  Project: {
    "list.exported": { label: "List exported", sentence: fileSentence("Exported") },
    "export.downloaded": { label: "Export downloaded", sentence: fileSentence("Downloaded") },
    "view.created": { label: "View saved", sentence: viewSentence("Saved") },
    "view.updated": { label: "View updated", sentence: viewUpdatedSentence },
    "view.deleted": { label: "View deleted", sentence: viewSentence("Deleted") },
    "bin.deleted": { label: "Bin emptied", sentence: "Permanently deleted {entries:item} from the bin" },
    "records.changed": { label: "Other records changed", sentence: "Changed records together with others" },
    "project.set_up": { label: "Project set up", sentence: "Set up the project" },
    "project.paused": {
      label: "Project paused",
      sentence: ({ data }) =>
        readNumber(data, "refused") > 0
          ? "Paused email because the mail server refused {refused} of the last {total} emails"
          : "Paused {pausedFeatures|the project}",
    },
    "project.resumed": { label: "Project resumed", sentence: "Resumed {pausedFeatures|the project}" },
    "project.exported": {
      label: "Project exported",
      sentence: ({ data }) => ("leads" in data ? "Exported the project with {codes:code} and {leads:lead}" : "Exported the project"),
    },
    "project.imported": { label: "Project imported", sentence: "Imported the project from another installation and paused email" },
    "email_template.updated": { label: "Email template updated", sentence: templateUpdatedSentence },
    "email_template.reset": {
      label: "Email template reset",
      sentence: "Reset [the “{template}” email template|an email template] to its default",
    },
    "project.email_delivery_updated": {
      label: "Email delivery updated",
      sentence: "Changed the [{emailDeliveryFields} in the |]email delivery settings",
    },
    "rate_limits.updated": { label: "Rate limits updated", sentence: "Changed the rate limits" },
    "project.updated": { label: "Project updated", sentence: "Changed the [project's {projectFields}|project settings]" },
  },
} satisfies Readonly<Record<string, Partial<Record<EventKind, EventLabels>>>>;

export const eventLabels: Readonly<Record<EventKind, EventLabels>> = {
  ...eventsByGroup.Codes,
  ...eventsByGroup.Emails,
  ...eventsByGroup.Leads,
  ...eventsByGroup["Sign-in"],
  ...eventsByGroup.Team,
  ...eventsByGroup["API keys and webhooks"],
  ...eventsByGroup.Project,
};

/** The kinds of events by group, in the order of the filter. */
export const eventKindsByGroup: readonly { group: string; kinds: readonly EventKind[] }[] = Object.entries(eventsByGroup).map(
  ([group, events]) => ({ group, kinds: eventKinds.filter((kind) => kind in events) }),
);
