import { codeCountLabel, lostAccessSentenceForMany } from "@/components/codes";
import { plural } from "@/lib/plural";

/** The copy of the dialogs of a batch, which are loaded when one opens. */
export const dialogLabels = {
  renameDialog: { title: "Rename batch", name: "Name", submit: "Rename", renamed: "Batch renamed" },

  pauseDialog: {
    pauseTitle: (name: string) => `Pause ${name}?`,
    resumeTitle: (name: string) => `Resume ${name}?`,
    pauseConsequence: (codes: number) =>
      plural(codes, {
        one: "Customers can't claim its {n} code until you resume the batch. Customers who already claimed it keep access.",
        other: "Customers can't claim its {n} codes until you resume the batch. Customers who already claimed one keep access.",
      }),
    resumeConsequence: (codes: number) =>
      plural(codes, {
        one: "Customers can claim its {n} code again, unless you paused the code itself.",
        other: "Customers can claim its {n} codes again, except those you paused individually.",
      }),
    pauseConfirm: "Pause batch",
    resumeConfirm: "Resume batch",
    paused: (name: string) => `${name} paused`,
    resumed: (name: string) => `${name} resumed`,
  },

  extendDialog: {
    title: (name: string) => `Extend ${name}`,
    description: (codes: number) =>
      plural(codes, {
        one: "The change applies to its {n} code, even if you extended it before.",
        other: "The change applies to all {n} codes, including codes you extended individually.",
      }),
    usesHint: "Codes with more claims than this keep their current number of uses.",
  },

  deleteDialog: {
    title: (name: string, codes: number) => `Delete ${name} and its ${codeCountLabel(codes)}?`,
    consequence: (claims: number, recovery: string) =>
      `${lostAccessSentenceForMany(claims)} Queued emails with these codes are canceled. ${recovery}`,
    confirm: "Delete batch",
    deletion: { toBin: "The batch moves to the bin.", permanent: "The batch is deleted permanently." },
  },
} as const;
