import type { Confirmation } from "@/components/ui/confirm";
import type { SuppressionRecord } from "@/contract/suppressions";
import { type Reason, reasonFilterOptions } from "./reasons";

export const suppressionLabels = {
  title: "Suppressions",
  description: "We never email these addresses.",
  emptyTitle: "No suppressions yet",
  emptyDescription: "People who unsubscribe appear here, along with every email that you add.",
  import: "Import",
  columns: { email: "Email", reason: "Reason", note: "Note", created: "Added", actions: "Actions" },
  noNote: "–",
  actionsFor: (email: string) => `Actions for ${email}`,
  openLead: "View lead",
  fields: { email: "Email", reason: "Reason", note: "Note", noteHint: "Only visible to your team." },
  add: {
    button: "Add suppression",
    title: "Add suppression",
    description: "Stops all emails to this person, including emails that are queued. They don't have to be a lead.",
    submit: "Add suppression",
    toast: "Suppression added",
  },
  edit: { menuItem: "Edit", title: "Edit suppression", submit: "Save changes", toast: "Suppression saved" },
  remove: "Remove",
  notice: {
    label: "Suppression",
    title: "This lead doesn't receive emails.",
    since: "Since",
    viewSuppression: "View suppression",
  },
};

export const reasonDescriptions: Readonly<Record<Reason, string>> = {
  unsubscribed: "They unsubscribed.",
  bounced: "Emails to them bounced.",
  complained: "They reported an email as spam.",
  staff: "Your team stopped emails to them.",
};

/** The reasons for a select field, with descriptions. */
export const reasonOptions = reasonFilterOptions.map((option) => ({ ...option, hint: reasonDescriptions[option.value] }));

const removalConsequences: Readonly<Record<Reason, string>> = {
  unsubscribed: "They'll receive emails again, although they unsubscribed. Only do this if they asked for it.",
  bounced: "They'll receive emails again.",
  complained: "They'll receive emails again, although they reported an email as spam. Only do this if they asked for it.",
  staff: "They'll receive emails again.",
};

/** Asks before a suppression is removed. */
export const removalConfirmation = ({ email, reason }: Pick<SuppressionRecord, "email" | "reason">): Confirmation => ({
  title: `Remove the suppression for ${email}?`,
  consequence: removalConsequences[reason],
  action: "Remove suppression",
  success: `${email} can receive emails again`,
});
