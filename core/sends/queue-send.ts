import { sql } from "drizzle-orm";
import type { SendReply, SkipReason } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import { type deliveries, type leads, sends } from "@/db/schema";
import { newId } from "@/lib/ids";
import { isReservedForOtherSql } from "../codes/rules";
import type { Context } from "../context";
import { assertValidOverrides, type ContentOverrides } from "../email-templates/templates";
import { recordEvent } from "../events/record-event";
import { type InvitingWave, saveInvitations } from "../leads/invitations";

export type SendMessage = { email: string; codeKey: string; codeText: string };
export type SkippedRecipient = SendReply["skipped"][number] & { reason: SkipReason };

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
    sql`insert into deliveries (project_id, id, send_id, email, code_key, code_text)
      select ${projectId}::int, gen_random_uuid(), ${id}::uuid, message ->> 'email', message ->> 'codeKey', message ->> 'codeText'
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

type PartitionedRecipients = { recipients: string[]; skipped: SkippedRecipient[] };

/** A recipient, with their code if each recipient has a personal code already. */
export type RequestedRecipient = { email: string; codeKey?: string };

type PartitionOptions = {
  /** The code that all recipients get. */
  code?: string;
  /** Whether to lock the leads until the transaction ends. Required to queue emails for them. */
  lock?: boolean;
};

/** Splits recipients into those who get an email and those who are skipped and why, in the order given. */
export async function partitionRecipients(
  ctx: Context,
  requested: readonly RequestedRecipient[],
  { code, lock = true }: PartitionOptions = {},
): Promise<PartitionedRecipients> {
  const { db, projectId } = ctx;
  const checked = await queryRows<RowOf<typeof leads, "email"> & { reason: SkipReason | null }>(
    db,
    // The lock makes a deletion of these leads wait, so that it deletes their new deliveries too.
    // A join, because PostgreSQL would search a list linearly if its statistics don't include the project yet.
    sql`with requested as (
        select item ->> 'email' as email, coalesce(item ->> 'codeKey', ${code ?? null}::text) as code_key, position,
          row_number() over (partition by item ->> 'email' order by position) as occurrence
        from jsonb_array_elements(${JSON.stringify(requested)}::jsonb) with ordinality as items (item, position)
      ), existing as (
        select email, status from leads where project_id = ${projectId} and email in (select email from requested) order by email ${lock ? sql`for key share` : sql``}
      )
      select requested.email, case
          when requested.occurrence > 1 then 'duplicate'
          when l.email is null then 'not_a_lead'
          when ${isReservedForOtherSql(sql`requested.email`)} then 'reserved_for_another'
          when k.email is not null then 'already_claimed'
          when l.status = 'held' then 'held'
          when s.email is not null then 'suppressed'
        end as reason
      from requested
      left join existing l on l.email = requested.email
      left join codes c on c.project_id = ${projectId} and c.key = requested.code_key
      left join claims k on k.project_id = ${projectId} and k.code_key = requested.code_key and k.email = requested.email
      left join suppressions s on s.project_id = ${projectId} and s.email = requested.email
      order by requested.position`,
  );
  const recipients: string[] = [];
  const skipped: SkippedRecipient[] = [];
  for (const { email, reason } of checked) {
    if (reason === null) recipients.push(email);
    else skipped.push({ email, reason });
  }
  return { recipients, skipped };
}
