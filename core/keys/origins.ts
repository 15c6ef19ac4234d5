import { sql } from "drizzle-orm";
import type { ProjectRecord } from "@/contract/project";
import { rows } from "@/db/rows";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { projectOf } from "../projects/wire";

/** Lists the web origins that may use the public key; none means any. The same list again changes nothing. */
export function allowOrigins(ctx: Context, origins: readonly string[]): Promise<ProjectRecord> {
  return inTransaction(ctx, async (inner) => {
    const changed = await rows(
      inner.db,
      sql`with given as (select coalesce(array_agg(item), '{}') as origins from jsonb_array_elements_text(${JSON.stringify(origins)}::jsonb) as item)
        update projects p set allowed_origins = given.origins from given
        where p.id = ${inner.projectId} and p.allowed_origins <> given.origins returning p.id`,
    );
    if (changed.length > 0) await recordEvent(inner, { kind: "origins.changed", data: { origins: origins.length } });
    return projectOf(inner);
  });
}
