import { type SQL, sql } from "drizzle-orm";
import type { EventKind } from "@/contract/events";
import type { SuppressionRecord } from "@/contract/suppressions";
import { queryRows, type RowOf } from "@/db/query";
import type { suppressions } from "@/db/schema";
import { newId } from "@/lib/ids";
import type { Context } from "../context";
import { matchesSuppression } from "./record";

/** Part of a statement that records events for the suppressions in `from`, with their email only if it belongs to a lead. */
const insertEvents = ({ actor, requestId }: Context, kind: EventKind, from: SQL): SQL => sql`
  insert into events (project_id, id, kind, actor_kind, actor_id, request_id, email, data)
  select s.project_id, ${newId()}::uuid, ${kind}, ${actor.kind}, ${actor.id}, ${requestId},
    (select l.email from leads l where l.project_id = s.project_id and l.email = s.email), '{"reason": "unsubscribed"}'::jsonb
  from ${from} as s`;

/** Unsubscribes a person from all email. Does nothing if they are suppressed already. */
export async function unsubscribe(ctx: Context, email: string): Promise<void> {
  await ctx.db.execute(sql`
    with inserted as (
      insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${email}, 'unsubscribed')
      on conflict (project_id, email) do nothing returning project_id, email
    )
    ${insertEvents(ctx, "suppression.added", sql`inserted`)}`);
}

/** Undoes an unsubscription. Suppressions with other reasons stay. */
export async function resubscribe(ctx: Context, email: string): Promise<void> {
  await ctx.db.execute(sql`
    with deleted as (
      delete from suppressions s where ${matchesSuppression(ctx, email)} and s.reason = 'unsubscribed' returning s.project_id, s.email
    )
    ${insertEvents(ctx, "suppression.removed", sql`deleted`)}`);
}

/** Returns why a person gets no email, or `null` if they do. */
export async function getSuppressionReason(ctx: Context, email: string): Promise<SuppressionRecord["reason"] | null> {
  const [suppression] = await queryRows<RowOf<typeof suppressions, "reason">>(
    ctx.db,
    sql`select s.reason from suppressions s where ${matchesSuppression(ctx, email)}`,
  );
  return suppression?.reason ?? null;
}
