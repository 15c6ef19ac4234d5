import { type SQL, sql } from "drizzle-orm";
import type { LeadFilter } from "@/contract/lead-filters";
import { queryRows } from "@/db/query";
import { cannotClaimFrom } from "../codes/batch-restrictions";
import type { Context } from "../context";
import { filterConditions, leadConditions } from "../leads/filter";
import { countAhead } from "../leads/waitlist";
import { lineOrder } from "../leads/waitlist-list";
import { orderBy, unindexed } from "../sort-order";
import { joinAnd } from "../sql";
import { inLine, isPreferred } from "./next-in-line";

/** A person in line. `key` is their sort key, a decimal number. */
type PersonInLine = { email: string; key: string; position: number };

/** Whom a wave would invite: how many, how many of them because of its priority, the first and last in line, and the first to be invited. */
type ChosenPeople = {
  matching: number;
  invited: number;
  preferred: number;
  first: PersonInLine | undefined;
  last: PersonInLine | undefined;
  sample: PersonInLine[];
};

/** `batch` is the ID of the batch whose codes they get, if some people can't claim them. */
export type WaveChoice = { filter: LeadFilter; batch: string | null };
type Choice = WaveChoice & { size: number; priority: LeadFilter; sampleSize: number };

/** The condition that a lead `l` is ahead of a person in line. */
export const isAheadOf = ({ key, email }: PersonInLine): SQL => sql`(l.waitlist_sort_key, l.email) < (${key}::numeric, ${email})`;

/**
 * The condition that a lead `l` has a suppression. With the project as a value, and not as part of a join, PostgreSQL reads all suppressions
 * once if it checks many leads.
 */
export const hasSuppression = (projectId: number): SQL =>
  sql`exists (select from suppressions s where s.project_id = ${projectId} and s.email = l.email)`;

/** The condition that a lead `l` can't claim the codes of a wave. */
export const cannotClaim = (projectId: number, { batch }: WaveChoice): SQL =>
  batch === null ? sql`false` : cannotClaimFrom(projectId, batch);

/** The conditions that a lead `l` is in line and matches a filter. */
export const isInLine = (projectId: number, filter: LeadFilter): SQL[] => [
  sql`l.project_id = ${projectId}`,
  sql`l.on_waitlist`,
  ...filterConditions({ projectId }, filter, { indexed: true }),
];

/** Finds whom a wave invites: first those who match its priority, then others, each in the order of the line. */
export async function choosePeople(ctx: Context, { size, priority, sampleSize, ...choice }: Choice): Promise<ChosenPeople> {
  const { filter } = choice;
  const hasPriority = filterConditions(ctx, priority).length > 0;
  const { matching, preferred: allPreferred } = await countEligible(ctx, choice, priority);
  const invited = Math.min(size, matching);
  const preferred = Math.min(size, allPreferred);
  const isFirst = isPreferred(ctx.projectId, priority);
  const eligible = [
    ...isInLine(ctx.projectId, filter),
    ...unindexed([sql`not ${hasSuppression(ctx.projectId)}`, sql`not ${cannotClaim(ctx.projectId, choice)}`]),
  ];
  const groups = await Promise.all([
    readGroup(ctx, [...eligible, isFirst], { total: allPreferred, chosen: preferred, sampleSize }),
    readGroup(ctx, [...eligible, ...(hasPriority ? [sql`not ${isFirst}`] : [])], {
      total: matching - allPreferred,
      chosen: invited - preferred,
      sampleSize,
    }),
  ]);
  const inOrder = groups.flat().sort((left, right) => left.position - right.position);
  const sample = groups.flatMap((people) => people.slice(0, sampleSize)).slice(0, sampleSize);
  return { matching, invited, preferred, first: inOrder[0], last: inOrder.at(-1), sample };
}

type EligibleCounts = Pick<ChosenPeople, "matching" | "preferred">;

/** Counts the people in line who match a filter and can be invited, and how many of them match a priority. */
async function countEligible(ctx: Context, choice: WaveChoice, priority: LeadFilter): Promise<EligibleCounts> {
  const { db, projectId } = ctx;
  const { filter } = choice;
  const hasFilter = filterConditions(ctx, filter).length > 0 && filter.waitlist !== false;
  // The indexes for most filters tell who is in line, so that PostgreSQL doesn't read the leads.
  const conditions = hasFilter ? leadConditions(ctx, { ...filter, waitlist: true }, { indexed: true }) : isInLine(projectId, filter);
  const [row] = await queryRows<EligibleCounts>(
    db,
    sql`select count(*)::int as matching, count(*) filter (where is_preferred)::int as preferred
      from (select ${hasSuppression(projectId)} or ${cannotClaim(projectId, choice)} as is_skipped, ${isPreferred(projectId, priority)} as is_preferred
        from leads l where ${joinAnd(conditions)} offset 0) as line
      where not is_skipped`,
  );
  return row ?? { matching: 0, preferred: 0 };
}

type Group = { total: number; chosen: number; sampleSize: number };

/** Returns the first of a group in the order of the line, and then the last who is chosen if there are more. */
async function readGroup(ctx: Context, conditions: readonly SQL[], { total, chosen, sampleSize }: Group): Promise<PersonInLine[]> {
  if (chosen === 0) return [];
  // Read from the nearer end of the group.
  const last = chosen * 2 < total ? sql`${inLine} offset ${chosen - 1}` : sql`${orderBy(lineOrder(true))} offset ${total - chosen}`;
  const [sample, end] = await Promise.all([
    readLine(ctx, conditions, sql`${inLine} limit ${Math.min(chosen, sampleSize)}`),
    chosen > sampleSize ? readLine(ctx, conditions, sql`${last} limit 1`) : [],
  ]);
  return [...sample, ...end];
}

/** Returns the people who meet conditions, in the order of the line. `range` is the order and the range of those to read. */
async function readLine({ db, projectId }: Context, conditions: readonly SQL[], range: SQL): Promise<PersonInLine[]> {
  const rows = await queryRows<{ email: string; key: string; ahead: string }>(
    db,
    sql`select l.email, l.waitlist_sort_key as key, ${countAhead(projectId)} as ahead
      from (select l.email, l.waitlist_sort_key from leads l where ${joinAnd(conditions)} order by ${range}) as l order by ${inLine}`,
  );
  return rows.map(({ email, key, ahead }) => ({ email, key, position: Number(ahead) + 1 }));
}
