import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listWaitlistEndpoint, moveOnWaitlistEndpoint, WaitlistEntry, WaitlistFilter } from "@/contract/waitlist";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { lock } from "../locks";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { cappedCount, containsText, joinAnd, mayContainText } from "../sql";
import { hasTag } from "../tags";
import { isConfirmed } from "./confirmation";
import { waitlistStatus } from "./record";
import { activeReferrals, countAhead, getWaitlistPosition, moveOnWaitlist } from "./waitlist";

type WaitlistQuery = z.output<NonNullable<typeof listWaitlistEndpoint.query>>;

/** The conditions of a filter on leads `l`. */
export function waitlistConditions({ source, sourceTag, tag, confirmed, minReferrals, since, until, q }: WaitlistFilter): SQL[] {
  const conditions: SQL[] = [];
  if (source) conditions.push(sql`l.source = ${source}`);
  if (sourceTag) conditions.push(sql`l.source_tag = ${sourceTag}`);
  if (tag) conditions.push(hasTag(sql`l.tags`, tag));
  if (confirmed !== undefined) conditions.push(sql`(${isConfirmed}) = ${confirmed}::boolean`);
  if (minReferrals) conditions.push(sql`${activeReferrals} >= ${minReferrals}::int`);
  if (since) conditions.push(sql`l.created_at >= ${since}::timestamptz`);
  if (until) conditions.push(sql`l.created_at < ${until}::timestamptz`);
  if (q) conditions.push(mayContainText(sql`l.search`, q), containsText(sql`l.search`, q));
  return conditions;
}

/** The order of the line. */
export const lineOrder = (descending: boolean): ListOrder => ({
  columns: [
    { expression: sql`l.waitlist_sort_key`, type: "numeric" },
    { expression: sql`l.email`, type: "text" },
  ],
  descending,
});

// Each status has an index in the order of the line.
const isStatus = (status: WaitlistEntry["status"]): SQL =>
  status === "waiting"
    ? sql`l.on_waitlist`
    : sql`not l.on_waitlist and (l.waitlist_changed_at is not null or l.invited_at is not null) and ${waitlistStatus} = ${status}`;

type EntryRow = RowOf<typeof leads, "email" | "firstname" | "lastname" | "source" | "source_tag" | "invited_at" | "waitlist_sort_key"> & {
  status: WaitlistEntry["status"];
  ahead: string | null;
  joined_at: string;
  referrals: number;
};

/** The columns of leads `l`. `ahead` is how many leads are ahead of them in line. */
const entryColumns = (ahead: SQL): SQL => sql`l.email, l.firstname, l.lastname, l.source, l.source_tag, l.invited_at, l.waitlist_sort_key,
  ${waitlistStatus} as status, case when l.on_waitlist then ${ahead} end as ahead, ${activeReferrals} as referrals,
  case when l.on_waitlist then coalesce(l.waitlist_changed_at, l.created_at) else l.created_at end as joined_at`;

const toEntry = (row: EntryRow): WaitlistEntry => ({
  email: row.email,
  firstname: row.firstname,
  lastname: row.lastname,
  status: row.status,
  position: row.ahead === null ? null : Number(row.ahead) + 1,
  joinedAt: isoTimestamp(row.joined_at),
  referrals: row.referrals,
  source: row.source,
  sourceTag: row.source_tag,
  invitedAt: isoTimestamp(row.invited_at),
});

/** Lists the leads with a waitlist status, or of a wave, in the order of the line. */
export function listWaitlist(ctx: Context, query: WaitlistQuery): Promise<ListResult<WaitlistEntry>> {
  const { wave, status = wave === undefined ? "waiting" : undefined, order = "asc" } = query;
  const descending = order === "desc";
  const inOrder = orderBy(lineOrder(descending));
  const filters = waitlistConditions(query);
  if (wave !== undefined)
    filters.push(
      sql`exists (select from lead_invitations i where i.project_id = l.project_id and i.email = l.email and i.wave_id = ${wave})`,
    );
  const matching = (extraConditions: SQL[] = []): SQL =>
    sql`leads l where ${joinAnd([sql`l.project_id = ${ctx.projectId}`, ...(status === undefined ? [] : [isStatus(status)]), ...filters, ...extraConditions])}`;
  // Without filters, the rows of a page are next to each other in line, so that only the position of the first is counted.
  const aheadOfFirst = sql`(select ${countAhead(ctx.projectId)} from (select * from page as l order by ${inOrder} limit 1) as l)`;
  const distance = sql`(row_number() over (order by ${inOrder}) - 1)`;
  const ahead = filters.length > 0 ? countAhead(ctx.projectId) : sql`${aheadOfFirst} ${descending ? sql`-` : sql`+`} ${distance}`;
  return paginate<EntryRow, WaitlistEntry>(ctx, query, {
    order: `waitlist ${order}`,
    rows: (after, limit) =>
      sql`with page as (select l.* from ${matching(afterCursor(lineOrder(descending), after))} order by ${inOrder} limit ${limit})
        select ${entryColumns(ahead)} from page as l order by ${inOrder}`,
    cursor: (row) => [row.waitlist_sort_key, row.email],
    toRecord: toEntry,
    count: (maxCount) => cappedCount(sql`select from ${matching()}`, maxCount),
  });
}

type MoveInput = z.output<typeof moveOnWaitlistEndpoint.body>;

/** Moves a waiting lead to a position. Throws `lead_not_found`, or `not_waiting` if they aren't on the waitlist. */
export function moveToPosition(ctx: Context, { email, position }: MoveInput): Promise<WaitlistEntry> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    // No one else moves between counting the position and moving.
    await lock(db, "waitlist moves", projectId);
    const [lead] = await queryRows(db, sql`select from leads where project_id = ${projectId} and email = ${email}`);
    if (!lead) throw new ApiError("lead_not_found");
    const current = await getWaitlistPosition(inner, email);
    if (current === null) throw new ApiError("not_waiting");
    const positions = current.position - Math.min(position, current.waiting);
    await moveOnWaitlist(inner, email, positions);
    if (positions !== 0)
      await recordEvent(inner, { kind: "lead.moved", email, data: { from: current.position, to: current.position - positions } });
    const [row] = await queryRows<EntryRow>(
      db,
      sql`select ${entryColumns(countAhead(projectId))} from leads l where l.project_id = ${projectId} and l.email = ${email}`,
    );
    if (!row) throw new ApiError("lead_not_found");
    return toEntry(row);
  });
}
