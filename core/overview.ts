import { sql } from "drizzle-orm";
import type { OverviewReply } from "@/contract/overview";
import { queryRows } from "@/db/query";
import { listAttentionItems } from "./attention";
import { type Context, requireStaffActor } from "./context";
import { claimCount, codeCounts, leadCounts } from "./stats/counts";
import { getStat } from "./stats/get-stat";

/** Returns the project's key numbers and what needs attention. */
export async function getOverview(ctx: Context): Promise<OverviewReply> {
  const [codes, leads, claims] = await Promise.all([getStat(ctx, codeCounts), getStat(ctx, leadCounts), getStat(ctx, claimCount)]);
  const { total, claimable, exhausted, expiring } = codes.value;
  return {
    asOf: [codes, leads, claims].map(({ asOf }) => asOf).sort()[0] ?? "",
    leads: leads.value,
    codes: { total, claimable, exhausted, expiring },
    claims: claims.value,
    attention: await listAttentionItems(ctx, codes),
  };
}

/**
 * The completed steps of a new installation: generated codes (batches stay when their codes are deleted), leads, claims, where people go after
 * claiming, and a second team member or a pending invitation.
 */
type SetupProgress = { codes: boolean; leads: boolean; claims: boolean; destination: boolean; team: boolean; isDismissed: boolean };

/** Returns which setup steps of a new installation are completed, and whether the signed-in staff member dismissed their checklist. */
export async function getSetupProgress(ctx: Context): Promise<SetupProgress> {
  const selectProjectRows = (table: string) => sql`select from ${sql.identifier(table)} t where t.project_id = ${ctx.projectId}`;
  const [row] = await queryRows<SetupProgress>(
    ctx.db,
    sql`select exists (${selectProjectRows("batches")}) as codes, exists (${selectProjectRows("leads")}) as leads, exists (${selectProjectRows("claims")}) as claims,
      exists (select from projects p where p.id = ${ctx.projectId} and (p.redirect_url is not null or p.success_message is not null)) as destination,
      exists (${selectProjectRows("invitations")}) or exists (${selectProjectRows("staff")} and t.removed_at is null offset 1) as team,
      exists (${selectProjectRows("staff")} and t.id = ${requireStaffActor(ctx).id} and t.checklist_dismissed_at is not null) as "isDismissed"`,
  );
  return row ?? { codes: false, leads: false, claims: false, destination: false, team: false, isDismissed: false };
}
