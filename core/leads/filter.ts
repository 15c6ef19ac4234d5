import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { leadStatuses, sources } from "@/contract/enums";
import type { leadFilters } from "@/contract/lead-filters";
import type { listLeadsEndpoint } from "@/contract/leads";
import { leadFilterFlags } from "@/db/schema";
import type { Context } from "../context";
import { containsText } from "../sql";

export type LeadFilter = Pick<z.output<NonNullable<typeof listLeadsEndpoint.query>>, keyof typeof leadFilters>;

const allFlags = Array.from({ length: leadFilterFlags.source * sources.length }, (_, flags) => flags);
const sourceFromFlags = (flags: number) => sources[Math.floor(flags / leadFilterFlags.source)];
const statusFromFlags = (flags: number) => leadStatuses[Math.floor((flags % leadFilterFlags.source) / leadFilterFlags.status)];

/** The values of `filter_flags` that match a filter, as an array. Returns `null` if all of them do. */
export function matchingFilterFlags({ waitlist, claimed, invited, referred, source, status }: LeadFilter): SQL | null {
  const flagFilters = [
    [leadFilterFlags.onWaitlist, waitlist],
    [leadFilterFlags.claimed, claimed],
    [leadFilterFlags.invited, invited],
    [leadFilterFlags.referred, referred],
  ] as const;
  const matching = allFlags.filter(
    (flags) =>
      (source === undefined || sourceFromFlags(flags) === source) &&
      (status === undefined || statusFromFlags(flags) === status) &&
      flagFilters.every(([bit, expected]) => expected === undefined || (flags & bit) > 0 === expected),
  );
  return matching.length === allFlags.length ? null : sql.raw(`'{${matching.join(",")}}'::smallint[]`);
}

/** The conditions of a filter on when leads `l` were created and who referred them. */
export function createdConditions({ since, until, referredBy }: LeadFilter): SQL[] {
  const conditions: SQL[] = referredBy ? [sql`l.referred_by = ${referredBy}`] : [];
  if (since) conditions.push(sql`l.created_at >= ${since}::timestamptz`);
  if (until) conditions.push(sql`l.created_at < ${until}::timestamptz`);
  return conditions;
}

/** The conditions of a filter on leads `l`, without `q`. */
export function conditionsWithoutSearch(filter: LeadFilter): SQL[] {
  const flags = matchingFilterFlags(filter);
  return [...(flags === null ? [] : [sql`l.filter_flags = any(${flags})`]), ...createdConditions(filter)];
}

/** The conditions of a filter on leads `l`. */
export const leadConditions = (ctx: Context, filter: LeadFilter): SQL[] => [
  sql`l.project_id = ${ctx.projectId}`,
  ...conditionsWithoutSearch(filter),
  ...(filter.q ? [containsText(sql`l.search`, filter.q)] : []),
];
