import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";

/** How many invite codes an email can get: the quota of the wave that invited them last, or else that of the project `p`. */
export const inviteQuotaSql = (email: SQLChunk): SQL => sql`coalesce((
  select w.invite_quota from lead_invitations i join waves w on w.project_id = i.project_id and w.id = i.wave_id
  where i.project_id = p.id and i.email = ${email} order by i.created_at desc limit 1), p.invite_quota)`;

/** Returns how many invite codes someone can get who has claimed a code. */
export async function getInviteQuota({ db, projectId }: Context, email: string): Promise<number> {
  const [row] = await queryRows<{ quota: number }>(
    db,
    sql`select ${inviteQuotaSql(sql`${email}::text`)} as quota from projects p where p.id = ${projectId}`,
  );
  return row?.quota ?? 0;
}
