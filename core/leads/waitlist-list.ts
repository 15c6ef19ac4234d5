import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadFilter } from "@/contract/lead-filters";
import type { listWaitlistEndpoint, moveOnWaitlistEndpoint, WaitlistEntry } from "@/contract/waitlist";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { lock } from "../locks";
import { type Cursor, type ListResult, paginate } from "../pagination";
import { afterCursor, firstMatches, type ListOrder, orderBy, scanLimits, unindexed } from "../sort-order";
import { cappedCount, joinAnd } from "../sql";
import { conditionsWithoutSearch, filterConditions, hasWaitlistStatus, searchConditions } from "./filter";
import { leadExists } from "./lead-exists";
import { waitlistStatus } from "./record";
import { activeReferrals, countAhead, getWaitlistPosition, moveOnWaitlist } from "./waitlist";

type WaitlistQuery = z.output<NonNullable<typeof listWaitlistEndpoint.query>>;

/** The order of the line. */
export const lineOrder = (descending: boolean): ListOrder => ({
  columns: [
    { expression: sql`l.waitlist_sort_key`, type: "numeric" },
    { expression: sql`l.email`, type: "text" },
  ],
  descending,
});

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

/** Lists the leads with a waitlist status, or of a wave, in the order of the line. `scanLimit` is how many rows to scan before collecting all matches. */
export function listWaitlist(ctx: Context, query: WaitlistQuery, scanLimit: number = scanLimits.list): Promise<ListResult<WaitlistEntry>> {
  const { wave, status = wave === undefined ? "waiting" : undefined, order = "asc" } = query;
  const descending = order === "desc";
  const inOrder = orderBy(lineOrder(descending));
  const list = { filter: { ...query, status: undefined }, status, order: lineOrder(descending) };
  const isFiltered = filterConditions(ctx, list.filter).length > 0;
  const isStreamed = query.limit === undefined && query.cursor === undefined;
  // Without filters, the rows of a page are next to each other in line, so that only the position of the first is counted.
  const aheadOfFirst = sql`(select ${countAhead(ctx.projectId)} from (select * from page as l order by ${inOrder} limit 1) as l)`;
  const distance = sql`(row_number() over (order by ${inOrder}) - 1)`;
  const ahead = isFiltered ? countAhead(ctx.projectId) : sql`${aheadOfFirst} ${descending ? sql`-` : sql`+`} ${distance}`;
  return paginate<EntryRow, WaitlistEntry>(
    ctx,
    { ...query, scanLimit },
    {
      order: `waitlist ${order}`,
      rows: (after, limit) =>
        sql`with page as (${isFiltered && !isStreamed ? filteredPage(ctx, { ...list, after, limit, scanLimit }) : linePage(ctx, { ...list, after, limit })})
        select ${entryColumns(ahead)} from page as l order by ${inOrder}`,
      cursor: (row) => [row.waitlist_sort_key, row.email],
      toRecord: toEntry,
      count: (maxCount) => cappedCount(matchingEntries(ctx, list), maxCount),
    },
  );
}

/** A list of leads in the order of the line, all of one waitlist status if there is one. */
type LineList = { filter: LeadFilter; status: WaitlistEntry["status"] | undefined; order: ListOrder };
type LinePage = LineList & { after: Cursor | null; limit: number };

const lineConditions = (ctx: Context, { status }: LineList): SQL[] => [
  sql`l.project_id = ${ctx.projectId}`,
  ...(status === undefined ? [] : [hasWaitlistStatus(status)]),
];

/** A query for one page of a list without filters, or for a part of a list that is read from its beginning to its end. */
function linePage(ctx: Context, list: LinePage): SQL {
  const filters = unindexed(filterConditions(ctx, list.filter));
  const conditions = joinAnd([...lineConditions(ctx, list), ...filters, ...afterCursor(list.order, list.after)]);
  return sql`select l.* from leads l where ${conditions} order by ${orderBy(list.order)} limit ${list.limit}`;
}

/** A query for one page of a list with filters. */
function filteredPage(ctx: Context, list: LinePage & { scanLimit: number }): SQL {
  const { filter, order, after, limit, scanLimit } = list;
  const columns = sql`l.email, l.waitlist_sort_key`;
  const range = joinAnd([...lineConditions(ctx, list), ...afterCursor(order, after)]);
  const scan = sql`select ${columns}, ${joinAnd(filterConditions(ctx, filter))} as matches from leads l where ${range} order by ${orderBy(order)} limit ${scanLimit}`;
  const allMatches = matchingEntries(ctx, list, afterCursor(order, after));
  return sql`select l.* from (${firstMatches({ alias: sql`l`, columns, scan, scanLimit, allMatches, order, limit })}) as found
    join leads l on l.project_id = ${ctx.projectId} and l.email = found.email`;
}

/** A query for all leads of a list, by the indexes for its filters instead of that of the line. */
function matchingEntries(ctx: Context, list: LineList, extraConditions: readonly SQL[] = []): SQL {
  const search = searchConditions(ctx, list.filter, { indexed: true });
  const others = [...conditionsWithoutSearch(list.filter), ...extraConditions];
  const conditions = [...lineConditions(ctx, list), ...search, ...(search.length > 0 ? unindexed(others) : others)];
  return sql`select l.email, l.waitlist_sort_key from leads l where ${joinAnd(conditions)} offset 0`;
}

type MoveInput = z.output<typeof moveOnWaitlistEndpoint.body>;

/** Moves a waiting lead to a position. Throws `lead_not_found`, or `not_waiting` if they aren't on the waitlist. */
export function moveToPosition(ctx: Context, { email, position }: MoveInput): Promise<WaitlistEntry> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    // No one else moves between counting the position and moving.
    await lock(db, "waitlist moves", projectId);
    if (!(await leadExists(inner, email))) throw new ApiError("lead_not_found");
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
