import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Context } from "./context";

/** What of a new install is begun: whether codes were made (the batch stays when they are deleted), there are leads, and somebody beside the first of the staff, or asked to be. */
export type Begun = { codes: boolean; leads: boolean; team: boolean };

/** Reads how far a new install has come. */
export async function begun(ctx: Context): Promise<Begun> {
  const of = (table: string) => sql`select from ${sql.identifier(table)} each where each.project_id = ${ctx.projectId}`;
  const [row] = await rows<Begun>(
    ctx.db,
    sql`select exists (${of("batches")}) as codes, exists (${of("leads")}) as leads,
      exists (${of("invitations")}) or exists (${of("staff")} and each.removed_at is null offset 1) as team`,
  );
  return row ?? { codes: false, leads: false, team: false };
}
