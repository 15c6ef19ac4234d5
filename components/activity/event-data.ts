import type { EventRecord } from "@/contract/events";
import { formatSignInMethod } from "@/contract/kinds";
import { type EmailTemplateKind, emailTemplateKinds, emailTemplateNames } from "@/contract/email-templates";
import { roleWithArticle } from "@/contract/roles";

// What the sentences of events are made of. What an event's data lacks, as an older one's may, they say in general.

/** A piece of a sentence; codes and addresses are set in mono. */
export type SentencePart = string | { mono: string };

/** The code of an event. */
export const code = ({ code }: EventRecord): SentencePart => (code === null ? "a code" : { mono: code });
/** The address of an event, as a lead. */
export const lead = ({ email }: EventRecord): SentencePart => (email === null ? "a lead" : { mono: email });
/** The address of an event, as of somebody who is no lead. */
export const address = ({ email }: EventRecord): SentencePart => (email === null ? "an address" : { mono: email });
/** That something went to the address of an event; nothing where it has none. */
export const to = ({ email }: EventRecord): SentencePart[] => (email === null ? [] : [" to ", { mono: email }]);
/** Whether a customer did it, on a page of ours. */
export const isVisitor = ({ actor }: EventRecord): boolean => actor.kind === "visitor";
const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** A number of the data, 0 where it is none. */
export const number = (value: unknown): number => (typeof value === "number" ? value : 0);
/** A number of the data with its thousands apart. */
export const shown = (value: unknown): string => number(value).toLocaleString("en");
/** The texts of a list of the data. */
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === "string") : []);
const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
/** Names as one says them: "a, b, and c". */
export const list = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);
/** The key of an event, by its name. */
export const key = ({ data }: EventRecord): string => (text(data.name) === "" ? "a key" : `the key “${text(data.name)}”`);
/** " as a member", or nothing where no role is told. */
export const asRole = ({ data }: EventRecord): string => (text(data.role) === "" ? "" : ` as ${roleWithArticle(text(data.role))}`);
/** How somebody signed in, where it was not by a password. */
export const withWay = ({ data }: EventRecord): string =>
  ["", "password"].includes(text(data.way)) ? "" : ` with ${formatSignInMethod(text(data.way))}`;

const isOwn = ({ actor, data }: EventRecord): boolean => data.staff !== undefined && data.staff === actor.id;
/** Whom of the staff it was done to. */
export const whom = (event: EventRecord): string => (isOwn(event) ? "themselves" : (event.subject?.name ?? "somebody"));
/** A number of the data with what it counts. */
export const counted = (value: unknown, noun: string, nouns = `${noun}s`): string =>
  `${shown(value)} ${number(value) === 1 ? noun : nouns}`;

/** What was sent to how many. */
export function sent(event: EventRecord): SentencePart[] {
  const { received, notified, batch } = event.data;
  const to = number(notified) < number(received) ? `${shown(notified)} of ${counted(received, "lead")}` : counted(notified, "lead");
  return ["Sent ", text(batch) === "" ? code(event) : "personal codes", ` to ${to}`];
}

/** How many codes of which type were made. */
export const generated = ({ data }: EventRecord): SentencePart[] => [
  `Generated ${counted(data.amount, [text(data.type), "code"].filter(Boolean).join(" "))}`,
];

/** What the fields of a project are called. */
export const ofProject: Readonly<Record<string, string>> = {
  accent: "accent colour",
  timeZone: "time zone",
  claimedText: "text after a claim",
  consentText: "consent",
  doubleOptIn: "confirmation of addresses",
  referralPlaces: "places for friends",
  joinedMail: "mail on joining",
  claimedMail: "mail on claiming",
  claimedUrl: "address after a claim",
  pausedText: "message while something is paused",
};

/** What the fields of sending are called. */
export const ofMail: Readonly<Record<string, string>> = { sender: "sender", replyTo: "reply-to address", server: "mail server" };

