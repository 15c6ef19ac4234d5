import { sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { Refusal } from "../refusal";
import { type LeadRow, leadColumns, leadRecord, leadsWithReferrers } from "./wire";

/** Looks up a lead by its normalised address. Refuses with `lead_not_found`. */
export async function get(ctx: Context, email: string): Promise<LeadRecord> {
  const [row] = await rows<LeadRow>(
    ctx.db,
    sql`select ${leadColumns} from ${leadsWithReferrers} where l.project_id = ${ctx.projectId} and l.email = ${email}`,
  );
  if (!row) throw new Refusal("lead_not_found");
  return leadRecord(row);
}
