import { sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type Listing, namedListing } from "../listing";
import { each } from "../sql";
import { type LeadRow, leadColumns, leadRecord, leadsWithReferrers } from "./wire";

/** Looks up a lead by its normalised address. Refuses with `lead_not_found`. */
export async function get(ctx: Context, email: string): Promise<LeadRecord> {
  const [row] = await rows<LeadRow>(
    ctx.db,
    sql`select ${leadColumns} from ${leadsWithReferrers} where l.project_id = ${ctx.projectId} and l.email = ${email}`,
  );
  if (!row) throw new ApiError("lead_not_found");
  return leadRecord(row);
}

/** Looks up leads by their normalised addresses, in the order named; those that do not exist are left out. */
export const getMany = ({ db, projectId }: Context, emails: readonly string[]): Listing<LeadRecord> =>
  namedListing<LeadRow, LeadRecord>(emails, {
    rows: (some) =>
      rows(
        db,
        sql`select ${leadColumns} from ${each(some)}, ${leadsWithReferrers} where l.project_id = ${projectId} and l.email = each.item order by each.position`,
      ),
    item: leadRecord,
  });