const ofPause: Readonly<Record<string, string>> = { claims: "claims", sign_ups: "sign-ups", email: "mail" };
/** What was paused or resumed. */
export const whatOf = ({ data }: EventRecord): string => list(texts(data.what).map((what) => ofPause[what] ?? what)) || "something";

/** What the fields of a mail are called, where not by their name. */
export const ofMailText: Readonly<Record<string, string>> = { body: "text" };
const isMailKind = (name: string): name is EmailTemplateKind => (emailTemplateKinds as readonly string[]).includes(name);
/** The mail of an event, by its name. */
export const mail = ({ data }: EventRecord): string =>
  isMailKind(text(data.mail)) ? `the mail “${emailTemplateNames[text(data.mail) as EmailTemplateKind]}”` : "a mail";

/** That a key was rotated, and for how long the old one works. */
export function rotated(event: EventRecord): SentencePart[] {
  const hours = number(event.data.overlapHours);
  const old = hours === 0 ? "the old one stopped at once" : `the old one works for ${hours === 1 ? "1 hour" : `${hours} hours`} more`;
  return [`Rotated ${key(event)}; ${old}`];
}

/** That somebody came to the team. */
export function joined(event: EventRecord): SentencePart[] {
  // The environment names the first owner.
  if (event.actor.kind === "system") return [`Added ${whom(event)} to the team${asRole(event)}`];
  return [`Joined the team${asRole(event)}`];
}

/** What of an account was changed. */
export function changedStaff(event: EventRecord): SentencePart[] {
  const { data } = event;
  const changed = (what: string) => (isOwn(event) ? `their own ${what}` : `the ${what} of ${whom(event)}`);
  const done: string[] = [];
  if (text(data.to) !== "") done.push(`changed ${changed("role")} from ${text(data.from)} to ${text(data.to)}`);
  if (typeof data.disabled === "boolean") done.push(`${data.disabled ? "disabled" : "enabled"} ${whom(event)}`);
  if (done.length === 0) done.push(`changed ${changed(list(texts(data.fields)) || "account")}`);
  return [capital(list(done))];
}

/** What an extension changed: an end, a number of claims, or both. */
export const extended = ({ data }: EventRecord): SentencePart[] => [
  list([...("validUntil" in data ? ["the end"] : []), ...("allowedClaims" in data ? ["the number of claims"] : [])]) || "the end",
];

/** The batch of an event, by its name. */
export const batch = ({ data }: EventRecord): string => (text(data.name) === "" ? "a batch" : `the batch ${text(data.name)}`);

const ofLead: Readonly<Record<string, string>> = { firstname: "first name", lastname: "last name" };

/** What of a lead was changed. */
export function changedLead(event: EventRecord): SentencePart[] {
  const fields = texts(event.data.fields);
  const rest = fields.filter((field) => field !== "onWaitlist");
  if (rest.length > 0) return ["Changed ", lead(event), `: ${list(rest.map((field) => ofLead[field] ?? field))}`];
  return event.data.onWaitlist === false ? ["Took ", lead(event), " off the waitlist"] : ["Put ", lead(event), " on the waitlist"];
}

/** Whoever has the link is not signed in: the service does it for them. */
export const passwordReset = (event: EventRecord): SentencePart[] => [
  event.subject === null ? "Took a new password by a mailed link" : `Took a new password of ${event.subject.name} by a mailed link`,
];

/** How many entries were put on the block list and taken off it. */
export function changedBlockList({ data }: EventRecord): SentencePart[] {
  const put = `put ${counted(data.added, "entry", "entries")} on the block list`;
  const taken = (from: string) => `took ${counted(data.removed, "entry", "entries")} off ${from}`;
  if (number(data.removed) === 0) return [capital(put)];
  return [capital(number(data.added) === 0 ? taken("the block list") : `${put}, and ${taken("it")}`)];
}
