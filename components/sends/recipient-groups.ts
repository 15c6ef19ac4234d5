import type { LeadFilter } from "./send-form-schema";

/** Groups of leads that are often emailed. Their labels are in `labels.ts`. */
export const recipientGroups = {
  waiting: { waitlist: true },
  uninvited: { waitlist: true, invited: false },
  unclaimed: { claimed: false },
  claimed: { claimed: true },
  all: { all: true },
} as const satisfies Record<string, LeadFilter>;

export type RecipientGroup = keyof typeof recipientGroups;

export const recipientGroupNames = Object.keys(recipientGroups) as [RecipientGroup, ...RecipientGroup[]];
