import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { leadStatuses, sources } from "@/contract/kinds";
import type { leadFilters } from "@/contract/lead-filters";
import type { listLeadsEndpoint } from "@/contract/leads";
import { leadFilterFlags } from "@/db/schema";
import type { Context } from "../context";
import { containsText } from "../search";

/** What narrows a list of leads. */
export type LeadFilter = Pick<z.output<NonNullable<typeof listLeadsEndpoint.query>>, keyof typeof leadFilters>;

const allFlags = Array.from({ length: leadFilterFlags.source * sources.length }, (_, traits) => traits);
const sourceFromFlags = (traits: number) => sources[Math.floor(traits / leadFilterFlags.source)];
const statusFromFlags = (traits: number) => leadStatuses[Math.floor((traits % leadFilterFlags.source) / leadFilterFlags.status)];

/** The traits that the leads of a filter can have; null where they can have any. */
export function matchingFilterFlags({ waitlist, claimed, invited, referred, source, status: standing }: LeadFilter): SQL | null {
  const asked = [
    [leadFilterFlags.onWaitlist, waitlist],
    [leadFilterFlags.claimed, claimed],
    [leadFilterFlags.invited, invited],
    [leadFilterFlags.referred, referred],
  ] as const;
  const fitting = allFlags.filter(
    (traits) =>
      (source === undefined || sourceFromFlags(traits) === source) &&
      (standing === undefined || statusFromFlags(traits) === standing) &&
      asked.every(([bit, wanted]) => wanted === undefined || (traits & bit) > 0 === wanted),
  );
  return fitting.length === allFlags.length ? null : sql.raw(`'{${fitting.join(",")}}'::smallint[]`);
}

/** When the leads `l` of a filter came, and by whom. */
export function createdConditions({ since, until, referredBy }: LeadFilter): SQL[] {
  const conditions: SQL[] = referredBy ? [sql`l.referred_by = ${referredBy}`] : [];
  if (since) conditions.push(sql`l.created_at >= ${since}::timestamptz`);
  if (until) conditions.push(sql`l.created_at < ${until}::timestamptz`);
  return conditions;
}

/** What a filter but its `q` asks of leads `l`. */
export function conditionsWithoutSearch(filter: LeadFilter): SQL[] {
  const traits = matchingFilterFlags(filter);
  return [...(traits === null ? [] : [sql`l.filter_flags = any(${traits})`]), ...createdConditions(filter)];
}

/** What a filter asks of leads `l`. */
export const leadConditions = (ctx: Context, filter: LeadFilter): SQL[] => [
  sql`l.project_id = ${ctx.projectId}`,
  ...conditionsWithoutSearch(filter),
  ...(filter.q ? [containsText(sql`l.search`, filter.q)] : []),
];
