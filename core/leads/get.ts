import { sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, lookupByKeys } from "../pagination";
import { jsonItems } from "../sql";
import { type LeadRow, leadColumns, leadRecord, leftJoinReferrer } from "./record";

/** Returns a lead by normalized email. Throws `lead_not_found`. */
export async function getLead(ctx: Context, email: string): Promise<LeadRecord> {
  const [row] = await queryRows<LeadRow>(
    ctx.db,
    sql`select ${leadColumns} from leads l ${leftJoinReferrer} where l.project_id = ${ctx.projectId} and l.email = ${email}`,
  );
  if (!row) throw new ApiError("lead_not_found");
  return leadRecord(row);
}

/** Returns leads by normalized emails, in the order given. Leaves out emails without a lead. */
export const lookupLeads = ({ db, projectId }: Context, emails: readonly string[]): ListResult<LeadRecord> =>
  lookupByKeys<LeadRow, LeadRecord>(emails, {
    rows: (chunk) =>
      queryRows(
        db,
        sql`select ${leadColumns} from ${jsonItems(chunk)}, leads l ${leftJoinReferrer} where l.project_id = ${projectId} and l.email = items.item order by items.position`,
      ),
    toRecord: leadRecord,
  });
