import type { ImportValueKind } from "@/contract/import-values";
import type { SuppressionRecord } from "@/contract/suppressions";
import { normalizeHeader } from "../table-files/cells";
import { classifyStatus } from "./consent-words";

type Reason = SuppressionRecord["reason"];

// cspell:disable
/** What words say in lists of suppressions, besides those of other files: there, they can mean something else. */
const words: Readonly<Record<Reason, string>> = {
  unsubscribed: `list unsubscribe, link unsubscribe, unsubscribe link, one click unsubscribe, group unsubscribe, global unsubscribe,
    unsubscribed via email, unsubscribed via api, unsubscribed via ma, unsubscribed via link, unsubscribe request, unsubs, user unsubscribed,
    recipient unsubscribed, removed by recipient, opt outs, optouts`,
  bounced: `permanent, hard, hardbounces, hard bounces, bounces, bounce rule, bounce hard, permanent failure, permanent fail, failed permanently,
    invalid, invalid address, invalid recipient, invalid mailbox, bad mailbox, bad address, unknown user, user unknown, mailbox does not exist,
    mailbox unavailable, does not exist, no such user, inactive recipient, email bounced, bounced email, smtp bounce, dead address`,
  complained: `contact flagged as spam, flagged as spam, spam reports, spamreports, spam button, abuse report, abuse reports, spam complaint received,
    user complaint, recipient complaint, isp complaint, feedback`,
  staff: `staff, manual, manually, manually added, added manually, manual add, manual entry, manual suppression, manually suppressed, manual block,
    manually blocked, manually blocklisted, added by staff, by staff, admin, administrator, added by admin, by admin, admin blocked, blocked by admin,
    admin suppression, custom, customer request, internal, do not contact list, dnc list`,
};
// cspell:enable

const reasons = new Map(
  (Object.entries(words) as [Reason, string][]).flatMap(([reason, list]) =>
    list.split(",").map((word) => [normalizeHeader(word), reason] as const),
  ),
);

/** Returns what a value says in a list of suppressions, or null for unknown words. Words about confirmations and waitlists say nothing there. */
export function classifySuppressionValue(text: string): ImportValueKind | null {
  const kind = reasons.get(normalizeHeader(text)) ?? classifyStatus(text);
  return kind === "unconfirmed" || kind === "waiting" || kind === "left" ? null : kind;
}
