import { type SQL, sql } from "drizzle-orm";
import type { EmailTemplateKind } from "@/contract/email-templates";
import type { DeliverJob } from "@/db/queue";
import { rows } from "@/db/rows";
import type { LeadEmailContent } from "@/emails/lead-email-data";
import { sanitizeText } from "@/lib/sanitize-text";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { type Context, inTransaction } from "../context";
import { getWaitlistPosition } from "../leads/waitlist";
import { jsonItems } from "../sql";
import { revertInvitedAt, lockInvitedLeads } from "./invited-leads";
import { type BrandingRow, toBranding, brandingColumns } from "./branding";

/** A message that was taken to be sent now. */
export type OutgoingMessage = { id: string; email: string; lead: string; message: LeadEmailContent };

/** Which try of its messages a job is for, and the one its pauses are counted from. */
export type DeliveryAttempt = Pick<DeliverJob, "attempt" | "first">;

/** What became of a message that was taken; `released` was not tried. */
export type DeliveryResult = { id: string; status: "sent" | "saved_to_file" | "released" } | { id: string; status: "failed" | "retrying"; error: string };

/** How long a message waits after each try that failed, in seconds; after the last it has failed for good. Some 32 hours in all. */
export const retryDelays = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600] as const;

type OutgoingRow = {
  id: string;
  email: string;
  lead: string;
  firstname: string | null;
  lastname: string | null;
  kind: EmailTemplateKind;
  code_text: string | null;
  allowed_claims: number | null;
  reserved: boolean;
  valid_from: string | null;
  valid_until: string | null;
} & BrandingRow;

/** A condition on deliveries that are found by their ids. An index of it would be read for every job, and there may be very many that wait. */
const withoutIndex = (condition: SQL): SQL => sql`(${condition}) is true`;

/** Marks a job's deliveries for the try it is for, and reads what those that are to be sent say. */
export const takeDeliveriesQuery = (ctx: Context, { attempt, deliveryIds }: DeliverJob): SQL => sql`
  with due as (
    select d.id, case when s.email is not null then 'suppressed' when ${isObsolete} or d.canceled_at is not null then 'canceled' else 'sending' end as status
    from jsonb_array_elements_text(${JSON.stringify(deliveryIds)}::jsonb) as asked (id)
    join deliveries d on d.project_id = ${ctx.projectId} and d.id = asked.id::uuid
    join leads l on l.project_id = d.project_id and l.email = d.email
    left join suppressions s on s.project_id = d.project_id and s.email = d.email
    left join codes c on c.project_id = d.project_id and c.key = d.code_key
    where ${withoutIndex(sql`(d.status in ('queued', 'retrying') and d.attempts = ${attempt}::int - 1) or (d.status = 'sending' and d.attempts = ${attempt}::int)`)}
    order by d.id for update of d
  ), marked as (
    update deliveries d set
      status = due.status,
      attempts = case when due.status = 'sending' then ${attempt}::int else d.attempts end,
      next_attempt_at = null, updated_at = now()
    from due where d.project_id = ${ctx.projectId} and d.id = due.id
    returning d.*
  ), cancelled as (
    select * from marked where status = 'canceled'
  ), uninvited as (${revertInvitedAt(ctx)})
  select m.id, m.email, l.referral_code as lead, l.firstname, l.lastname, coalesce(s.kind, m.kind) as kind, m.code_text, c.allowed_claims,
    coalesce(c.reserved_for = m.email, false) as reserved, c.valid_from, c.valid_until, ${brandingColumns(sql`coalesce(s.kind, m.kind)`)}
  from marked m
  join leads l on l.project_id = m.project_id and l.email = m.email
  left join sends s on s.project_id = m.project_id and s.id = m.send_id
  left join codes c on c.project_id = m.project_id and c.key = m.code_key
  join projects p on p.id = m.project_id
  where m.status = 'sending'`;

