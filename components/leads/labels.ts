import type { Tone } from "@/components/ui/status";
import type { HeldReason } from "@/contract/kinds";
import type { LeadRecord } from "@/contract/leads";
import type { Source } from "@/contract/sources";
import type { MessageRecord } from "@/contract/lead-timeline";
import { countOf } from "@/lib/counts";

/** Where leads come from, in words. */
export const leadSourceLabels: Readonly<Record<Source, string>> = {
  page: "Public page",
  widget: "Widget",
  api: "API",
  staff: "Staff",
  import: "Import",
};

export const sourceOptions = (words: Readonly<Record<Source, string>>) =>
  (Object.keys(words) as Source[]).map((value) => ({ value, label: words[value] }));

/** Whether leads count, in words. */
export const leadStatusLabels: Readonly<Record<LeadRecord["status"], string>> = {
  active: "Counts",
  unconfirmed: "Unconfirmed",
  held: "Held",
};

const heldReasonLabels: Readonly<Record<HeldReason, { label: string; explanation: string }>> = {
  honeypot: { label: "A hidden field filled in", explanation: "a field that people do not see was filled in" },
  too_fast: { label: "Sent too fast", explanation: "it was sent faster than anybody types, or without the page" },
  blocked: { label: "On the block list", explanation: "the address or its domain is on the block list" },
  disposable: { label: "Disposable domain", explanation: "the domain gives out addresses to be thrown away" },
};

/** Why a sign-up is held, in a few words. */
export const heldReasonLabel = (reason: HeldReason | null): string | null => reason && heldReasonLabels[reason].label;

/** That a sign-up is held, and why. */
export const heldReasonSentence = (reason: HeldReason | null): string =>
  `Held until somebody has looked at it${reason === null ? "" : `: ${heldReasonLabels[reason].explanation}`}`;

/** What the service writes to leads by itself, in words. */
export const automaticEmailLabels: Readonly<Record<MessageRecord["kind"], string>> = {
  joined: "You are on the waitlist",
  confirm: "Confirm your address",
  claimed: "You have claimed a code",
};

type StageFields = Pick<LeadRecord, "hasClaimedCode" | "invitedAt" | "onWaitlist" | "standing">;

/** How far a lead has come, in a word with its colour: of all that is true of them the furthest. */
export function leadStage({ hasClaimedCode, invitedAt, onWaitlist, status: standing }: StageFields): { label: string; tone: Tone } {
  if (hasClaimedCode) return { label: "Claimed", tone: "positive" };
  if (invitedAt !== null) return { label: "Invited", tone: "info" };
  if (standing !== "active") return { label: leadStatusLabels[standing], tone: "warning" };
  return onWaitlist ? { label: "Waiting", tone: "warning" } : { label: "New", tone: "neutral" };
}

/** The names of a lead as one; empty where they have none. */
export const leadName = ({ firstname, lastname }: Pick<LeadRecord, "firstname" | "lastname">): string =>
  [firstname, lastname].filter(Boolean).join(" ");

/** A number of leads as lists count: "1 lead", "12,345 leads", "10,000+ leads". */
export const leadTotalLabel = (total: string): string => `${countOf(total)} ${total === "1" ? "lead" : "leads"}`;

function lostAccessClause(total: string, claimed: string | null): string {
  if (claimed === null) return "Those who have claimed a code lose access";
  if (claimed === total) return `${total === "1" ? "They" : "All of them"} have claimed a code and lose access`;
  return `${countOf(claimed)} of them ${claimed === "1" ? "has claimed a code and loses" : "have claimed a code and lose"} access`;
}

/** What is deleted with leads of whom so many have claimed a code; null where that is not known. */
export function deleteLeadsConsequence(total: string, claimed: string | null): string {
  const ends = "Codes reserved for them are paused; notes, sends and history go too. This cannot be undone.";
  if (claimed === "0") return `${total === "1" ? "They have claimed nothing" : "None of them has claimed a code"}. ${ends}`;
  const who = lostAccessClause(total, claimed);
  return `${who}; what they claimed gets its uses back. ${ends}`;
}

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** What is deleted with one lead, who has so many claims, and codes that are reserved for them. */
export function deleteLeadConsequence({ claims, reserved }: { claims: number; reserved: number }): string {
  const parts = [
    claims > 0
      ? `They lose the access that ${counted(claims, "claim", "claims")} gave them; ${claims === 1 ? "the code gets its use" : "the codes get their uses"} back.`
      : "They have claimed nothing.",
    ...(reserved > 0
      ? [`${counted(reserved, "code that is reserved for them is", "codes that are reserved for them are")} freed and paused.`]
      : []),
    "Their notes, sends and history go too. This cannot be undone.",
  ];
  return parts.join(" ");
}
