import type { SuppressionRecord } from "@/contract/suppressions";

type Reason = SuppressionRecord["reason"];

/** Why an address gets no mail, in a word or two. */
export const reasonLabels: Readonly<Record<Reason, string>> = {
  unsubscribed: "Unsubscribed",
  bounced: "Bounced",
  complained: "Complained",
  staff: "Staff",
};

/** The same as what somebody did, or what happened. */
export const reasonDescriptions: Readonly<Record<Reason, string>> = {
  unsubscribed: "They asked for no more mail.",
  bounced: "Mail to them comes back.",
  complained: "They called mail from you spam.",
  staff: "Somebody of the team stopped it.",
};

export const reasonFilterOptions = (Object.keys(reasonLabels) as Reason[]).map((value) => ({ value, label: reasonLabels[value] }));

/** The same to choose from in a form, with what each means. */
export const reasonOptions = reasonFilterOptions.map((choice) => ({ ...choice, hint: reasonDescriptions[choice.value] }));

/** What follows from letting an address get mail again. */
export const removalConsequence = ({ reason }: Pick<SuppressionRecord, "reason">): string =>
  reason === "unsubscribed" || reason === "complained"
    ? `They will get mail again. ${reasonDescriptions[reason]} Do this only where they have asked for it.`
    : "They will get mail again.";
