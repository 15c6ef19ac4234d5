import { type SQL, sql } from "drizzle-orm";
import { type Cursor, invalidCursor } from "./pagination";
import { joinAnd } from "./sql";

/** A sort column and the type of its values in a cursor. */
type SortColumn = { expression: SQL; type: "uuid" | "int" | "numeric" | "text" | "timestamptz" };

/** Sort columns that identify a row together. They are all descending or all ascending. */
export type ListOrder = { columns: readonly SortColumn[]; descending: boolean };

export const sortDirection = (descending: boolean): SQL => sql.raw(descending ? "desc" : "asc");

/** The list for an `order by` clause. */
export const orderBy = ({ columns, descending }: ListOrder): SQL =>
  sql.join(
    columns.map(({ expression }) => sql`${expression} ${sortDirection(descending)}`),
    sql`, `,
  );

/** The condition that rows come after a cursor; none without a cursor. Throws `invalid_input` if the cursor has another number of columns. */
export function afterCursor({ columns, descending }: ListOrder, cursor: Cursor | null): SQL[] {
  if (cursor === null) return [];
  if (cursor.length !== columns.length) throw invalidCursor();
  const expressions = columns.map(({ expression }) => expression);
  const values = columns.map(({ type }, index) => sql`${cursor[index]}::${sql.raw(type)}`);
  return [sql`(${sql.join(expressions, sql`, `)}) ${sql.raw(descending ? "<" : ">")} (${sql.join(values, sql`, `)})`];
}

/**
 * Wraps conditions so that PostgreSQL doesn't choose an index by them. A list is read in its order, and the share of rows that match at its
 * beginning says little about the share of all rows.
 */
export const unindexed = (conditions: readonly SQL[]): SQL[] => (conditions.length === 0 ? [] : [sql`(${joinAnd(conditions)}) is true`]);

/**
 * How many rows are scanned in order before all matches are collected: of a list, of each of several parts of a list, and for a count if
 * many of the first rows match.
 */
export const scanLimits = { list: 2000, part: 1000, count: 40_000 } as const;

/**
 * `scan` reads the first `scanLimit` rows in order with a column `matches`, `allMatches` reads all matching rows. Both select under `alias`
 * and have the columns of `order` and `columns`.
 */
type FirstMatchesInput = { alias: SQL; columns: SQL; scan: SQL; scanLimit: number; allMatches: SQL; order: ListOrder; limit: number };

/**
 * A query for the first `limit` matching rows. It scans the beginning of the list, which is enough if many rows match. Otherwise it collects
 * all matching rows, because there are few or they come late.
 */
export function firstMatches({ alias, columns, scan, scanLimit, allMatches, order, limit }: FirstMatchesInput): SQL {
  const sorted = sql`order by ${orderBy(order)} limit ${limit}`;
  return sql`
    with scan as materialized (${scan}),
    found as materialized (select ${columns} from scan as ${alias} where matches ${sorted}),
    result as materialized (select (select count(*) from found) >= ${limit} or (select count(*) from scan) < ${scanLimit} as is_complete)
    select * from found where (select is_complete from result)
    union all
    (select ${columns} from (${allMatches}) as ${alias} where not (select is_complete from result) ${sorted})`;
}

/**
 * Like `cappedCount`, for rows that are expensive to collect. `scan` reads the first rows of the list, up to a limit, with a column
 * `matches`. If at least a quarter of the first rows match, scanning further is likely to reach `maxCount`.
 */
export function cappedSearchCount(scan: (limit: SQL) => SQL, allMatches: SQL, maxCount: number): SQL {
  const scanLimit = sql.raw(String(scanLimits.list));
  const extendedLimit = sql.raw(String(scanLimits.count));
  return sql`
    with first_scan as materialized (
      select count(*) as rows, count(*) filter (where matches) as matching from (${scan(scanLimit)}) as scanned
    ), extended_scan as materialized (
      select count(*) as matching from (
        select from (${scan(sql`(select case when matching * 4 >= rows and rows = ${scanLimit} then ${extendedLimit} else 0 end from first_scan)`)}) as scanned
        where matches limit ${maxCount}) as counted
    ), scan_result as materialized (
      select case when first_scan.rows < ${scanLimit} then first_scan.matching when extended_scan.matching >= ${maxCount} then extended_scan.matching end as total
      from first_scan, extended_scan
    )
    select least(total, ${maxCount}) as total from scan_result where (select total from scan_result) is not null
    union all
    select count(*) from (
      select from (${allMatches}) as matching_rows where (select total from scan_result) is null limit ${maxCount}) as counted
    where (select total from scan_result) is null`;
}
