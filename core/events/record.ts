import type { EventKind } from "@/contract/events";
import { events } from "@/db/schema";
import { newId } from "@/lib/ids";
import type { Context } from "../context";

export type Happening = {
  kind: EventKind;
  code?: { key: string; text: string };
  email?: string;
  data?: Record<string, unknown>;
};

/** Writes what happened into the activity log, in the transaction of the change. */
export async function recordEvent(ctx: Omit<Context, "jobs">, { kind, code, email, data = {} }: Happening): Promise<void> {
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
