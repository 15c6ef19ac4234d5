import { sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { codeTypes } from "@/contract/kinds";
import { rows } from "@/db/rows";
import { formats } from "../codes/formats";
import { codesWithBatches } from "../codes/record";
import { codeStatusSql } from "../codes/rules";
import type { Stat } from "./cached-stat";

/** How the codes of one type stand: those that exist, have no use left, can be claimed now, and can so for less than a week. */
type TypeCounts = { all: number; used: number; live: number; expiring: number };

/** How a format stands: its codes; those in its space, whatever type they were made as; those a guess could claim; and its largest batch. */
type FormatCounts = { all: number; taken: number; open: number; largest: number };

export type CodeCounts = TypeCounts & { formats: Record<CodeType, FormatCounts> };

type CodeCountsRow = TypeCounts & { type: CodeType; open: number } & Record<`taken_${CodeType}`, number>;

const occupiedCounts = sql.join(
  codeTypes.map((type) => sql`count(*) filter (where ${formats[type].occupies})::int as ${sql.identifier(`taken_${type}`)}`),
  sql`, `,
);

/** All codes, looked at once: what makes a code live changes with the time, so no index holds it. */
export const codeCounts: Stat<CodeCounts> = {
  name: "codes",
  rows: ({ projectId }) => sql`select from codes c where c.project_id = ${projectId} order by c.project_id, c.key`,
  async count({ db, projectId }) {
    const found = await rows<CodeCountsRow>(
      db,
      sql`select type, count(*)::int as all, count(*) filter (where c.claims >= c.allowed_claims)::int as used,
          count(*) filter (where c.status = 'active')::int as live,
          count(*) filter (where c.status = 'active' and c.valid_until < now() + interval '7 days')::int as expiring,
          count(*) filter (where c.status = 'active' and c.reserved_for is null)::int as open, ${occupiedCounts}
        from (select c.*, ${codeStatusSql} as status from ${codesWithBatches} where c.project_id = ${projectId}) as c group by c.type`,
    );
    const largest = await rows<{ type: CodeType; amount: number }>(
      db,
      sql`select type, max(amount) as amount from batches where project_id = ${projectId} group by type`,
    );
    const sum = (of: (row: CodeCountsRow) => number) => found.reduce((all, row) => all + of(row), 0);
    const ofFormat = (type: CodeType): FormatCounts => ({
      all: found.find((row) => row.type === type)?.all ?? 0,
      taken: sum((row) => row[`taken_${type}`]),
      open: found.find((row) => row.type === type)?.open ?? 0,
      largest: largest.find((row) => row.type === type)?.amount ?? 0,
    });
    return {
      ...{ all: sum((row) => row.all), used: sum((row) => row.used), live: sum((row) => row.live), expiring: sum((row) => row.expiring) },
      formats: Object.fromEntries(codeTypes.map((type) => [type, ofFormat(type)])) as CodeCounts["formats"],
    };
  },
};
