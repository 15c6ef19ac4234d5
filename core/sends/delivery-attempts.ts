import { type SQL, sql } from "drizzle-orm";
import type { EmailTemplateField } from "@/contract/default-email-templates";
import { queryRows, type RowOf } from "@/db/query";
import type { DeliveryPayload } from "@/db/queue";
import type { codes, deliveries, leads } from "@/db/schema";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { isoTimestamp } from "@/lib/dates";
import { isRefusal } from "@/lib/refusal-reason";
import { sanitizeText } from "@/lib/sanitize-text";
import { codeRedemption } from "../codes/record";
import { type Context, inTransaction } from "../context";
import { insertLeadChanges } from "../events/record-changes";
import { inviteQuotaSql } from "../invite-codes/quota";
import { withdrawInvitations } from "../leads/invitations";
import { lockLeadsWithCodes } from "../leads/record";
import { getWaitlistPosition } from "../leads/waitlist";
import { uuidsIn } from "../sql";
import { suppressLeads } from "../suppressions/bounces";
import { endsByResubscribing } from "../suppressions/record";
import { lockInvitedLeads } from "./cancel";
import { countAccepted, countRefusals } from "./circuit-breaker";
import { type BrandingRow, brandingColumns, profileColumns, toBranding } from "./email-content";
import { insertEmailEvents } from "./email-events";
import { isObsolete } from "./obsolete";
import { retryDelaySeconds } from "./retry-delays";

/** An email to send now. */
export type OutgoingMessage = { id: string; email: string; referralCode: string; content: LeadEmailContent };

/** The attempt a job is for, and the attempt from which retry delays are counted. */
export type DeliveryAttempt = Pick<DeliveryPayload, "attempt" | "firstAttempt">;

/** The result of an attempt. `released` means that the email wasn't attempted, `bounced` that the recipient can't receive email. */
export type DeliveryResult =
  | { id: string; status: "sent" | "saved_to_file" | "released" }
  | { id: string; status: "failed" | "bounced" | "retrying"; error: string };

type OutgoingRow = RowOf<typeof deliveries, "id" | "email" | "kind" | "code_text"> &
  Record<"redemption_url" | "redemption_instructions", string | null> &
  Record<EmailTemplateField | "button_url", string | null> &
  RowOf<typeof leads, "referral_code" | "firstname" | "lastname"> &
  Pick<LeadEmailContent, "fields"> &
  Pick<RowOf<typeof codes>, "valid_from" | "valid_until"> & {
    allowed_claims: RowOf<typeof codes>["allowed_claims"] | null;
    reserved: boolean;
  } & BrandingRow;

/** Wraps a condition on deliveries that are found by id, so that PostgreSQL doesn't read the index of all pending deliveries. */
const withoutIndex = (condition: SQL): SQL => sql`(${condition}) is true`;

/** Whether a delivery `d` asks someone with suppression `s` to confirm that they want email again. */
const asksToSubscribeAgain = sql`(d.kind = 'confirm' and ${endsByResubscribing})`;

/** What becomes of a delivery `d` that is due, to a lead with suppression `s`, with the code `c` of the send `n`. */
const statusWhenDue: SQL = sql`case
    when s.email is not null and not ${asksToSubscribeAgain} then 'suppressed'
    when ${isObsolete} or d.canceled_at is not null or n.canceling is not null then 'canceled'
    else 'sending'
  end`;

/** Whether a delivery `d` waits for an attempt, or was in it when its worker died. */
const isDueFor = (attempt: number): SQL =>
  withoutIndex(sql`
    (d.status in ('queued', 'retrying') and d.attempts = ${attempt}::int - 1)
    or (d.status = 'sending' and d.attempts = ${attempt}::int)`);

