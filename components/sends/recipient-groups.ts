import type { LeadFilter } from "./send-form-schema";

type GroupDefinition = { label: string; filter: LeadFilter };

/** Leads that are often written to. */
export const recipientGroups = {
  waiting: { label: "Everybody on the waitlist", filter: { waitlist: true } },
  uninvited: { label: "On the waitlist, without a personal code", filter: { waitlist: true, invited: false } },
  unclaimed: { label: "Everybody who has claimed no code", filter: { claimed: false } },
  claimed: { label: "Everybody who has claimed a code", filter: { claimed: true } },
  everybody: { label: "All leads", filter: { everything: true } },
} as const satisfies Record<string, GroupDefinition>;

export type RecipientGroup = keyof typeof recipientGroups;

export const recipientGroupNames = Object.keys(recipientGroups) as [RecipientGroup, ...RecipientGroup[]];
