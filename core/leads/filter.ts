import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { leadStandings, sources } from "@/contract/kinds";
import type { leadFilters } from "@/contract/lead-filters";
import type { listLeadsEndpoint } from "@/contract/leads";
import { leadTraits } from "@/db/schema";
import type { Context } from "../context";
import { has } from "../search";

/** What narrows a list of leads. */
export type LeadFilter = Pick<z.output<NonNullable<typeof listLeadsEndpoint.query>>, keyof typeof leadFilters>;

const every = Array.from({ length: leadTraits.source * sources.length }, (_, traits) => traits);
const sourceIn = (traits: number) => sources[Math.floor(traits / leadTraits.source)];
const standingIn = (traits: number) => leadStandings[Math.floor((traits % leadTraits.source) / leadTraits.standing)];

/** The traits that the leads of a filter can have; null where they can have any. */
export function traitsOf({ waitlist, claimed, invited, referred, source, standing }: LeadFilter): SQL | null {
  const asked = [
    [leadTraits.waiting, waitlist],
    [leadTraits.claimed, claimed],
    [leadTraits.invited, invited],
    [leadTraits.referred, referred],
  ] as const;
  const fitting = every.filter(
    (traits) =>
      (source === undefined || sourceIn(traits) === source) &&
      (standing === undefined || standingIn(traits) === standing) &&
      asked.every(([bit, wanted]) => wanted === undefined || (traits & bit) > 0 === wanted),
  );
  return fitting.length === every.length ? null : sql.raw(`'{${fitting.join(",")}}'::smallint[]`);
}

/** When the leads `l` of a filter came, and by whom. */
export function cameBy({ since, until, referredBy }: LeadFilter): SQL[] {
  const conditions: SQL[] = referredBy ? [sql`l.referred_by = ${referredBy}`] : [];
  if (since) conditions.push(sql`l.created_at >= ${since}::timestamptz`);
  if (until) conditions.push(sql`l.created_at < ${until}::timestamptz`);
  return conditions;
}

/** What a filter but its `q` asks of leads `l`. */
export function plainConditions(filter: LeadFilter): SQL[] {
  const traits = traitsOf(filter);
  return [...(traits === null ? [] : [sql`l.traits = any(${traits})`]), ...cameBy(filter)];
}

/** What a filter asks of leads `l`. */
export const leadConditions = (ctx: Context, filter: LeadFilter): SQL[] => [
  sql`l.project_id = ${ctx.projectId}`,
  ...plainConditions(filter),
  ...(filter.q ? [has(sql`l.search`, filter.q)] : []),
];
