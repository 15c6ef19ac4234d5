import { Flag, Search } from "./endpoint";
import { Email, Instant } from "./fields";
import { LeadStatus } from "./lead-status";
import { Source } from "./sources";

/** Filters of lead lists and of bulk actions on leads. */
export const leadFilters = {
  waitlist: Flag.optional().meta({ description: "Only leads who are, or aren't, on the waitlist." }),
  claimed: Flag.optional().meta({ description: "Only leads who have, or haven't, claimed a code." }),
  invited: Flag.optional().meta({ description: "Only leads who were, or weren't, sent a personal code." }),
  referred: Flag.optional().meta({ description: "Only leads who were, or weren't, referred by another lead." }),
  referredBy: Email.optional().meta({ description: "Only leads referred by this lead." }),
  source: Source.optional().meta({ description: "Only leads with this source." }),
  status: LeadStatus.optional().meta({ description: "Only leads with this status." }),
  since: Instant.optional().meta({ description: "Only leads created at or after this time." }),
  until: Instant.optional().meta({ description: "Only leads created before this time." }),
  q: Search.optional().meta({
    description: "Only leads whose email address or name contains this text. One or two characters match only the beginning.",
  }),
};
