import { createParser, parseAsStringLiteral } from "nuqs/server";
import { addDays, isDate, startOfDay } from "@/lib/time-zones";

const dateParser = createParser({ parse: (text: string) => (isDate(text) ? text : null), serialize: (date: string) => date });

/** Filters by the first and the last day, both included. */
export const dateRangeParsers = { from: dateParser, to: dateParser };

/** Two calendar dates. Null means that the range is open on that side. */
export type DateRange = { from: string | null; to: string | null };

/** A yes-or-no filter, with the values that endpoints take. */
export const booleanParser = parseAsStringLiteral(["true", "false"] as const);
export type BooleanFilterValue = "true" | "false";

/** Leaves out filters that aren't set, for endpoints with the same parameter names. */
export const omitUnset = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as {
    [Name in keyof Filters]?: NonNullable<Filters[Name]>;
  };

/** Converts dates to the times when the range starts and ends in `zone`. */
export const toTimeRange = ({ from, to }: DateRange, zone: string) => ({
  since: from === null ? undefined : startOfDay(from, zone),
  until: to === null ? undefined : startOfDay(addDays(to, 1), zone),
});

/** The filter of a bulk action. Endpoints only accept an unfiltered bulk action with an explicit `all`. */
export const toBulkFilter = <FilterQuery extends object>(filterQuery: FilterQuery): FilterQuery | { all: true } =>
  Object.values(filterQuery).some((value) => value !== undefined) ? filterQuery : { all: true };
