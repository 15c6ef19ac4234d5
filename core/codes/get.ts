import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { rows, statement } from "@/db/rows";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type Listing, namedListing } from "../listing";
import { each } from "../sql";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./wire";

const select = (projectId: SQLChunk, key: SQLChunk, lock: SQL = sql``): SQL =>
  sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.key = ${key} ${lock}`;

const findStatement = statement<{ projectId: number; key: string }, CodeRow>((value) => select(value("projectId"), value("key")));

/** The code's row, or null. `lock` is a row-locking clause such as `for update of c`. */
export async function findRow({ db, projectId }: Context, key: string, lock?: SQL): Promise<CodeRow | null> {
  const [row] = await (lock ? rows<CodeRow>(db, select(projectId, key, lock)) : findStatement(db, { projectId, key }));
  return row ?? null;
}

/** The code's row. Refuses with `code_not_found`. */
export async function getRow(ctx: Context, key: string, lock?: SQL): Promise<CodeRow> {
  const row = await findRow(ctx, key, lock);
  if (row === null) throw new ApiError("code_not_found");
  return row;
}

/** Looks up a code by its identity. Refuses with `code_not_found`. */
export async function get(ctx: Context, key: string): Promise<CodeRecord> {
  return codeRecord(await getRow(ctx, key));
}

/** Looks up codes by their identities, in the order named; those that do not exist are left out. */
export const getMany = ({ db, projectId }: Context, keys: readonly string[]): Listing<CodeRecord> =>
  namedListing<CodeRow, CodeRecord>(keys, {
    rows: (some) =>
      rows(
        db,
        sql`select ${codeColumns} from ${each(some)}, ${codesWithBatches} where c.project_id = ${projectId} and c.key = each.item order by each.position`,
      ),
    item: codeRecord,
  });
