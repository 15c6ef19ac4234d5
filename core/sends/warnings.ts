import type { FormatRecord } from "@/contract/formats";
import { guessChance } from "@/contract/guess-chance";
import type { SendPreviewReply } from "@/contract/send-preview";
import { formatWithUtc, lastInstantBefore } from "@/lib/local-time";

import type { TransportStatus } from "../email-delivery/transport";

type SendWarning = SendPreviewReply["warnings"][number];

/** What a send is warned by. Moments are ISO 8601 in UTC with milliseconds. */
export type SendFacts = {
  recipients: number;
  now: string;
  /** The project's time zone. */
  zone: string;
  validFrom: string | null;
  validUntil: string | null;
  /** How many can still claim the one code that everybody gets; null where it is reserved, and for personal codes. */
  claimsLeft: number | null;
  transport: TransportStatus;
  /** Why codes like these are easily guessed, as a sentence; null where they are not. */
  weakness: string | null;
};

const hourMilliseconds = 3_600_000;
/** Codes that can be claimed for less than this end before many have read their mail. */
const endsSoonMilliseconds = 24 * hourMilliseconds;

/** What is wrong with a send that can be sent, in the order of the contract. */
export function listSendWarnings(facts: SendFacts): SendWarning[] {
  const { recipients, now, zone, validFrom, claimsLeft: usesLeft, transport: mail, weakness } = facts;
  const found: SendWarning[] = [];
  const warn = (warning: SendWarning["warning"], message: string | null) => void (message !== null && found.push({ warning, message }));
  // A code without any is refused.
  if (usesLeft !== null && usesLeft > 0 && recipients > usesLeft)
    warn(
      "too_few_uses",
      `${counted(recipients, "person gets", "people get")} a code that ${usesLeft.toLocaleString("en")} can still claim.`,
    );
  if (validFrom !== null && now < validFrom) warn("not_started", `It cannot be claimed before ${formatWithUtc(new Date(validFrom), zone)}.`);
  warn("ends_soon", describeEarlyEnd(facts));
  if (mail === "kept") warn("mail_not_connected", "No mail server is connected: the messages are kept as files and reach nobody.");
  if (mail === "unreadable")
    warn("mail_unreadable", "The mail server has to be entered again, as AUTH_SECRET has changed: until then the messages wait.");
  warn("weak_codes", weakness);
  return found;
}

/**
 * Why codes of a format are easily guessed, as a sentence; null where they are not. One that is `reserved` takes the lead's address
 * beside the guess; for whoever knows that, six digits are few all the same.
 */
export function describeCodeWeakness({ type, total: space, claimable: live }: Pick<FormatRecord, "type" | "total" | "claimable">, reserved: boolean): string | null {
  const { isWeak: weak, label: words } = guessChance({ claimable: live, total: space });
  const odds = live > 0 && !reserved ? `: ${words} one that can be claimed` : "";
  if (type === "numeric") return `Six digits are easily guessed, as there are only ${space.toLocaleString("en")} such codes${odds}.`;
  return weak && !reserved ? `There are so many ${type} codes that they are easily guessed${odds}.` : null;
}

/** What to say of an end that comes too soon: soon from now, or soon after the start. */
function describeEarlyEnd({ now, zone, validFrom, validUntil }: SendFacts): string | null {
  if (validUntil === null || validUntil <= now) return null;
  const ahead = validFrom !== null && validFrom > now;
  const left = Date.parse(validUntil) - Date.parse(ahead ? validFrom : now);
  if (left >= endsSoonMilliseconds) return null;
  const last = formatWithUtc(lastInstantBefore(validUntil), zone);
  return ahead
    ? `It can be claimed for ${formatDuration(left)} only: it starts on ${formatWithUtc(new Date(validFrom), zone)} and ends on ${last}.`
    : `It ends in ${formatDuration(left)}, on ${last}: many will read the mail too late.`;
}

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  return minutes < 120 ? counted(minutes, "minute", "minutes") : counted(Math.floor(minutes / 60), "hour", "hours");
}
