import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { leadFilterFlags } from "@/db/schema/leads";
import { countRows } from "../sql";
import type { Stat } from "./cached-stat";

export type LeadCounts = { all: number; waiting: number; invited: number; admitted: number };

/** All leads; what is asked of them stands in an index, which is read alone. */
export const leadCounts: Stat<LeadCounts> = {
  name: "leads",
  rows: ({ projectId }) => sql`select from leads l where l.project_id = ${projectId} order by l.project_id, l.email`,
  async count({ db, projectId }) {
    const found = await rows<{ filter_flags: number; total: number }>(
      db,
      sql`select filter_flags, count(*)::int as total from leads where project_id = ${projectId} group by filter_flags`,
    );
    const sum = (matches: (flags: number) => boolean) =>
      found.reduce((sum, { filter_flags: flags, total }) => sum + (matches(flags) ? total : 0), 0);
    const { onWaitlist: waiting, claimed, invited } = leadFilterFlags;
    return {
      all: sum(() => true),
      waiting: sum((flags) => (flags & waiting) > 0),
      invited: sum((flags) => (flags & invited) > 0 && (flags & claimed) === 0),
      admitted: sum((flags) => (flags & claimed) > 0),
    };
  },
};

/** All claims. */
export const claimCount: Stat<number> = {
  name: "claims",
  rows: ({ projectId }) => sql`select from claims k where k.project_id = ${projectId} order by k.project_id, k.code_key, k.email`,
  count: ({ db, projectId }) => countRows(db, sql`claims k`, [sql`k.project_id = ${projectId}`]),
};

const inBatch = (projectId: number, batch: string) => sql`k.project_id = ${projectId} and k.batch_id = ${batch}`;

/** The claims of a batch, by its id: kept whatever counting takes, since a list shows many of them. */
export const batchClaimCount: Stat<number> = {
  name: "batch.claims",
  cacheFromMs: 0,
  rows: ({ projectId }, batch) =>
    sql`select from claims k where ${inBatch(projectId, batch)} order by k.project_id, k.batch_id, k.claimed_at, k.code_key, k.email`,
  count: ({ db, projectId }, batch) => countRows(db, sql`claims k`, [inBatch(projectId, batch)]),
};
