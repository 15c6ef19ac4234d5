import type { LeadAction } from "@/contract/bulk-lead-actions";
import type { TagAction } from "@/contract/tags";
import { plural } from "@/lib/plural";

function lostAccessSentence(total: string, claimed: string | null): string {
  const isOne = total === "1";
  if (claimed === null) return "Leads who claimed a code lose access, and the codes get their uses back.";
  if (claimed === "0") return isOne ? "They haven't claimed a code." : "None of them have claimed a code.";
  if (claimed === total)
    return isOne
      ? "They claimed a code and lose access. The code gets its use back."
      : "All of them claimed a code and lose access. The codes get their uses back.";
  return plural(Number.parseInt(claimed, 10), {
    one: "{n} of them claimed a code and loses access. The code gets its use back.",
    other: "{n} of them claimed a code and lose access. The codes get their uses back.",
  });
}

/** Says what is deleted with several leads. `claimed` is how many of them claimed a code, or null while that isn't known. */
export const deleteLeadsConsequence = (total: string, claimed: string | null, recovery: string): string =>
  `${lostAccessSentence(total, claimed)} Codes reserved for them are paused. ${recovery}`;

/** What the bulk actions do, except deleting, which depends on the leads. */
export const bulkConsequences: Readonly<Record<Exclude<LeadAction, "delete" | TagAction>, string>> = {
  join_waitlist: "Leads who are already on the waitlist keep their position. No emails are sent.",
  leave_waitlist: "They stay in your list of leads. No emails are sent.",
  return_to_waitlist:
    "Those who were in line and haven't claimed a code return to the position they had. Their invitation ends, and its code is paused or goes back to its batch. No emails are sent.",
  reissue_invitation:
    "Those whose invitation has expired or whose code can't be claimed get an email with a new personal code. The old code is paused or goes back to its batch. Others keep theirs.",
  approve: "They join the waitlist. If you require email confirmation, they get an email to confirm first.",
};
