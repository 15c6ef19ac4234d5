import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { CodeRecord } from "@/contract/codes";
import { prepareStatement, queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, lookupByKeys } from "../pagination";
import { jsonItems } from "../sql";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./record";

const codeQuery = (projectId: SQLChunk, key: SQLChunk, lock: SQL = sql``): SQL =>
  sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.key = ${key} ${lock}`;

const codeStatement = prepareStatement<{ projectId: number; key: string }, CodeRow>((value) => codeQuery(value("projectId"), value("key")));

/** Returns a code's row, or null. `lock` is a row-locking clause such as `for update of c`. */
export async function findCodeRow({ db, projectId }: Context, key: string, lock?: SQL): Promise<CodeRow | null> {
  const [row] = await (lock ? queryRows<CodeRow>(db, codeQuery(projectId, key, lock)) : codeStatement(db, { projectId, key }));
  return row ?? null;
}

/** Returns a code's row. Throws `code_not_found`. */
export async function getCodeRow(ctx: Context, key: string, lock?: SQL): Promise<CodeRow> {
  const row = await findCodeRow(ctx, key, lock);
  if (row === null) throw new ApiError("code_not_found");
  return row;
}

/** Returns a code by its key. Throws `code_not_found`. */
export async function getCode(ctx: Context, key: string): Promise<CodeRecord> {
  return codeRecord(await getCodeRow(ctx, key));
}

/** Returns codes by their keys, in that order. Codes that don't exist are left out. */
export const lookupCodes = ({ db, projectId }: Context, keys: readonly string[]): ListResult<CodeRecord> =>
  lookupByKeys<CodeRow, CodeRecord>(keys, {
    rows: (chunk) =>
      queryRows(
        db,
        sql`select ${codeColumns} from ${jsonItems(chunk)}, ${codesWithBatches} where c.project_id = ${projectId} and c.key = items.item order by items.position`,
      ),
    toRecord: codeRecord,
  });
