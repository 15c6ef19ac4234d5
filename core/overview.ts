import { sql } from "drizzle-orm";
import type { OverviewReply } from "@/contract/overview";
import { rows } from "@/db/rows";
import { attention } from "./attention";
import type { Context } from "./context";
import { codeCounts } from "./stats/codes";
import { claimCount, leadCounts } from "./stats/counts";
import { figure } from "./stats/figure";

/** Says how the project stands and what needs attention. */
export async function overview(ctx: Context): Promise<OverviewReply> {
  const [codes, leads, claims] = await Promise.all([figure(ctx, codeCounts), figure(ctx, leadCounts), figure(ctx, claimCount)]);
  const { all, live, used, expiring } = codes.value;
  return {
    asOf: [codes, leads, claims].map(({ asOf }) => asOf).sort()[0] ?? "",
    leads: leads.value,
    codes: { all, live, used, expiring },
    claims: claims.value,
    attention: await attention(ctx, codes),
  };
}

/**
 * What of a new install is begun: whether codes were made (the batch stays when they are deleted), there are leads, somebody has claimed,
 * and somebody is beside the first of the staff, or asked to be.
 */
export type Begun = { codes: boolean; leads: boolean; claims: boolean; team: boolean };

/** Reads how far a new install has come. */
export async function begun(ctx: Context): Promise<Begun> {
  const of = (table: string) => sql`select from ${sql.identifier(table)} each where each.project_id = ${ctx.projectId}`;
  const [row] = await rows<Begun>(
    ctx.db,
    sql`select exists (${of("batches")}) as codes, exists (${of("leads")}) as leads, exists (${of("claims")}) as claims,
      exists (${of("invitations")}) or exists (${of("staff")} and each.removed_at is null offset 1) as team`,
  );
  return row ?? { codes: false, leads: false, claims: false, team: false };
}
