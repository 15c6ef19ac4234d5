import { sql } from "drizzle-orm";
import type { SendReply } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import { type deliveries, sends } from "@/db/schema";
import { newId } from "@/lib/ids";
import { type Context, getDatabaseTime } from "../context";
import type { ContentOverrides } from "../email-templates/templates";
import { recordEvent } from "../events/record-event";
import { type InvitingWave, saveInvitations } from "../leads/invitations";
import type { SkippedRecipient } from "./recipients";

/** An email to a lead, with its code unless it is an announcement. */
export type SendMessage = { email: string; codeKey?: string; codeText?: string };

/** What a send contains: one code, the personal codes of a batch, or neither, and texts that replace those of its template. */
export type SendSubject = { content?: ContentOverrides | undefined } & (
  | { kind: "code"; code: { key: string; text: string } }
  | { kind: "invitation"; batchId: string | null; wave?: InvitingWave | undefined }
  | { kind: "announcement"; buttonUrl?: string | undefined; scheduledAt?: string | undefined }
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
  const code = subject.kind === "code" ? subject.code : null;
  const scheduledAt = subject.kind === "announcement" ? subject.scheduledAt : undefined;
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
    ...(subject.kind === "announcement" ? { buttonUrl: subject.buttonUrl, scheduledAt } : {}),
  });
  const inserted = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`insert into deliveries (project_id, id, kind, send_id, email, code_key, code_text, is_automatic)
      select ${projectId}::int, gen_random_uuid(), ${subject.kind === "announcement" ? "announcement" : "code"}, ${id}::uuid, message ->> 'email',
        message ->> 'codeKey', message ->> 'codeText', ${isAutomatic}::boolean
      from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as message
      returning id`,
  );
  if (subject.kind === "invitation") await saveInvitations(ctx, messages, subject.wave);
  await queue.addDeliveries(
    db,
    projectId,
    inserted.map((delivery) => delivery.id),
    scheduledAt === undefined ? {} : { startAfter: await secondsUntil(ctx, scheduledAt) },
  );
  await recordEvent(ctx, {
    kind: subject.kind === "announcement" ? "announcement.sent" : "code.sent",
    code: code ?? undefined,
    data: {
      send: id,
      ...(batchId ? { batch: batchId } : {}),
      ...(scheduledAt ? { scheduledAt } : {}),
      received: receivedLeads,
      notified: messages.length,
    },
  });
  return { sendId: id, receivedLeads, notifiedLeads: messages.length, skipped };
}

const secondsUntil = async (ctx: Context, time: string): Promise<number> =>
  Math.max(1, Math.ceil((Date.parse(time) - Date.parse(await getDatabaseTime(ctx))) / 1000));
