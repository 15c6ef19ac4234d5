import { sql } from "drizzle-orm";
import type { AnyCodeType, CodeType } from "@/contract/codes";
import { codeTypes } from "@/contract/enums";
import { queryRows, type RowOf } from "@/db/query";
import type { batches, leads } from "@/db/schema";
import { leadFilterFlags } from "@/db/schema/leads";
import { formats } from "../codes/draw-code";
import { codesWithBatches, codeTypeSql } from "../codes/record";
import { codeStatusSql } from "../codes/rules";
import { confirmations } from "../leads/confirmation";
import { countRows } from "../sql";
import type { Stat } from "./cached-stat";

/** Codes in total, without claims left, claimable right now, and of those, expiring within a week. */
type TypeCounts = { total: number; exhausted: number; claimable: number; expiring: number };

/**
 * Codes of a type, codes of any type that look like this format, codes that a guess could claim, and the number of codes that the
 * largest batch was created with.
 */
type FormatCounts = { codes: number; occupied: number; guessable: number; largestBatch: number };

export type CodeCounts = TypeCounts & { formats: Record<CodeType, FormatCounts> };

type CodeCountsRow = TypeCounts & { type: AnyCodeType; guessable: number } & Record<`occupied_${CodeType}`, number>;

const occupiedCounts = sql.join(
  codeTypes.map((type) => sql`count(*) filter (where ${formats[type].occupies})::int as ${sql.identifier(`occupied_${type}`)}`),
  sql`, `,
);

/** The codes of a project, in one pass. No index can answer this, because whether a code is claimable depends on the time. */
export const codeCounts: Stat<CodeCounts> = {
  name: "code_counts",
  rows: ({ projectId }) => sql`select from codes c where c.project_id = ${projectId} order by c.project_id, c.key`,
  async count({ db, projectId }) {
    const countsByType = await queryRows<CodeCountsRow>(
      db,
      sql`select record_type as type, count(*)::int as total, count(*) filter (where c.claims >= c.allowed_claims)::int as exhausted,
          count(*) filter (where c.status = 'active')::int as claimable,
          count(*) filter (where c.status = 'active' and c.valid_until < now() + interval '7 days')::int as expiring,
          count(*) filter (where c.status = 'active' and c.reserved_for is null)::int as guessable, ${occupiedCounts}
        from (select c.*, ${codeTypeSql} as record_type, ${codeStatusSql} as status from ${codesWithBatches} where c.project_id = ${projectId}) as c group by record_type`,
    );
    const largestBatches = await queryRows<RowOf<typeof batches, "type" | "amount">>(
      db,
      sql`select type, max(amount) as amount from batches where project_id = ${projectId} group by type`,
    );
    const sum = (getCount: (row: CodeCountsRow) => number) => countsByType.reduce((total, row) => total + getCount(row), 0);
    const formatCounts = (type: CodeType): FormatCounts => {
      const counts = countsByType.find((row) => row.type === type);
      return {
        codes: counts?.total ?? 0,
        occupied: sum((row) => row[`occupied_${type}`]),
        guessable: counts?.guessable ?? 0,
        largestBatch: largestBatches.find((row) => row.type === type)?.amount ?? 0,
      };
    };
    return {
      total: sum((row) => row.total),
      exhausted: sum((row) => row.exhausted),
      claimable: sum((row) => row.claimable),
      expiring: sum((row) => row.expiring),
      formats: Object.fromEntries(codeTypes.map((type) => [type, formatCounts(type)])) as CodeCounts["formats"],
    };
  },
};

export type LeadCounts = { total: number; waiting: number; invited: number; claimed: number };

/** The leads of a project. The flags are in two indexes, so only these are read. */
export const leadCounts: Stat<LeadCounts> = {
  name: "lead_counts",
  rows: ({ projectId }) => sql`select from leads l where l.project_id = ${projectId} order by l.project_id, l.email`,
  async count({ db, projectId }) {
    const groups = await queryRows<RowOf<typeof leads, "filter_flags"> & { total: number }>(
      db,
      sql.join(
        confirmations.map(
          (condition) =>
            sql`select l.filter_flags, count(*)::int as total from leads l where l.project_id = ${projectId} and ${condition} group by l.filter_flags`,
        ),
        sql` union all `,
      ),
    );
    const sumWhere = (matches: (flags: number) => boolean) =>
      groups.reduce((sum, { filter_flags: flags, total }) => sum + (matches(flags) ? total : 0), 0);
    const { onWaitlist, claimed, invited } = leadFilterFlags;
    const ended = await countRows(db, sql`leads l`, [
      sql`l.project_id = ${projectId}`,
      sql`l.invitation_outcome is not null and l.invitation_outcome <> 'bounced' and not l.on_waitlist and not l.has_claimed`,
    ]);
    return {
      total: sumWhere(() => true),
      waiting: sumWhere((flags) => (flags & onWaitlist) > 0),
      invited: sumWhere((flags) => (flags & invited) > 0 && (flags & (claimed | onWaitlist)) === 0) - ended,
      claimed: sumWhere((flags) => (flags & claimed) > 0),
    };
  },
};

export const claimCount: Stat<number> = {
  name: "claim_count",
  rows: ({ projectId }) => sql`select from claims k where k.project_id = ${projectId} order by k.project_id, k.email, k.code_key`,
  count: ({ db, projectId }) => countRows(db, sql`claims k`, [sql`k.project_id = ${projectId}`]),
};

const isInBatch = (projectId: number, batch: string) => sql`k.project_id = ${projectId} and k.batch_id = ${batch}`;

/** The claims of a batch; the subject is its id. Always cached, because a list shows many batches. */
export const batchClaimCount: Stat<number> = {
  name: "batch_claim_count",
  cacheFromMs: 0,
  rows: ({ projectId }, batch) =>
    sql`select from claims k where ${isInBatch(projectId, batch)} order by k.project_id, k.batch_id, k.claimed_at, k.code_key, k.email`,
  count: ({ db, projectId }, batch) => countRows(db, sql`claims k`, [isInBatch(projectId, batch)]),
};
