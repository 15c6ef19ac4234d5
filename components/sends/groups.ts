import type { LeadFilter } from "./draft";

type Named = { label: string; filter: LeadFilter };

/** Leads that are often written to. */
export const groups = {
  waiting: { label: "Everybody on the waitlist", filter: { waitlist: true } },
  uninvited: { label: "On the waitlist, without a personal code", filter: { waitlist: true, invited: false } },
  unclaimed: { label: "Everybody who has claimed no code", filter: { claimed: false } },
  claimed: { label: "Everybody who has claimed a code", filter: { claimed: true } },
  everybody: { label: "All leads", filter: { everything: true } },
} as const satisfies Record<string, Named>;

export type Group = keyof typeof groups;

export const groupNames = Object.keys(groups) as [Group, ...Group[]];
