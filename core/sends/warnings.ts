import { guessChance } from "@/contract/code-patterns";
import type { FormatRecord } from "@/contract/codes";
import type { SendPreviewReply } from "@/contract/send-preview";
import { formatWithUtc, lastInstantBefore } from "@/lib/dates";
import { countOf, plural } from "@/lib/plural";
import type { TransportStatus } from "../email-delivery/transport";

type SendWarning = SendPreviewReply["warnings"][number];

/** What the warnings depend on. Times are ISO 8601 in UTC with milliseconds. */
export type SendFacts = {
  recipients: number;
  now: string;
  /** The project's time zone. */
  timeZone: string;
  validFrom: string | null;
  validUntil: string | null;
  /** How often the code can still be claimed. Null for reserved and personal codes. */
  claimsLeft: number | null;
  transport: TransportStatus;
  /** Why the links of emails don't work for their recipients. Null if they do. */
  localLinks?: string | null;
  /** Why the codes are easy to guess. Null if they aren't. */
  weakness: string | null;
};

const hourMilliseconds = 3_600_000;
/** With less time than this, many people would read the email too late. */
const minClaimableTime = 24 * hourMilliseconds;

/** Returns the warnings about a send, in the order of the contract. */
export function listSendWarnings(facts: SendFacts): SendWarning[] {
  const { recipients, now, timeZone, validFrom, claimsLeft, transport, localLinks = null, weakness } = facts;
  const warnings: SendWarning[] = [];
  const warn = (warning: SendWarning["warning"], message: string) => void warnings.push({ warning, message });
  // A code without claims left is an error, not a warning.
  if (claimsLeft !== null && claimsLeft > 0 && recipients > claimsLeft)
    warn("too_few_claims", describeTooFewClaims(claimsLeft, recipients));
  if (validFrom !== null && now < validFrom)
    warn("not_started", `The code can't be claimed before ${formatWithUtc(new Date(validFrom), timeZone)}.`);
  const earlyEnd = describeEarlyEnd(facts);
  if (earlyEnd !== null) warn("ends_soon", earlyEnd);
  warnings.push(...listTransportWarnings(transport, localLinks));
  if (weakness !== null) warn("weak_codes", weakness);
  return warnings;
}

/** Returns the warnings about where emails go. */
export function listTransportWarnings(transport: TransportStatus, localLinks: string | null) {
  const problem = describeTransport(transport);
  if (problem !== null) return [problem];
  return localLinks === null ? [] : [{ warning: "local_links" as const, message: localLinks }];
}

/** Returns why emails aren't delivered, or `null` if they are. */
function describeTransport(transport: TransportStatus) {
  if (transport === "connected") return null;
  if (transport === "saved_to_file")
    return {
      warning: "email_not_connected",
      message: "No mail server is connected. Emails are saved to files and not delivered.",
    } as const;
  const message = "AUTH_SECRET has changed, so the saved mail server can't be read. Emails wait until you enter it again.";
  return { warning: "email_settings_unreadable", message } as const;
}

function describeTooFewClaims(claimsLeft: number, recipients: number): string {
  const recipientCount = recipients.toLocaleString("en-US");
  return plural(claimsLeft, {
    one: `Only {n} claim is left on this code, but there are ${recipientCount} recipients.`,
    other: `Only {n} claims are left on this code, but there are ${recipientCount} recipients.`,
  });
}

/**
 * Returns why codes of a format are easy to guess, or `null` if they aren't. A guess of a reserved code must include the lead's email too,
 * but if that is known, there are still few numeric codes.
 */
export function describeCodeWeakness(
  { type, total, claimable }: Pick<FormatRecord, "type" | "total" | "claimable">,
  isReserved: boolean,
): string | null {
  const { isWeak, label } = guessChance({ claimable, total });
  const odds = claimable > 0 && !isReserved ? ` ${label}.` : "";
  if (type === "numeric") return `Numeric codes are easy to guess, because there are only ${total.toLocaleString("en-US")} of them.${odds}`;
  return isWeak && !isReserved ? `There are so many ${type} codes that they are easy to guess.${odds}` : null;
}

/** Describes a code that ends soon from now, or soon after its start. Returns `null` if there is enough time. */
function describeEarlyEnd({ now, timeZone, validFrom, validUntil }: SendFacts): string | null {
  if (validUntil === null || validUntil <= now) return null;
  const isScheduled = validFrom !== null && validFrom > now;
  const claimableTime = Date.parse(validUntil) - Date.parse(isScheduled ? validFrom : now);
  if (claimableTime >= minClaimableTime) return null;
  const duration = formatDuration(claimableTime);
  const end = formatWithUtc(lastInstantBefore(validUntil), timeZone);
  return isScheduled
    ? `The code can be claimed for only ${duration}, from ${formatWithUtc(new Date(validFrom), timeZone)} to ${end}.`
    : `The code expires in ${duration}, on ${end}. Many people will read the email too late.`;
}

function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return countOf(minutes, "minute");
  return countOf(Math.floor(minutes / 60), "hour");
}
