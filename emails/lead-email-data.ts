import type { MailKind, MailText, MailVariable } from "@/contract/mail-texts";
import { inZone, lastBefore, throughWords } from "@/lib/moments";
import { readable } from "./names";

/** What a mail to one lead is about, before it is known where its site is. Moments are ISO 8601; what a kind of mail does not tell is null. */
export type UnlinkedMessage = {
  kind: MailKind;
  text: MailText;
  projectName: string;
  /** The project's time zone, in which moments are told. */
  zone: string;
  /** The project's colour (`#rrggbb`). */
  accent: string;
  email: string;
  firstname: string | null;
  lastname: string | null;
  code: string | null;
  /** How many customers may claim it. */
  allowedClaims: number;
  /** Only this lead may claim it. */
  reserved: boolean;
  validFrom: string | null;
  validUntil: string | null;
  place: number | null;
  waiting: number | null;
  referralCode: string | null;
  /** How many places a friend who joins moves them up. */
  referralPlaces: number;
  /** Where the project leads whoever has claimed a code. */
  claimedUrl: string | null;
};

/** Where a mail's links lead: the pages for everybody, and the lead's own, which are null where it is nobody's mail. */
export type Links = {
  claimUrl: string;
  /** What tells the claim page that the code was mailed; null where it is nobody's mail. */
  claimPass: string | null;
  joinUrl: string;
  placeUrl: string | null;
  confirmUrl: string | null;
  unsubscribeUrl: string | null;
};

/** A mail to one lead. */
export type LeadMessage = UnlinkedMessage & Links;

/** What the variables of a mail say to one lead; null where there is nothing to say. */
export type Values = Record<Exclude<MailVariable, "button">, string | null>;

function termsOf({ allowedClaims, reserved, validFrom, validUntil, zone }: UnlinkedMessage): string {
  const people = allowedClaims.toLocaleString("en");
  return [
    reserved ? "It is reserved for you: use the address this message came to." : null,
    reserved
      ? null
      : allowedClaims === 1
        ? "It works once, for whoever claims it first."
        : `It works for the first ${people} people who claim it.`,
    validFrom ? `It can be claimed from ${inZone(new Date(validFrom), zone)}.` : null,
    validUntil ? `It can be claimed ${throughWords(validUntil, zone)}.` : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

function friendsOf(places: number): string {
  const each = places === 1 ? "a place" : `${places.toLocaleString("en")} places`;
  return places > 0 ? `Send friends your own link. Each who joins by it moves you up ${each}:` : "Your own link, to send to friends:";
}

const claimUrlOf = (page: string, code: string, pass: string | null): string =>
  `${page}?${new URLSearchParams({ code, ...(pass === null ? {} : { pass }) })}`;

/** What the variables of a message say. */
export function valuesOf(message: LeadMessage): Values {
  const { code, kind, validFrom, validUntil, zone, place, waiting, referralCode } = message;
  const isOfCode = kind === "code" || kind === "invitation";
  const referralUrl = referralCode === null ? null : `${message.joinUrl}?ref=${encodeURIComponent(referralCode)}`;
  return {
    firstname: readable(message.firstname ?? "") || null,
    lastname: readable(message.lastname ?? "") || null,
    email: message.email,
    project: readable(message.projectName),
    code,
    claimUrl: code === null ? null : claimUrlOf(message.claimUrl, code, message.claimPass),
    validFrom: validFrom && inZone(new Date(validFrom), zone),
    validUntil: validUntil && inZone(lastBefore(validUntil), zone),
    terms: isOfCode ? termsOf(message) : null,
    place: place === null ? null : place.toLocaleString("en"),
    waiting: waiting === null ? null : waiting.toLocaleString("en"),
    placeUrl: message.placeUrl,
    referralUrl,
    friends: referralUrl && friendsOf(message.referralPlaces),
    confirmUrl: message.confirmUrl,
    claimedUrl: message.claimedUrl,
  };
}

/** Where the button of each kind of mail leads. */
export const buttonOf = {
  code: "claimUrl",
  invitation: "claimUrl",
  joined: "placeUrl",
  confirm: "confirmUrl",
  claimed: "claimedUrl",
} as const satisfies Record<MailKind, keyof Values>;
