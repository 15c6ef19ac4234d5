import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { BinEntry, listBinEndpoint } from "@/contract/bin";
import { normalizeCode } from "@/contract/normalize";
import type { RowOf } from "@/db/query";
import type { binEntries } from "@/db/schema";
import { foldText } from "@/db/schema/search";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, foldSearch, hasWords, joinAnd, selectActorName, startsWith } from "../sql";
import { isRestorable } from "./entries";

type BinQuery = z.output<NonNullable<typeof listBinEndpoint.query>>;

type BinEntryRow = RowOf<typeof binEntries, "id" | "kind" | "label" | "deletion_id" | "actor_kind" | "created_at"> & {
  actor_name: string | null;
  expires_at: string;
  batch: { id: string; name: string } | null;
  codes: number | null;
  claims: number | null;
};

const columns: SQL = sql`e.id, e.kind, e.label, e.deletion_id, e.actor_kind, ${selectActorName(sql`e`)} as actor_name, e.created_at,
  e.created_at + make_interval(days => (select p.bin_days from projects p where p.id = e.project_id)) as expires_at,
  case when not e.is_listed then (select json_build_object('id', b.key, 'name', b.label) from bin_entries b
    where b.project_id = e.project_id and b.deletion_id = e.deletion_id and b.kind = 'batch') end as batch,
  case when e.kind = 'batch' then (e.row ->> 'code_count')::int end as codes,
  case when e.kind <> 'batch' then (select count(*)::int from bin_rows r where r.project_id = e.project_id and r.entry_id = e.id and r.kind = 'claim') end as claims`;

const toRecord = (row: BinEntryRow): BinEntry => ({
  id: row.id,
  kind: row.kind,
  label: row.label,
  deletion: row.deletion_id,
  batch: row.batch,
  codes: row.codes,
  claims: row.claims,
  deletedBy: { kind: row.actor_kind, name: row.actor_name },
  deletedAt: isoTimestamp(row.created_at),
  expiresAt: isoTimestamp(row.expires_at),
});

/** The condition that an entry `e` is found by a search: a code as people enter it, an email or the name of a batch. */
function matches(q: string): SQL {
  if (!hasWords(q)) return sql`false`;
  const key = normalizeCode(q);
  const isCode = key === "" ? sql`false` : sql`(e.kind = 'code' and ${startsWith(sql`e.key`, key)})`;
  return sql`(${isCode} or (e.kind = 'lead' and ${startsWith(sql`e.key`, foldSearch(q))}) or (e.kind = 'batch' and starts_with(${foldText(sql`e.label`)}, ${foldSearch(q)})))`;
}

const lastDeletedFirst: ListOrder = { columns: [{ expression: sql`e.id`, type: "uuid" }], descending: true };

/** Leaves out a batch whose deletion was canceled before it deleted a code. */
const hasContent: SQL = sql`(e.kind <> 'batch' or not exists (select from batches b where b.project_id = e.project_id and b.id = (e.row ->> 'id')::uuid)
  or exists (select from bin_entries c where c.project_id = e.project_id and c.deletion_id = e.deletion_id and c.kind = 'code'))`;

/** Lists the bin, what was deleted last first. */
export function listBin(ctx: Context, query: BinQuery): Promise<ListResult<BinEntry>> {
  const { q, kind } = query;
  const conditions = [
    sql`e.project_id = ${ctx.projectId}`,
    q ? matches(q) : sql`e.is_listed`,
    isRestorable,
    hasContent,
    ...(kind ? [sql`e.kind = ${kind}`] : []),
  ];
  return paginate<BinEntryRow, BinEntry>(ctx, query, {
    order: "bin",
    rows: (after, limit) =>
      sql`select ${columns} from bin_entries e where ${joinAnd([...conditions, ...afterCursor(lastDeletedFirst, after)])}
        order by e.project_id desc, ${orderBy(lastDeletedFirst)} limit ${limit}`,
    cursor: ({ id }) => [id],
    toRecord,
    count: (maxCount) => countQuery(sql`bin_entries e`, conditions, maxCount),
  });
}