/** A query that marks the deliveries of a job for its attempt and returns the content of those to send. */
export const takeDeliveriesQuery = (ctx: Context, { attempt, deliveryIds }: DeliveryPayload): SQL => sql`
  with due as (
    select d.id, ${statusWhenDue} as status
    from jsonb_array_elements_text(${JSON.stringify(deliveryIds)}::jsonb) as requested (id)
    join deliveries d on d.project_id = ${ctx.projectId} and d.id = requested.id::uuid
    join leads l on l.project_id = d.project_id and l.email = d.email
    left join suppressions s on s.project_id = d.project_id and s.email = d.email
    left join codes c on c.project_id = d.project_id and c.key = d.code_key
    left join sends n on n.project_id = d.project_id and n.id = d.send_id
    where (n.canceling is null or d.status = 'sending')
      and ${isDueFor(attempt)}
    order by d.id for update of d
  ), updated as (
    update deliveries d set
      status = due.status,
      attempts = case when due.status = 'sending' then ${attempt}::int else d.attempts end,
      recipient = null,
      next_attempt_at = null, updated_at = now()
    from due where d.project_id = ${ctx.projectId} and d.id = due.id
    returning d.*
  ), canceled as (
    select * from updated where status = 'canceled'
  ), recorded as (${insertLeadChanges(ctx, sql`(select email from updated where status <> 'sending')`)}), ${withdrawInvitations(ctx)}
  select d.id, d.email, l.referral_code, ${profileColumns}, coalesce(s.kind, d.kind) as kind, d.code_text, c.allowed_claims,
    coalesce(c.reserved_for = d.email, false) as reserved, c.valid_from, c.valid_until,
    o.redemption_url, o.redemption_instructions, s.subject, s.body, s.button, s.button_url,
    ${brandingColumns(sql`coalesce(s.kind, d.kind)`, sql`case when d.kind = 'claimed' then ${inviteQuotaSql(sql`d.email`)} else 0 end`)}
  from updated d
  join leads l on l.project_id = d.project_id and l.email = d.email
  left join sends s on s.project_id = d.project_id and s.id = d.send_id
  left join codes c on c.project_id = d.project_id and c.key = d.code_key
  left join batches o on o.project_id = c.project_id and o.id = c.batch_id
  join projects p on p.id = d.project_id
  where d.status = 'sending'`;

/**
 * Marks the deliveries of a job as `sending` and returns their content. Marks them as `suppressed` if the lead gets no email, or `canceled`
 * if their code was deleted. Deliveries that are `sending` already belonged to the same job when its worker died; they are canceled if they
 * were canceled since. Leaves out deliveries that were deleted, canceled or finished in the meantime, or whose send is being canceled.
 */
export async function takeDeliveries(ctx: Context, job: DeliveryPayload): Promise<OutgoingMessage[]> {
  const outgoingRows = await queryRows<OutgoingRow>(ctx.db, takeDeliveriesQuery(ctx, job));
  return Promise.all(outgoingRows.map((row) => toOutgoingMessage(ctx, row)));
}

async function toOutgoingMessage(ctx: Context, row: OutgoingRow): Promise<OutgoingMessage> {
  const { id, email, referral_code: referralCode, kind } = row;
  const waitlist = kind === "joined" ? await getWaitlistPosition(ctx, email) : null;
  const terms = {
    allowedClaims: row.allowed_claims ?? 1,
    reserved: row.reserved,
    validFrom: isoTimestamp(row.valid_from),
    validUntil: isoTimestamp(row.valid_until),
    ...codeRedemption({ ...row, text: row.code_text ?? "" }),
  };
  const content = {
    ...toBranding(kind, row, row),
    email,
    firstname: row.firstname,
    lastname: row.lastname,
    fields: row.fields,
    referralCode,
    code: row.code_text,
    ...terms,
    buttonUrl: row.button_url,
    position: waitlist?.position ?? null,
    waiting: waitlist?.waiting ?? null,
  };
  return { id, email, referralCode, content };
}

/**
 * Records the results of an attempt, and queues the next attempt of deliveries to retry in the same transaction. Released deliveries wait
 * until their job runs again. Deliveries to retry or release that were canceled in the meantime become `canceled`. Leads whose email bounced
 * get no more email. Each email that was sent, failed or bounced has an event. While email is paused because of refusals, refused emails wait for the end of the pause instead. Returns whether it is.
 */
