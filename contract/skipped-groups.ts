import type { z } from "zod";
import { type SkippableGroup, skippableGroups } from "./enums";
import type { leadFilters } from "./lead-filters";

/** A filter of leads, in a request or parsed, or all leads. */
type Filter = z.input<z.ZodObject<typeof leadFilters>> & { all?: true | undefined };

const isSet = (flag: Filter["invited"]): boolean => flag === true || flag === "true";

const isChosenBy: Record<SkippableGroup, (filter: Filter) => boolean> = {
  unconfirmed: ({ status, confirmed }) => status === "unconfirmed" || confirmed === false || confirmed === "false",
  invited: ({ invited, waitlistStatus, wave }) => isSet(invited) || waitlistStatus === "invited" || Boolean(wave),
  claimed_another_code: ({ claimed, waitlistStatus }) => isSet(claimed) || waitlistStatus === "claimed",
};

/** Returns those of the groups that a send leaves out unless its sender decides: not the groups that the filter of its recipients chooses. */
export const skippedByDefault = (groups: readonly SkippableGroup[], filter: Filter = {}): SkippableGroup[] =>
  skippableGroups.filter((group) => groups.includes(group) && !isChosenBy[group](filter));
