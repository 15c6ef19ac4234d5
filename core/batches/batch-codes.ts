import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import type { From, Thing } from "../jobs/work";

/** What a batch is asked about before all of its codes are changed. */
export type Facts = { id: string; name: string; codes: number; valid_from: string | null };

/** The batch as it is now. Refuses with `batch_not_found`. */
export async function factsOf({ db, projectId }: Context, id: string): Promise<Facts> {
  const [row] = await rows<Facts>(db, sql`select id, name, codes, valid_from from batches where project_id = ${projectId} and id = ${id}`);
  if (!row) throw new ApiError("batch_not_found");
  return row;
}

/** How many codes a batch has; none where it is gone. */
export async function codesIn({ db, projectId }: Context, id: string): Promise<number> {
  const [row] = await rows<{ codes: number }>(db, sql`select codes from batches where project_id = ${projectId} and id = ${id}`);
  return row?.codes ?? 0;
}

/** Lists the codes of a batch, in the order they were made in. */
export async function listCodesOf({ db, projectId }: Context, batch: string, { after, limit }: From): Promise<Thing[]> {
  return rows<Thing>(
    db,
    sql`select key as id, position::text as at from codes where project_id = ${projectId} and batch_id = ${batch} and position > ${Number(after ?? -1)}::int
      order by project_id, batch_id, position limit ${limit}`,
  );
}