export async function recordResults(
  ctx: Context,
  { attempt, firstAttempt = 1 }: DeliveryAttempt,
  results: readonly DeliveryResult[],
): Promise<{ isPaused: boolean }> {
  const delay = retryDelaySeconds[attempt - firstAttempt] ?? null;
  // One server response that can't be stored would roll back all results, and their emails would be sent again.
  const sanitized = results.map((result) =>
    "error" in result && result.error ? { ...result, error: sanitizeText(result.error, 1000) } : result,
  );
  const recorded = await inTransaction(ctx, async (inner) => {
    const { isPaused, waiting, requeueRefused } = await countRefusals(inner, sanitized);
    const items = sanitized.map((result) => (waiting.has(result.id) ? { ...result, ...waitingStatus } : result));
    const postponedIds = items.filter(({ status }) => status === "retrying" || status === "released").map(({ id }) => id);
    const bouncedIds = items.filter(({ status }) => status === "bounced").map(({ id }) => id);
    const bouncedEmails = bouncedIds.length > 0 ? await listRecipients(inner, bouncedIds) : [];
    if (bouncedEmails.length > 0) await lockLeadsWithCodes(inner, bouncedEmails);
    if (postponedIds.length > 0) await lockInvitedLeads(inner, sql`d.id in ${uuidsIn(postponedIds)} and d.canceled_at is not null`);
    const retryRows = await updateDeliveries(inner, items, { attempt, firstAttempt, delay });
    const [waitingIds, ids] = [true, false].map((isWaiting) => retryRows.filter((row) => row.is_waiting === isWaiting).map(({ id }) => id));
    const next = attempt + 1;
    if (delay !== null && ids)
      await inner.queue.addDeliveries(inner.db, inner.projectId, ids, { attempt: next, firstAttempt, startAfter: delay });
    // The worker takes them when the pause has ended.
    if (waitingIds) await inner.queue.addDeliveries(inner.db, inner.projectId, waitingIds, { attempt: next, firstAttempt: next });
    await suppressLeads(inner, bouncedEmails, "bounced");
    await requeueRefused?.();
    return { isPaused, hasRefusal: sanitized.some((result) => "error" in result && isRefusal(result.error)) };
  });
  if (!recorded.hasRefusal) await countAccepted(ctx, results.filter(({ status }) => status === "sent").length);
  return recorded;
}

/** What becomes of a refused email that waits for the end of a pause because of refusals. */
const waitingStatus = { status: "retrying", isWaiting: true } as const;

type RetryRow = RowOf<typeof deliveries, "id"> & { is_waiting: boolean };

/** Writes the results of an attempt to its deliveries. `delay` is null after the last one. Returns the deliveries to retry. */
async function updateDeliveries(
  ctx: Context,
  items: readonly { id: string; status: DeliveryResult["status"] }[],
  { attempt, firstAttempt, delay }: Required<DeliveryAttempt> & { delay: number | null },
): Promise<RetryRow[]> {
  const isAttempted = withoutIndex(sql`d.status = 'sending' and d.attempts = ${attempt}::int`);
  return queryRows<RetryRow>(
    ctx.db,
    sql`with result as (
        select
          r.id,
          r.error,
          coalesce(r."isWaiting", false) as is_waiting,
          case
            when r.status in ('retrying', 'released') and d.canceled_at is not null then 'canceled'
            when r.status = 'retrying' and ${delay}::int is null and r."isWaiting" is not true then 'failed'
            when r.status = 'released' and d.attempts = ${firstAttempt}::int then 'queued'
            when r.status = 'released' then 'retrying'
            else r.status
          end as status,
          r.status = 'released' as is_released
        from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r (id uuid, status text, error text, "isWaiting" boolean)
        join deliveries d on d.project_id = ${ctx.projectId} and d.id = r.id and ${isAttempted}
        order by r.id for update of d
      ), updated as (
        update deliveries d set
          status = result.status,
          attempts = d.attempts - result.is_released::int,
          error = case when result.is_released then d.error else result.error end,
          next_attempt_at = case
            when result.status <> 'retrying' or result.is_waiting then null
            when result.is_released then now()
            else now() + make_interval(secs => ${delay}::int)
          end,
          updated_at = now()
        from result where d.project_id = ${ctx.projectId} and d.id = result.id
        returning d.*, result.status = 'retrying' and not result.is_released as is_retried, result.is_waiting
      ), canceled as (
        select * from updated where status = 'canceled'
      ), recorded as (${insertLeadChanges(ctx, sql`(select email from updated)`)}), email_events as (
        ${insertEmailEvents(ctx, sql`select id, send_id, kind, email, error, status as result from updated`)}
      ), ${withdrawInvitations(ctx)}
      select id, is_waiting from updated where is_retried`,
  );
}

/** Returns the emails that deliveries are addressed to, without those that the lead has changed since. */
async function listRecipients({ db, projectId }: Context, deliveryIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows<RowOf<typeof deliveries, "email">>(
    db,
    sql`select distinct d.email from deliveries d where d.project_id = ${projectId} and d.recipient is null and d.id in ${uuidsIn(deliveryIds)}`,
  );
  return rows.map(({ email }) => email);
}
