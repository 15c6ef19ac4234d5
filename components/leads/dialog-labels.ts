import type { Confirmation } from "@/components/ui/confirm";
import { plural } from "@/lib/plural";

/** The texts of dialogs, which load when they are opened. */
export const dialogLabels = {
  answers: {
    /** The label of an answer whose question was deleted. */
    deletedQuestion: (key: string) => `${key} (deleted question)`,
    question: "Question",
    answer: "Answer",
    answerHint: "Enter the exact answer. Capitalization matters.",
  },
  edit: {
    save: "Save",
    newLineHint: "Press Shift+Enter for a new line.",
    conflictTitle: "This lead has changed since you started editing.",
    conflict: (value: string) =>
      value === "" ? "This was cleared since you started editing." : `Since you started editing, this was changed to: ${value}`,
    replace: "Save mine instead",
    tryAgain: "Try again",
    failed: (email: string) => `Couldn't update ${email}`,
  },
  actions: {
    restricted: "Changing and emailing this lead",
    approve: "Approve",
    send: "Send code",
    more: (email: string) => `More actions for ${email}`,
    joinWaitlist: "Add to waitlist",
    leaveWaitlist: "Remove from waitlist",
    returnToWaitlist: "Put back in line",
    reissueInvitation: "Reissue invitation",
    changeEmail: "Change email",
    delete: "Delete lead",
  },
  resend: {
    actions: {
      confirm: "Resend confirmation",
      joined: "Resend waitlist email",
      confirm_claim: "Resend claim link",
      claimed: "Resend claim email",
      reminder: "Send reminder",
    },
    toast: "Email queued",
    failed: "The email couldn't be sent",
  },
  personalData: { open: "Open personal data", download: "Download personal data (JSON)" },
  deleteDialog: {
    title: (email: string) => `Delete ${email}?`,
    consequence: "If they claimed a code, they lose access. Codes reserved for them are paused.",
    deletion: {
      toBin: "The lead moves to the bin with all notes, sends and history.",
      permanent: "The lead is deleted permanently with all notes, sends and history.",
    },
    deletionOfMany: {
      toBin: "Each lead moves to the bin with all notes, sends and history.",
      permanent: "Each lead is deleted permanently with all notes, sends and history.",
    },
    confirm: "Delete lead",
    deleted: "Lead deleted",
    erase: "Erase permanently",
    eraseHint: "For personal data requests. Nothing about this person is kept in the bin.",
    erased: "Lead erased permanently",
  },

  addDialog: {
    title: "Add lead",
    description: "They won't get an email until you send them something.",
    viewExisting: "View lead",
    referralCode: "Referral code",
    referralCodeHint: "The referral code of the lead who invited them.",
    waitlist: "Add to waitlist",
    waitlistHint: "You can invite everyone on the waitlist at once.",
    submit: "Add lead",
    added: "Lead added",
    view: "View",
  },
  changeEmail: {
    title: (email: string) => `Change the email of ${email}`,
    description: "We'll email a link to the new email address. The email changes once they open it and confirm.",
    newEmail: "New email",
    submit: "Send link",
    requested: "Link sent",
  },
} as const;

/** Says what is deleted with one lead. `impact` is undefined while it isn't known. */
export function deleteLeadConsequence(impact: { claims: number; reserved: number } | undefined, recovery: string): string {
  if (impact === undefined) return `${dialogLabels.deleteDialog.consequence} ${recovery}`;
  const { claims, reserved } = impact;
  const sentences = [
    claims === 0
      ? "They haven't claimed a code."
      : plural(claims, {
          one: "They claimed {n} code and lose access. The code gets its use back.",
          other: "They claimed {n} codes and lose access. The codes get their uses back.",
        }),
    reserved > 0 &&
      plural(reserved, {
        one: "{n} code reserved for them is paused, and the reservation is removed.",
        other: "{n} codes reserved for them are paused, and the reservations are removed.",
      }),
    recovery,
  ];
  return sentences.filter(Boolean).join(" ");
}

/** Confirms putting one lead back in line, or reissuing their invitation. */
export const repairConfirmations: Readonly<Record<"return_to_waitlist" | "reissue_invitation", (email: string) => Confirmation>> = {
  return_to_waitlist: (email) => ({
    title: `Put ${email} back in line?`,
    consequence:
      "They return to the position they had. Their invitation ends, and its code is paused or goes back to its batch. No email is sent.",
    action: "Put back in line",
    tone: "default",
  }),
  reissue_invitation: (email) => ({
    title: `Reissue the invitation of ${email}?`,
    consequence:
      "If their invitation has expired or its code can't be claimed, they get an email with a new personal code, and the old code is paused or goes back to its batch. Otherwise, nothing changes.",
    action: "Reissue invitation",
    tone: "default",
  }),
};
