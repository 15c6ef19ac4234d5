import { createParser, parseAsStringLiteral } from "nuqs/server";
import { daysAfter, isDate, startOfDay } from "@/lib/zones";

const day = createParser({ parse: (text: string) => (isDate(text) ? text : null), serialize: (date: string) => date });

/** The filters of a list that is narrowed by days: the first and the last, both included. */
export const days = { from: day, to: day };

/** Two days of a calendar; null where there is no end. */
export type Days = { from: string | null; to: string | null };

/** A filter that is a yes or a no, as endpoints take it. */
export const yesOrNo = parseAsStringLiteral(["true", "false"] as const);
export type YesOrNo = "true" | "false";

/** The filters that are set, for endpoints that call them by the same names. */
export const given = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as {
    [Name in keyof Filters]?: NonNullable<Filters[Name]>;
  };

/** The moments at which days begin and end in `zone`. */
export const between = ({ from, to }: Days, zone: string) => ({
  since: from === null ? undefined : startOfDay(from, zone),
  until: to === null ? undefined : startOfDay(daysAfter(to, 1), zone),
});

/** What an act on everything that matches is told: whoever means all says so. */
export const matching = <Narrowing extends object>(narrowing: Narrowing): Narrowing | { everything: true } =>
  Object.values(narrowing).some((value) => value !== undefined) ? narrowing : { everything: true };
