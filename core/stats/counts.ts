import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { leadTraits } from "@/db/schema/leads";
import { totalOf } from "../sql";
import type { Figure } from "./kept";

export type LeadCounts = { all: number; waiting: number; invited: number; admitted: number };

/** All leads; what is asked of them stands in an index, which is read alone. */
export const leadCounts: Figure<LeadCounts> = {
  name: "leads",
  rows: ({ projectId }) => sql`select from leads l where l.project_id = ${projectId} order by l.project_id, l.email`,
  async count({ db, projectId }) {
    const found = await rows<{ traits: number; total: number }>(
      db,
      sql`select traits, count(*)::int as total from leads where project_id = ${projectId} group by traits`,
    );
    const sum = (counts: (traits: number) => boolean) => found.reduce((all, { traits, total }) => all + (counts(traits) ? total : 0), 0);
    const { waiting, claimed, invited } = leadTraits;
    return {
      all: sum(() => true),
      waiting: sum((traits) => (traits & waiting) > 0),
      invited: sum((traits) => (traits & invited) > 0 && (traits & claimed) === 0),
      admitted: sum((traits) => (traits & claimed) > 0),
    };
  },
};

/** All claims. */
export const claimCount: Figure<number> = {
  name: "claims",
  rows: ({ projectId }) => sql`select from claims k where k.project_id = ${projectId} order by k.project_id, k.code_key, k.email`,
  count: ({ db, projectId }) => totalOf(db, sql`claims k`, [sql`k.project_id = ${projectId}`]),
};

const ofBatch = (projectId: number, batch: string) => sql`k.project_id = ${projectId} and k.batch_id = ${batch}`;

/** The claims of a batch, by its id: kept whatever counting takes, since a list shows many of them. */
export const batchClaims: Figure<number> = {
  name: "batch.claims",
  keptFrom: 0,
  rows: ({ projectId }, batch) =>
    sql`select from claims k where ${ofBatch(projectId, batch)} order by k.project_id, k.batch_id, k.claimed_at, k.code_key, k.email`,
  count: ({ db, projectId }, batch) => totalOf(db, sql`claims k`, [ofBatch(projectId, batch)]),
};
