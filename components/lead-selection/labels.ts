import type { BulkRows } from "@/components/list/bulk-dialog";
import type { Confirmation } from "@/components/ui/confirm";
import type { LeadAction } from "@/contract/bulk-leads";
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

type BulkConfirmation = (rows: BulkRows) => Confirmation;

/** The confirmations of the bulk actions, except deleting, which depends on the leads. */
export const bulkConfirmations: Readonly<Record<Exclude<LeadAction, "delete" | TagAction>, BulkConfirmation>> = {
  join_waitlist: ({ name }) => ({
    title: `Add ${name} to the waitlist?`,
    consequence: "Leads who are already on the waitlist keep their position. No emails are sent.",
    action: "Add to waitlist",
    tone: "default",
  }),
  leave_waitlist: ({ name }) => ({
    title: `Remove ${name} from the waitlist?`,
    consequence: "They stay in your list of leads. No emails are sent.",
    action: "Remove from waitlist",
    tone: "default",
  }),
  return_to_waitlist: ({ name }) => ({
    title: `Put ${name} back in line?`,
    consequence:
      "Those who were in line and haven't claimed a code return to the position they had. Their invitation ends, and its code is paused or goes back to its batch. No emails are sent.",
    action: "Put back in line",
    tone: "default",
  }),
  reissue_invitation: ({ name }) => ({
    title: `Reissue the invitation of ${name}?`,
    consequence:
      "Those whose invitation has expired or whose code can't be claimed get an email with a new personal code. The old code is paused or goes back to its batch. Others keep theirs.",
    action: "Reissue invitation",
    tone: "default",
  }),
  approve: ({ name }) => ({
    title: `Approve ${name}?`,
    consequence: "They join the waitlist. If you require email confirmation, they get an email to confirm first.",
    action: "Approve",
    tone: "default",
  }),
};
