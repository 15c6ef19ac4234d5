import { createParser, parseAsStringLiteral } from "nuqs/server";
import { addDays, isDate, startOfDay } from "@/lib/time-zones";

const day = createParser({ parse: (text: string) => (isDate(text) ? text : null), serialize: (date: string) => date });

/** The filters of a list that is narrowed by days: the first and the last, both included. */
export const dateRangeParsers = { from: day, to: day };

/** Two days of a calendar; null where there is no end. */
export type DateRange = { from: string | null; to: string | null };

/** A filter that is a yes or a no, as endpoints take it. */
export const booleanParser = parseAsStringLiteral(["true", "false"] as const);
export type BooleanFilterValue = "true" | "false";

/** The filters that are set, for endpoints that call them by the same names. */
export const omitUnset = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as {
    [Name in keyof Filters]?: NonNullable<Filters[Name]>;
  };

/** The moments at which days begin and end in `zone`. */
export const toTimeRange = ({ from, to }: DateRange, zone: string) => ({
  since: from === null ? undefined : startOfDay(from, zone),
  until: to === null ? undefined : startOfDay(addDays(to, 1), zone),
});

/** What an act on everything that matches is told: whoever means all says so. */
export const toBulkFilter = <Narrowing extends object>(narrowing: Narrowing): Narrowing | { everything: true } =>
  Object.values(narrowing).some((value) => value !== undefined) ? narrowing : { everything: true };
