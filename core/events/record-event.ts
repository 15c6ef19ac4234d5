import { sql } from "drizzle-orm";
import type { EventKind } from "@/contract/events";
import { events } from "@/db/schema/events";
import { newId } from "@/lib/ids";
import type { Context } from "../context";

export type EventInput = {
  kind: EventKind;
  code?: { key: string; text: string };
  email?: string;
  data?: Record<string, unknown>;
};

/** Records an event in the activity log, in the transaction of the change. */
export async function recordEvent(ctx: Omit<Context, "queue">, { kind, code, email, data = {} }: EventInput): Promise<void> {
  await ctx.db.insert(events).values({
    projectId: ctx.projectId,
    id: newId(),
    kind,
    actorKind: ctx.actor.kind,
    actorId: ctx.actor.id,
    requestId: ctx.requestId,
    codeKey: code?.key ?? null,
    codeText: code?.text ?? null,
    email: email ?? null,
    data,
  });
}

/** Records many events in one statement. They sort in the given order. */
export async function recordEvents(ctx: Omit<Context, "queue">, inputs: readonly EventInput[]): Promise<void> {
  if (inputs.length === 0) return;
  const items = inputs.map(({ kind, code, email, data = {} }) => {
    return { id: newId(), kind, email, data, code_key: code?.key, code_text: code?.text };
  });
  const { projectId, actor, requestId } = ctx;
  await ctx.db.execute(
    sql`insert into events (project_id, id, kind, actor_kind, actor_id, request_id, code_key, code_text, email, data)
      select ${projectId}::int, e.id, e.kind, ${actor.kind}::text, ${actor.id}::text, ${requestId}::text, e.code_key, e.code_text, e.email, e.data
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as e (id uuid, kind text, code_key text, code_text text, email text, data jsonb)`,
  );
}
