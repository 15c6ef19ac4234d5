import { type SQL, sql } from "drizzle-orm";
import { type Cursor, invalidCursor } from "./pagination";
import { joinAnd } from "./sql";

/** A column of an order, and the type that its text in a cursor is read as. */
export type SortColumn = { sql: SQL; type: "uuid" | "int" | "text" | "timestamptz" };

/** What a list is in the order of: columns that together tell any two rows apart, all of them descending or none. */
export type SortOrder = { columns: readonly SortColumn[]; descending: boolean };

/** The word for a direction. */
export const direction = (descending: boolean): SQL => sql.raw(descending ? "desc" : "asc");

/** What stands behind `order by`. */
export const orderBy = ({ columns, descending }: SortOrder): SQL =>
  sql.join(
    columns.map(({ sql: of }) => sql`${of} ${direction(descending)}`),
    sql`, `,
  );

/** The condition that rows come after those of a cursor; none where there is no cursor. Refuses a cursor of another length. */
export function afterCursor({ columns, descending }: SortOrder, after: Cursor | null): SQL[] {
  if (after === null) return [];
  if (after.length !== columns.length) throw invalidCursor();
  const left = columns.map(({ sql: of }) => of);
  const right = columns.map(({ type }, place) => sql`${after[place]}::${sql.raw(type)}`);
  return [sql`(${sql.join(left, sql`, `)}) ${sql.raw(descending ? "<" : ">")} (${sql.join(right, sql`, `)})`];
}

/**
 * Conditions that are to be asked of rows as they pass and not to choose an index by: a list is walked in its order, and how many of its
 * first rows match cannot be told from how many of all do.
 */
export const unindexed = (conditions: readonly SQL[]): SQL[] => (conditions.length === 0 ? [] : [sql`(${joinAnd(conditions)}) is true`]);

/** How many rows are looked through before all that match are collected: of a list, of each of several parts of it, and for a count where many of the first match. */
export const scanLimits = { list: 2000, part: 1000, count: 40_000 } as const;

/** What `firstMatching` is given: `look` reads `looked` rows in order and says of each whether it `fits`, `collect` reads all rows that fit; both under `alias`, with the columns of `order` and `answer`. */
type FirstMatchesInput = { alias: SQL; answer: SQL; look: SQL; looked: number; collect: SQL; order: SortOrder; limit: number };

/**
 * The first `limit` rows that fit, as a query. It looks through the first rows of the list, which are enough where many fit, and only
 * where they are not has all that fit collected: then they are few, or lie far down.
 */
export function firstMatches({ alias, answer, look, looked, collect, order, limit }: FirstMatchesInput): SQL {
  const sorted = sql`order by ${orderBy(order)} limit ${limit}`;
  return sql`
    with look as materialized (${look}),
    found as materialized (select ${answer} from look as ${alias} where fits ${sorted}),
    enough as materialized (select (select count(*) from found) >= ${limit} or (select count(*) from look) < ${looked} as it)
    select * from found where (select it from enough)
    union all
    (select ${answer} from (${collect}) as ${alias} where not (select it from enough) ${sorted})`;
}

/** Counts the rows of a query, as `total`; where `most` is given, no further than that. */
export const cappedCount = (all: SQL, most?: number): SQL =>
  most === undefined
    ? sql`select count(*) as total from (${all}) as every`
    : sql`select count(*) as total from (select from (${all}) as every limit ${most}) as counted`;

/**
 * As `capped`, of rows that are dear to collect. `first` reads so many of the list's first rows and says of each whether it `fits`: where
 * a quarter of those does, going on so is likely to count as far as is asked.
 */
export function cappedSearchCount(first: (limit: SQL) => SQL, all: SQL, most: number): SQL {
  const few = sql.raw(String(scanLimits.list));
  const many = sql.raw(String(scanLimits.count));
  return sql`
    with look as materialized (select count(*) as rows, count(*) filter (where fits) as fitting from (${first(few)}) as l),
    further as materialized (
      select count(*) as fitting
      from (select from (${first(sql`(select case when fitting * 4 >= rows and rows = ${few} then ${many} else 0 end from look)`)}) as l where fits limit ${most}) as l
    ), counted as materialized (
      select case when look.rows < ${few} then look.fitting when further.fitting >= ${most} then further.fitting end as total from look, further
    )
    select least(total, ${most}) as total from counted where (select total from counted) is not null
    union all
    select count(*) from (select from (${all}) as every where (select total from counted) is null limit ${most}) as c where (select total from counted) is null`;
}
