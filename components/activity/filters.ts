import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type FiltersOf, listAddress } from "@/components/list/address";
import { between, days, given } from "@/components/list/narrowing";
import { actorKinds, eventKinds } from "@/contract/kinds";

/** What narrows the activity, as the page's address says it. */
export const activity = listAddress({
  filters: {
    by: parseAsStringLiteral(actorKinds),
    actor: parseAsString,
    kind: parseAsStringLiteral(eventKinds),
    ...days,
    code: parseAsString,
    email: parseAsString,
  },
  narrowing: ({ from, to, ...filters }, zone) => ({ ...given(filters), ...between({ from, to }, zone) }),
});

export type Filters = FiltersOf<typeof activity.filters>;

/** Narrows the list to what it is told, beside what it is narrowed to already. */
export type Narrow = (more: Partial<Filters>) => void;
