import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeRecord, listCodes } from "@/contract/codes";
import { codeIdentity } from "@/contract/fields";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { type Listing, listing } from "../listing";
import { beginning, everyOne, totalOf } from "../sql";
import { statusInSql } from "./rules";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./wire";

/** Lists codes, newest first. */
export function list(ctx: Context, query: z.output<NonNullable<typeof listCodes.query>>): Promise<Listing<CodeRecord>> {
  const filters: SQL[] = [sql`c.project_id = ${ctx.projectId}`];
  if (query.q) filters.push(sql`c.key like ${beginning(codeIdentity(query.q) || query.q)}`);
  if (query.type) filters.push(sql`c.type = ${query.type}`);
  if (query.batch) filters.push(sql`c.batch_id = ${query.batch}`);
  if (query.reserved !== undefined) filters.push(query.reserved ? sql`c.reserved_for is not null` : sql`c.reserved_for is null`);
  if (query.reservedFor) filters.push(sql`c.reserved_for = ${query.reservedFor}`);
  if (query.status) filters.push(sql`${statusInSql} = ${query.status}`);
  return listing(query, {
    rows: (after, limit) =>
      rows<CodeRow>(
        ctx.db,
        sql`select ${codeColumns} from ${codesWithBatches}
          where ${everyOne(after ? [...filters, sql`(c.batch_id, c.position) < (${after[0]}::uuid, ${after[1] ?? ""}::int)`] : filters)}
          order by c.project_id desc, c.batch_id desc, c.position desc limit ${limit}`,
      ),
    cursor: (row) => [row.batch_id, String(row.position)],
    item: codeRecord,
    total: (most) => totalOf(ctx.db, query.status ? codesWithBatches : sql`codes c`, filters, most),
  });
}
