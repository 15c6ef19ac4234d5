import { createLoader, createParser, createSerializer, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { actorKinds, eventKinds } from "@/contract/events";
import { daysAfter, isDate, startOfDay } from "@/lib/zones";

const day = createParser({ parse: (text: string) => (isDate(text) ? text : null), serialize: (date: string) => date });

/** What narrows the activity, as the page's address says it. Dates are whole days of the project's zone. */
export const filters = {
  by: parseAsStringLiteral(actorKinds),
  actor: parseAsString,
  kind: parseAsStringLiteral(eventKinds),
  from: day,
  to: day,
  code: parseAsString,
  email: parseAsString,
};

/** The cursors of the pages behind the first, up to the one that is shown: so that there is a way back. */
export const trail = { cursor: parseAsArrayOf(parseAsString).withDefault([]) };

/** Reads what narrows the activity, and its page, out of an address. */
export const readAddress = createLoader({ ...filters, ...trail });

/** How many pages can be gone back; further back lies the first. */
export const longestTrail = 50;

export type Filters = { [name in keyof typeof filters]: ReturnType<(typeof filters)[name]["parse"]> };

/** Narrows nothing. */
export const noFilters: Filters = { by: null, actor: null, kind: null, from: null, to: null, code: null, email: null };

/** The address of the activity, narrowed. */
export const addressWith = createSerializer(filters);

/** The filters as the list takes them. */
export function narrowing({ by, actor, kind, from, to, code, email }: Filters, zone: string) {
  return {
    by: by ?? undefined,
    actor: actor ?? undefined,
    kind: kind ?? undefined,
    code: code ?? undefined,
    email: email ?? undefined,
    since: from === null ? undefined : startOfDay(from, zone),
    until: to === null ? undefined : startOfDay(daysAfter(to, 1), zone),
  };
}
