import { sql } from "drizzle-orm";
import type { ProjectRecord } from "@/contract/project";
import { queryRows } from "@/db/query";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { getProject } from "../projects/record";

/** Sets the web origins that can use the public key. An empty list allows all origins. */
export function updateAllowedOrigins(ctx: Context, origins: readonly string[]): Promise<ProjectRecord> {
  return inTransaction(ctx, async (inner) => {
    const changed = await queryRows(
      inner.db,
      sql`with new_list as (select coalesce(array_agg(item), '{}') as origins from jsonb_array_elements_text(${JSON.stringify(origins)}::jsonb) as item)
        update projects p set allowed_origins = new_list.origins from new_list
        where p.id = ${inner.projectId} and p.allowed_origins <> new_list.origins returning p.id`,
    );
    if (changed.length > 0) await recordEvent(inner, { kind: "origins.updated", data: { origins: origins.length } });
    return getProject(inner);
  });
}
