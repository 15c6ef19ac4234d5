import { type SQL, sql } from "drizzle-orm";
import type { LeadFilter } from "@/contract/lead-filters";
import { queryRows } from "@/db/query";
import { cannotClaimFrom } from "../codes/batch-restrictions";
import type { Context } from "../context";
import { filterConditions } from "../leads/filter";
import { lineOrder } from "../leads/waitlist-list";
import { orderBy } from "../sort-order";
import { joinAnd } from "../sql";
import { assertKnownFilters, type LockedWave } from "./locked-wave";

const isSuppressed = sql`exists (select from suppressions s where s.project_id = l.project_id and s.email = l.email)`;

/** The conditions that a wave invites a lead `l`. */
export const canBeInvited = (projectId: number, { filter, batch_id: batch }: Pick<LockedWave, "filter" | "batch_id">): SQL =>
  joinAnd([
    sql`l.project_id = ${projectId}`,
    sql`l.on_waitlist`,
    ...filterConditions({ projectId }, filter, { indexed: true }),
    sql`not ${isSuppressed}`,
    ...(batch === null ? [] : [sql`not ${cannotClaimFrom(projectId, batch)}`]),
  ]);

/** Whether a lead `l` is invited before others. */
export const isPreferred = (projectId: number, priority: LeadFilter | null): SQL => {
  const conditions = filterConditions({ projectId }, priority ?? {}, { indexed: true });
  return conditions.length === 0 ? sql`false` : sql`((${joinAnd(conditions)}) is true)`;
};

export const inLine = orderBy(lineOrder(false));

/** The order in which a wave invites leads `l`. */
const inviteOrder = (projectId: number, priority: LeadFilter | null): SQL =>
  filterConditions({ projectId }, priority ?? {}).length === 0 ? inLine : sql`${isPreferred(projectId, priority)} desc, ${inLine}`;

/** Locks the next `amount` people in line whom a wave invites, or all if there are fewer, and returns their emails in this order. */
export async function lockNextInLine(
  { db, projectId }: Context,
  wave: LockedWave,
  amount: number,
  conditions: readonly SQL[] = [],
): Promise<string[]> {
  assertKnownFilters(wave);
  // Someone who leaves at this moment is left out once their row is locked.
  const recipients = await queryRows<{ email: string }>(
    db,
    sql`select l.email from leads l where ${joinAnd([canBeInvited(projectId, wave), ...conditions])}
      order by ${inviteOrder(projectId, wave.priority)} limit ${amount} for no key update of l`,
  );
  return recipients.map(({ email }) => email);
}
