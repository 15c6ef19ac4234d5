import { Flag, Search } from "./endpoint";
import { Email, Instant } from "./fields";
import { Source } from "./sources";
import { LeadStanding } from "./standing";

/** What narrows a list of leads; acts on many take the same. */
export const leadFilters = {
  waitlist: Flag.optional().meta({ description: "Only those who are, or are not, on the waitlist." }),
  claimed: Flag.optional().meta({ description: "Only those who have, or have not, claimed a code." }),
  invited: Flag.optional().meta({ description: "Only those who were, or were not, invited with a personal code." }),
  referred: Flag.optional().meta({ description: "Only those whom another lead sent, or whom nobody did." }),
  referredBy: Email.optional().meta({ description: "Only those whom this lead sent." }),
  source: Source.optional(),
  standing: LeadStanding.optional().meta({
    description: "Only those who count, who have not confirmed their address yet, or whose sign-up is held.",
  }),
  since: Instant.optional().meta({ description: "Only leads created at this moment or later." }),
  until: Instant.optional().meta({ description: "Only leads created before this moment." }),
  q: Search.optional().meta({
    description: "Part of the address or of a name; a text of one or two characters is looked for at the beginnings of them.",
  }),
};
