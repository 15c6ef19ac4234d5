import type { savedEmailKinds } from "@/contract/enums";
import type { SendSavedEmailsReply } from "@/contract/messages";
import { countOf, type PluralForms, plural } from "@/lib/plural";
import { automaticEmailKindLabels, sendKindLabels } from "./labels";

/** Names the kind of a saved email. */
export const savedEmailKindLabels: Readonly<Record<(typeof savedEmailKinds)[number], string>> = {
  ...automaticEmailKindLabels,
  code: sendKindLabels.code,
  announcement: sendKindLabels.announcement,
};

const emailForms: PluralForms = { one: "{n} email", other: "{n} emails" };

/** The copy of the saved emails: their list, and the dialog that sends them. */
export const savedLabels = {
  title: "Saved emails",
  description: "Emails that were saved to files because no mail server was connected, and those that were skipped when they were sent.",
  emptyList: { title: "No saved emails", description: "Without a mail server, emails are saved to files and appear here." },
  columns: { kind: "Kind", reason: "Not sent because", updated: "Updated" },
  dialog: {
    title: "Send saved emails",
    description: "These emails were saved to files before a mail server was connected. Each is sent once, and can't be recalled.",
    region: "Preview",
    total: (emails: number, leads: number) => `${plural(emails, emailForms)} to ${countOf(leads, "lead")}`,
    none: "No saved emails to send",
    kinds: "What is sent",
    kind: (kind: string, count: number, since: string) => `${count.toLocaleString("en")} × ${kind}, saved since ${since}`,
    skipped: "Not sent",
    skippedGroup: (reason: string, count: number) => `${count.toLocaleString("en")} not sent: ${reason}`,
    submit: (emails: number) => (emails === 0 ? "Send" : plural(emails, { one: "Send {n} email", other: "Send {n} emails" })),
    skipOnly: (emails: number) => plural(emails, { one: "Skip {n} email", other: "Skip {n} emails" }),
    retry: "Try again",
    reviewSkipped: "Show skipped emails",
  },
  result: ({ requeued, skipped }: Pick<SendSavedEmailsReply, "requeued" | "skipped">): string => {
    if (requeued + skipped === 0) return "No saved emails were left to send";
    const queued = requeued === 0 ? "No emails queued" : plural(requeued, { one: "{n} email queued", other: "{n} emails queued" });
    return skipped === 0 ? queued : plural(skipped, { one: `${queued}, {n} skipped`, other: `${queued}, {n} skipped` });
  },
} as const;
