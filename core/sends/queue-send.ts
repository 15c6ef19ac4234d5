import { sql } from "drizzle-orm";
import type { SendReply, SkipReason } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import { type deliveries, sends } from "@/db/schema";
import { newId } from "@/lib/ids";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";

export type SendMessage = { email: string; codeKey: string; codeText: string };
export type SkippedRecipient = SendReply["skipped"][number] & { reason: SkipReason };

/** What a send contains: one code, or the personal codes of a batch. */
export type SendSubject = { kind: "code"; code: { key: string; text: string } } | { kind: "invitation"; batchId: string | null };

/** Creates a send with its deliveries and queues them, in the caller's transaction. The emails go out when it commits. */
export async function queueSend(
  ctx: Context,
  subject: SendSubject,
  messages: readonly SendMessage[],
  skipped: SkippedRecipient[],
): Promise<SendReply> {
  const { db, projectId, queue } = ctx;
  const id = newId();
  const code = subject.kind === "code" ? subject.code : null;
  const batchId = subject.kind === "invitation" ? subject.batchId : null;
  const receivedLeads = messages.length + skipped.length;
  await db.insert(sends).values({
    projectId,
    id,
    kind: subject.kind,
    actorKind: ctx.actor.kind,
    actorId: ctx.actor.id,
    codeKey: code?.key,
    codeText: code?.text,
    batchId,
    received: receivedLeads,
    notified: messages.length,
  });
  const inserted = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`insert into deliveries (project_id, id, send_id, email, code_key, code_text)
      select ${projectId}::int, gen_random_uuid(), ${id}::uuid, message ->> 'email', message ->> 'codeKey', message ->> 'codeText'
      from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as message
      returning id`,
  );
  if (subject.kind === "invitation") {
    await db.execute(
      sql`update leads set invited_at = now() where project_id = ${projectId} and email in (select message ->> 'email' from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as message)`,
    );
  }
  await queue.addDeliveries(
    db,
    projectId,
    inserted.map((delivery) => delivery.id),
  );
  await recordEvent(ctx, {
    kind: "code.sent",
    code: code ?? undefined,
    data: { send: id, ...(batchId ? { batch: batchId } : {}), received: receivedLeads, notified: messages.length },
  });
  return { sendId: id, receivedLeads, notifiedLeads: messages.length, skipped };
}
