import { sql } from "drizzle-orm";
import type { SendResult, SkipReason } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import { type deliveries, sends } from "@/db/schema";
import { newId } from "@/lib/ids";
import { type Context, getDatabaseTime } from "../context";
import type { ContentOverrides } from "../email-templates/templates";
import { recordCodeChanges, recordLeadChanges } from "../events/record-changes";
import { recordEvent } from "../events/record-event";
import { type InvitingWave, saveInvitations } from "../leads/invitations";
import type { SkippedRecipient } from "./recipients";

/** An email to a lead, with its code unless it is an announcement. */
export type SendMessage = { email: string; codeKey?: string; codeText?: string };

/** What a send contains: one code, personal codes, new or taken from an existing batch, or neither, and texts that replace those of its template. */
export type SendSubject = { content?: ContentOverrides | undefined } & (
  | { kind: "code"; code: { key: string; text: string } }
  | { kind: "invitation"; batchId: string | null; fromBatch?: boolean | undefined; wave?: InvitingWave | undefined }
  | { kind: "announcement"; buttonUrl?: string | undefined; scheduledAt?: string | undefined }
);

/** A send whose emails are queued. */
export type QueuedSend = {
  id: string;
  kind: SendSubject["kind"];
  wave?: InvitingWave | undefined;
  scheduledAt?: string | null | undefined;
};

/**
 * Creates a send with its deliveries and queues them, in the caller's transaction. The emails go out when it commits. Throws `invalid_input`
 * for invalid texts.
 */
export async function queueSend(
  ctx: Context,
  subject: SendSubject,
  messages: readonly SendMessage[],
  skipped: SkippedRecipient[],
): Promise<SendResult> {
  const counts = { received: messages.length + skipped.length, notified: messages.length };
  const send = await insertSend(ctx, subject, { ...counts, id: newId(), skipped: countReasons(skipped) });
  await queueMessages(ctx, send, messages);
  // What reaches no one isn't a send: see `reachesSomeone`.
  if (messages.length > 0) await recordSend(ctx, send.id, subject, counts);
  return { sendId: send.id, receivedLeads: counts.received, notifiedLeads: counts.notified, skipped, job: null };
}

/** Counts skipped recipients by reason. */
export const countReasons = (skipped: readonly SkippedRecipient[]): Partial<Record<SkipReason, number>> =>
  Object.fromEntries([...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, items]) => [reason, items.length]));

type SendCounts = Pick<typeof sends.$inferInsert, "id" | "received" | "notified" | "skipped">;

/** Inserts a send without deliveries. */
export async function insertSend(ctx: Context, subject: SendSubject, counts: SendCounts): Promise<QueuedSend> {
  const { subject: title, body, button } = subject.content ?? {};
  const code = subject.kind === "code" ? subject.code : null;
  const scheduledAt = subject.kind === "announcement" ? subject.scheduledAt : undefined;
  await ctx.db.insert(sends).values({
    ...counts,
    projectId: ctx.projectId,
    kind: subject.kind,
    actorKind: ctx.actor.kind,
    actorId: ctx.actor.id,
    codeKey: code?.key,
    codeText: code?.text,
    batchId: subject.kind === "invitation" ? subject.batchId : null,
    fromBatch: subject.kind === "invitation" && subject.fromBatch === true,
    subject: title,
    body,
    button,
    ...(subject.kind === "announcement" ? { buttonUrl: subject.buttonUrl, scheduledAt } : {}),
  });
  return { id: counts.id, kind: subject.kind, wave: subject.kind === "invitation" ? subject.wave : undefined, scheduledAt };
}

/** Queues the emails of a send to leads whom the caller's transaction has locked, and invites them if it has personal codes. */
export async function queueMessages(
  ctx: Context,
  { id, kind, wave, scheduledAt = null }: QueuedSend,
  messages: readonly SendMessage[],
): Promise<void> {
  const { db, projectId, queue } = ctx;
  const inserted = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`insert into deliveries (project_id, id, kind, send_id, email, code_key, code_text, is_automatic)
      select ${projectId}::int, gen_random_uuid(), ${kind === "announcement" ? "announcement" : "code"}, ${id}::uuid, message ->> 'email',
        message ->> 'codeKey', message ->> 'codeText', ${wave !== undefined}::boolean
      from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as message
      returning id`,
  );
  if (kind === "invitation") {
    await saveInvitations(ctx, id, messages, wave);
    await recordCodeChanges(
      ctx,
      messages.map(({ codeText }) => ({ text: codeText ?? null })),
    );
  }
  await recordLeadChanges(
    ctx,
    messages.map(({ email }) => email),
  );
  await queue.addDeliveries(
    db,
    projectId,
    inserted.map((delivery) => delivery.id),
    scheduledAt === null ? {} : { startAfter: await secondsUntil(ctx, scheduledAt) },
  );
}

/** Records the event of a send. `notified` is left out if its emails aren't queued yet. */
export const recordSend = (
  ctx: Context,
  id: string,
  subject: SendSubject,
  counts: { received: number; notified?: number },
): Promise<void> =>
  recordEvent(ctx, {
    kind: subject.kind === "announcement" ? "announcement.sent" : "code.sent",
    code: subject.kind === "code" ? subject.code : undefined,
    data: {
      send: id,
      ...(subject.kind === "invitation" && subject.batchId ? { batch: subject.batchId } : {}),
      ...(subject.kind === "announcement" && subject.scheduledAt ? { scheduledAt: subject.scheduledAt } : {}),
      ...counts,
    },
  });

const secondsUntil = async (ctx: Context, time: string): Promise<number> =>
  Math.max(1, Math.ceil((Date.parse(time) - Date.parse(await getDatabaseTime(ctx))) / 1000));
