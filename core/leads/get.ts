import { sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, lookupByKeys } from "../pagination";
import { jsonItems } from "../sql";
import { type LeadRow, leadColumns, leadRecord, leadsWithReferrers } from "./record";

/** Looks up a lead by its normalised address. Refuses with `lead_not_found`. */
export async function getLead(ctx: Context, email: string): Promise<LeadRecord> {
  const [row] = await rows<LeadRow>(
    ctx.db,
    sql`select ${leadColumns} from ${leadsWithReferrers} where l.project_id = ${ctx.projectId} and l.email = ${email}`,
  );
  if (!row) throw new ApiError("lead_not_found");
  return leadRecord(row);
}

/** Looks up leads by their normalised addresses, in the order named; those that do not exist are left out. */
export const lookupLeads = ({ db, projectId }: Context, emails: readonly string[]): ListResult<LeadRecord> =>
  lookupByKeys<LeadRow, LeadRecord>(emails, {
    rows: (some) =>
      rows(
        db,
        sql`select ${leadColumns} from ${jsonItems(some)}, ${leadsWithReferrers} where l.project_id = ${projectId} and l.email = items.item order by items.position`,
      ),
    toRecord: leadRecord,
  });
