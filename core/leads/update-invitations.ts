import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import type { leadInvitations } from "@/db/schema";
import { isReservedForOtherSql, isUsable } from "../codes/rules";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record-event";
import { itemsIn } from "../sql";

type ChangedInvitation = RowOf<typeof leadInvitations, "code_key" | "code_text" | "email"> & { change: "ended" | "reopened" };

/** Whether the lead of an invitation `i` can claim its code `c`, apart from pauses and the start date, which pass. */
const isClaimable = sql`(c.key is not null and i.code_returned_at is null and ${isUsable} and not ${isReservedForOtherSql(sql`i.email`)})`;

/** Whether the lead of an invitation `i` has claimed its code. */
const isClaimed = sql`exists (select from claims k where k.project_id = i.project_id and k.code_key = i.code_key and k.email = i.email)`;

/**
 * Ends the open invitations with these codes that their leads can't claim any longer, reopens those that ended this way and can be claimed
 * again, and saves when the codes expire, in the caller's transaction, which has changed the codes. A lead whose invitation ends before the
 * promised date keeps their position. A lead who was invited again, or is in line again, doesn't change. Returns how many ended.
 */
export async function updateInvitations(ctx: Context, codeKeys: readonly string[]): Promise<number> {
  if (codeKeys.length === 0) return 0;
  const { db, projectId } = ctx;
  const hasCode = sql`i.project_id = ${projectId} and i.code_key in ${itemsIn(codeKeys)}`;
  // Codes are locked before leads, and leads before their invitations. The next statement sees what was committed while this one waited.
  await db.execute(sql`
    select count(*) from (select from leads where project_id = ${projectId} and email in (select i.email from lead_invitations i where ${hasCode})
      order by email for no key update) as locked`);
  await db.execute(
    sql`select count(*) from (select from lead_invitations i where ${hasCode} order by i.code_key, i.email for update) as locked`,
  );
  const changed = await queryRows<ChangedInvitation>(
    db,
    sql`with invitation as (
        select i.code_key, i.code_text, i.email, i.outcome, c.valid_until, ${isClaimed} as is_claimed, ${isClaimable} as is_claimable,
          l.invitation_code = i.code_key as is_current, l.on_waitlist, l.invitation_outcome, coalesce(i.expires_at <= now(), false) as has_promised_end
        from lead_invitations i join leads l on l.project_id = i.project_id and l.email = i.email
          left join codes c on c.project_id = i.project_id and c.key = i.code_key
        where ${hasCode} and (i.outcome is null or i.outcome = 'expired')
      ), checked as (
        select *, case when outcome is null and not is_claimed and not is_claimable then 'ended'
          when outcome is not null and (is_claimed or is_claimable) and (not is_current or (not on_waitlist and invitation_outcome = 'expired'))
            then 'reopened' end as change
        from invitation
      ), updated_invitation as (
        update lead_invitations i set outcome = case when c.change = 'ended' then 'expired' end, ended_at = case when c.change = 'ended' then now() end,
          expires_at = case when not c.is_claimed then c.valid_until end
        from checked c where i.project_id = ${projectId} and i.code_key = c.code_key and i.email = c.email
          and (c.change is not null or (c.outcome is null and i.expires_at is distinct from case when not c.is_claimed then c.valid_until end))
      ), updated_lead as (
        update leads l set invitation_outcome = case when c.change = 'ended' then 'expired' end,
          keeps_position = c.change = 'ended' and not c.has_promised_end, updated_at = now()
        from checked c where c.change is not null and c.is_current and l.project_id = ${projectId} and l.email = c.email
      )
      select code_key, code_text, email, change from checked where change is not null order by email`,
  );
  await recordEvents(
    ctx,
    changed.map(({ email, code_key: key, code_text: text, change }) => ({
      kind: change === "ended" ? "lead.invitation_expired" : "lead.invitation_reopened",
      email,
      code: { key, text },
    })),
  );
  return changed.filter(({ change }) => change === "ended").length;
}

/** Returns the projects that have open invitations. */
export const listProjectsWithOpenInvitations = (db: Database): Promise<{ project_id: number }[]> =>
  queryRows(
    db,
    sql`select p.id as project_id from projects p where exists (select from lead_invitations i where i.project_id = p.id and i.outcome is null)`,
  );

/** Invitations that are updated in one transaction. */
const chunkSize = 1000;

/**
 * Repairs the invitations of a project: those that are open although their codes can't be claimed, such as after an upgrade or an import of the
 * project, and those whose codes were extended or shortened. Returns how many ended.
 */
export async function repairInvitations(ctx: Context): Promise<number> {
  let ended = 0;
  for (let after = ""; ; ) {
    const keys = await queryRows<RowOf<typeof leadInvitations, "code_key">>(
      ctx.db,
      sql`select i.code_key from lead_invitations i left join codes c on c.project_id = i.project_id and c.key = i.code_key
        where i.project_id = ${ctx.projectId} and i.code_key > ${after} and i.outcome is null and not ${isClaimed}
          and (not ${isClaimable} or i.expires_at is distinct from c.valid_until)
        order by i.code_key limit ${chunkSize}`,
    );
    if (keys.length === 0) return ended;
    const codeKeys = keys.map(({ code_key: key }) => key);
    ended += await inTransaction(ctx, async (inner) => {
      const { db, projectId } = inner;
      await db.execute(
        sql`select count(*) from (select from codes where project_id = ${projectId} and key in ${itemsIn(codeKeys)} order by key for no key update) as locked`,
      );
      return updateInvitations(inner, codeKeys);
    });
    after = codeKeys.at(-1) ?? after;
  }
}