/** Whether a delivery `d` to a lead `l` has nothing to say any more: its code `c` is gone, or the lead has done what it asks for. */
const isObsolete = sql`case d.kind when 'confirm' then l.status <> 'unconfirmed' when 'joined' then not l.on_waitlist else c.key is null end`;

/**
 * Takes a job's deliveries for the try it is for: they become `sending`; or `suppressed` where the lead is not to be written to,
 * or `cancelled` where the code is gone. Those found `sending` were under way in the same job when its worker died, and are `cancelled`
 * where they were stopped since. Those that were deleted, cancelled or settled meanwhile are left out.
 */
export async function takeDeliveries(ctx: Context, job: DeliverJob): Promise<OutgoingMessage[]> {
  const taken = await rows<OutgoingRow>(ctx.db, takeDeliveriesQuery(ctx, job));
  return Promise.all(
    taken.map(async (row): Promise<OutgoingMessage> => {
      const { id, email, lead, kind } = row;
      const place = kind === "joined" ? await getWaitlistPosition(ctx, email) : null;
      const terms = {
        allowedClaims: row.allowed_claims ?? 1,
        reserved: row.reserved,
        validFrom: isoTimestamp(row.valid_from),
        validUntil: isoTimestamp(row.valid_until),
      };
      const message = {
        ...toBranding(kind, row),
        ...{ email, firstname: row.firstname, lastname: row.lastname, referralCode: lead },
        ...{ code: row.code_text, ...terms },
        ...{ position: place?.position ?? null, waiting: place?.waiting ?? null },
      };
      return { id, email, lead, message };
    }),
  );
}

/**
 * Writes what became of messages of a try into the ledger, and queues in the same transaction those that are to be tried again.
 * Those that were released wait for their job to come round. What was stopped meanwhile is cancelled in place of either.
 */
export async function recordResults(ctx: Context, { attempt, first = 1 }: DeliveryAttempt, results: readonly DeliveryResult[]): Promise<void> {
  if (results.length === 0) return;
  const wait = retryDelays[attempt - first] ?? null;
  // One answer that cannot be written would take all of them back, and their messages would leave again.
  const told = results.map((each) => ("error" in each && each.error ? { ...each, error: sanitizeText(each.error, 1000) } : each));
  const putOff = results.filter(({ status }) => status === "retrying" || status === "released").map(({ id }) => id);
  await inTransaction(ctx, async (inner) => {
    if (putOff.length > 0) await lockInvitedLeads(inner, sql`d.id in (select item::uuid from ${jsonItems(putOff)}) and d.canceled_at is not null`);
    const again = await rows<{ id: string }>(
      inner.db,
      sql`with told as (
          select r.id, r.error, case
            when r.status in ('retrying', 'released') and d.canceled_at is not null then 'canceled'
            when r.status = 'retrying' and ${wait}::int is null then 'failed'
            when r.status = 'released' and d.attempts = ${first}::int then 'queued'
            when r.status = 'released' then 'retrying'
            else r.status end as status, r.status = 'released' as released
          from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as r (id uuid, status text, error text)
          join deliveries d on d.project_id = ${inner.projectId} and d.id = r.id and ${withoutIndex(sql`d.status = 'sending' and d.attempts = ${attempt}::int`)}
          order by r.id for update of d
        ), written as (
          update deliveries d set
            status = told.status,
            attempts = d.attempts - told.released::int,
            error = case when told.released then d.error else told.error end,
            next_attempt_at = case when told.status = 'retrying' then now() + make_interval(secs => case when told.released then 0 else ${wait}::int end) end,
            updated_at = now()
          from told where d.project_id = ${inner.projectId} and d.id = told.id
          returning d.*, told.status = 'retrying' and not told.released as again
        ), cancelled as (
          select * from written where status = 'canceled'
        ), uninvited as (${revertInvitedAt(inner)})
        select id from written where again`,
    );
    const ids = again.map((delivery) => delivery.id);
    if (wait !== null) await inner.jobs.deliver(inner.db, inner.projectId, ids, { attempt: attempt + 1, first, startAfter: wait });
  });
}
