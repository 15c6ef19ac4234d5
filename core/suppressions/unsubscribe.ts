import { type SQL, sql } from "drizzle-orm";
import type { EventKind } from "@/contract/events";
import type { SuppressionRecord } from "@/contract/suppressions";
import { rows } from "@/db/rows";
import { newId } from "@/lib/ids";
import type { Context } from "../context";
import { isSuppressionOf } from "./record";

/** Writes down what became of the suppressions of `from`, in the statement that did it; an address is named while it is a lead's. */
const insertEvents = ({ actor, requestId }: Context, kind: EventKind, from: SQL): SQL => sql`
  insert into events (project_id, id, kind, actor_kind, actor_id, request_id, email, data)
  select s.project_id, ${newId()}::uuid, ${kind}, ${actor.kind}, ${actor.id}, ${requestId},
    (select l.email from leads l where l.project_id = s.project_id and l.email = s.email), '{"reason": "unsubscribed"}'::jsonb
  from ${from} as s`;

/** Has an address get no more mail, because whoever it is of asks for none. Where it gets none already, nothing changes. */
export async function unsubscribe(ctx: Context, email: string): Promise<void> {
  await ctx.db.execute(sql`
    with made as (
      insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${email}, 'unsubscribed')
      on conflict (project_id, email) do nothing returning project_id, email
    )
    ${insertEvents(ctx, "suppression.added", sql`made`)}`);
}

/** Takes an unsubscription back. What was suppressed for another reason stays so. */
export async function resubscribe(ctx: Context, email: string): Promise<void> {
  await ctx.db.execute(sql`
    with gone as (
      delete from suppressions s where ${isSuppressionOf(ctx, email)} and s.reason = 'unsubscribed' returning s.project_id, s.email
    )
    ${insertEvents(ctx, "suppression.removed", sql`gone`)}`);
}

/** Why an address gets no mail; null where it gets mail. */
export async function getSuppressionReason(ctx: Context, email: string): Promise<SuppressionRecord["reason"] | null> {
  const [found] = await rows<Pick<SuppressionRecord, "reason">>(
    ctx.db,
    sql`select s.reason from suppressions s where ${isSuppressionOf(ctx, email)}`,
  );
  return found?.reason ?? null;
}
