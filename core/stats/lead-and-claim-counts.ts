import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { leadFilterFlags } from "@/db/schema/leads";
import { countRows } from "../sql";
import type { Stat } from "./cached-stat";

export type LeadCounts = { total: number; waiting: number; invited: number; claimed: number };

/** The leads of a project. The flags are in an index, so only that is read. */
export const leadCounts: Stat<LeadCounts> = {
  name: "lead_counts",
  rows: ({ projectId }) => sql`select from leads l where l.project_id = ${projectId} order by l.project_id, l.email`,
  async count({ db, projectId }) {
    const groups = await queryRows<RowOf<typeof leads, "filter_flags"> & { total: number }>(
      db,
      sql`select filter_flags, count(*)::int as total from leads where project_id = ${projectId} group by filter_flags`,
    );
    const sumWhere = (matches: (flags: number) => boolean) =>
      groups.reduce((sum, { filter_flags: flags, total }) => sum + (matches(flags) ? total : 0), 0);
    const { onWaitlist, claimed, invited } = leadFilterFlags;
    return {
      total: sumWhere(() => true),
      waiting: sumWhere((flags) => (flags & onWaitlist) > 0),
      invited: sumWhere((flags) => (flags & invited) > 0 && (flags & claimed) === 0),
      claimed: sumWhere((flags) => (flags & claimed) > 0),
    };
  },
};

export const claimCount: Stat<number> = {
  name: "claim_count",
  rows: ({ projectId }) => sql`select from claims k where k.project_id = ${projectId} order by k.project_id, k.code_key, k.email`,
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
