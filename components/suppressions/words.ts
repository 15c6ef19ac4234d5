import type { SuppressionRecord } from "@/contract/suppressions";

type Reason = SuppressionRecord["reason"];

/** Why an address gets no mail, in a word or two. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  unsubscribed: "Unsubscribed",
  bounced: "Bounced",
  complained: "Complained",
  staff: "Staff",
};

/** The same as what somebody did, or what happened. */
export const reasonSentences: Readonly<Record<Reason, string>> = {
  unsubscribed: "They asked for no more mail.",
  bounced: "Mail to them comes back.",
  complained: "They called mail from you spam.",
  staff: "Somebody of the team stopped it.",
};

export const reasonChoices = (Object.keys(reasonWords) as Reason[]).map((value) => ({ value, label: reasonWords[value] }));

/** The same to choose from in a form, with what each means. */
export const reasonOptions = reasonChoices.map((choice) => ({ ...choice, hint: reasonSentences[choice.value] }));

/** What follows from letting an address get mail again. */
export const consequenceOf = ({ reason }: Pick<SuppressionRecord, "reason">): string =>
  reason === "unsubscribed" || reason === "complained"
    ? `They will get mail again. ${reasonSentences[reason]} Do this only where they have asked for it.`
    : "They will get mail again.";
