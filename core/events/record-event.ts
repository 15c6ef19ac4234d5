import { type SQL, sql } from "drizzle-orm";
import type { EventKind } from "@/contract/events";
import type { Context } from "../context";

export type EventInput = {
  kind: EventKind;
  code?: { key: string; text: string };
  email?: string;
  data?: Record<string, unknown>;
};

/**
 * A new ID for an event: a UUIDv7 with the time at which the database writes the event, so that it isn't older than the transaction's
 * changes (see `firstOpenEventId`). The times have a quarter of a microsecond. `position` orders events that a statement writes at once: with it
 * in the subquery, PostgreSQL reads the clock for each row.
 */
export const newEventId = (position: SQL = sql`0`): SQL => sql`(
    select encode(int8send((time >> 12 << 16) | 28672 | (time & 4095)) || int2send(((${position}) % 16384 - 32768)::int2) || substring(uuid_send(gen_random_uuid()) from 11), 'hex')::uuid
    from (select (extract(epoch from greatest(clock_timestamp(), now())) * 4096000)::bigint + 0 * (${position}) as time offset 0) as clock)`;

/** Records an event in the activity log, in the transaction of the change. */
export const recordEvent = (ctx: Omit<Context, "queue">, input: EventInput): Promise<void> => recordEvents(ctx, [input]);

/** Records many events in one statement. They sort in the given order. */
export async function recordEvents(ctx: Omit<Context, "queue">, inputs: readonly EventInput[]): Promise<void> {
  if (inputs.length === 0) return;
  const items = inputs.map(({ kind, code, email, data = {} }) => ({ kind, email, data, code_key: code?.key, code_text: code?.text }));
  const { projectId, actor, requestId } = ctx;
  await ctx.db.execute(
    sql`insert into events (project_id, id, kind, actor_kind, actor_id, request_id, code_key, code_text, email, data)
      select ${projectId}::int, ${newEventId(sql`e.position`)}, e.kind, ${actor.kind}::text, ${actor.id}::text, ${requestId}::text, e.code_key, e.code_text, e.email, e.data
      from rows from (jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as (kind text, code_key text, code_text text, email text, data jsonb))
        with ordinality as e (kind, code_key, code_text, email, data, position)`,
  );
}
