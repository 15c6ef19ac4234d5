import { sql } from "drizzle-orm";
import type { SendReply } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import { type deliveries, sends } from "@/db/schema";
import { newId } from "@/lib/ids";
import type { Context } from "../context";
import { assertValidOverrides, type ContentOverrides } from "../email-templates/templates";
import { recordEvent } from "../events/record-event";
import { type InvitingWave, saveInvitations } from "../leads/invitations";
import type { SkippedRecipient } from "./recipients";

export type SendMessage = { email: string; codeKey: string; codeText: string };

/** What a send contains: one code, or the personal codes of a batch, and texts that replace those of its template. */
export type SendSubject = { content?: ContentOverrides | undefined } & (
  | { kind: "code"; code: { key: string; text: string } }
  | { kind: "invitation"; batchId: string | null; wave?: InvitingWave | undefined }
);

/**
 * Creates a send with its deliveries and queues them, in the caller's transaction. The emails go out when it commits. Throws `invalid_input`
 * for invalid texts.
 */
export async function queueSend(
  ctx: Context,
  subject: SendSubject,
  messages: readonly SendMessage[],
  skipped: SkippedRecipient[],
): Promise<SendReply> {
  const { db, projectId, queue } = ctx;
  const id = newId();
  const { subject: title, body, button } = subject.content ?? {};
  assertValidOverrides(subject.kind, subject.content ?? {});
  const code = subject.kind === "code" ? subject.code : null;
  const batchId = subject.kind === "invitation" ? subject.batchId : null;
  const isAutomatic = subject.kind === "invitation" && subject.wave !== undefined;
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
    ...{ subject: title, body, button },
  });
  const inserted = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`insert into deliveries (project_id, id, send_id, email, code_key, code_text, is_automatic)
      select ${projectId}::int, gen_random_uuid(), ${id}::uuid, message ->> 'email', message ->> 'codeKey', message ->> 'codeText', ${isAutomatic}::boolean
      from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as message
      returning id`,
  );
  if (subject.kind === "invitation") await saveInvitations(ctx, messages, subject.wave);
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
