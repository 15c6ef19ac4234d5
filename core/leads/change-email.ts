import { sql } from "drizzle-orm";
import { mailboxOf } from "@/contract/claim-restrictions";
import type { EmailChange } from "@/contract/leads";
import { emailChangeLinkHours } from "@/contract/limits";
import type { Database } from "@/db/client";
import { queryRows, type RowOf, violatedConstraint } from "@/db/query";
import type { emailChanges, leads } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { pageUrl } from "@/lib/env";
import { newId } from "@/lib/ids";
import { routes, withQuery } from "@/lib/routes";
import { isBlockedEmail } from "../abuse-protection/hold-reason";
import { ApiError } from "../api-error";
import { onceKeySql } from "../codes/batch-restrictions";
import { moveHolds } from "../codes/holds";
import { type Context, inTransaction } from "../context";
import { insertLeadChanges, recordCodeChanges } from "../events/record-changes";
import { recordEvent } from "../events/record-event";
import { lock } from "../locks";
import { consumeRateLimit, type RateLimit } from "../rate-limits";
import { queueAccountEmail } from "../staff/record";
import { eraseSuppressions, restoreSuppressions } from "../suppressions/erased";
import { getSuppressionReason } from "../suppressions/unsubscribe";
import { lockLeadsForDeletion } from "./delete";
import { createLinkToken, emailChangeFiles, readLinkToken } from "./email-links";
import { leadExists } from "./lead-exists";
import { lockLeads } from "./record";

// A lead's email changes only once someone with access to the new one has confirmed it. Until then, nothing but the request is stored.

/** How often the link of a lead's own page can request a change, to any email. */
const ownChangeRateLimit: RateLimit = { name: "email_change", limit: 5, windowSeconds: 3600 };

/**
 * Emails a link to a lead's new email, for staff. A newer request replaces the one before. Throws `lead_not_found`, `lead_exists`,
 * `lead_suppressed` if the new email is suppressed, `email_blocked`, or `invalid_input` if it is the current one.
 */
export function requestEmailChange(ctx: Context, input: { email: string; newEmail: string }): Promise<EmailChange> {
  return inTransaction(ctx, async (inner) => {
    const { email, newEmail } = input;
    if ((await lockLeads(inner, [email])).length === 0) throw new ApiError("lead_not_found");
    if (newEmail === email) throw new ApiError("invalid_input", { fields: { newEmail: ["is their email already"] } });
    if (await leadExists(inner, newEmail)) throw new ApiError("lead_exists");
    if (await isBlockedEmail(inner, newEmail)) throw new ApiError("email_blocked");
    if ((await getSuppressionReason(inner, newEmail)) !== null) throw new ApiError("lead_suppressed");
    return insertChange(inner, input);
  });
}

/**
 * Emails a link to the new email of a lead who opened their own page as `email`. Takes the same steps whether or not that email can be used, so that no
 * one learns who is a lead: the worker sends nothing if it can't. Throws `too_many_requests`.
 */
export async function requestOwnEmailChange(
  ctx: Context,
  { referralCode, email }: { referralCode: string; email: string },
  newEmail: string,
): Promise<{ newEmail: string }> {
  await consumeRateLimit(ctx, ownChangeRateLimit, referralCode);
  await inTransaction(ctx, async (inner) => {
    const [current] = await queryRows<RowOf<typeof leads, "email">>(
      inner.db,
      sql`select email from leads where project_id = ${inner.projectId} and referral_code = ${referralCode} and email = ${email} for no key update`,
    );
    if (!current) throw new ApiError("link_not_valid");
    await insertChange(inner, { email: current.email, newEmail });
  });
  return { newEmail };
}

/** Stores a request of a lead that the caller has locked. The link of an earlier one stops working. */
async function insertChange(ctx: Context, { email, newEmail }: { email: string; newEmail: string }): Promise<EmailChange> {
  const { db, projectId } = ctx;
  await db.execute(
    sql`update email_changes set new_email = null where project_id = ${projectId} and email = ${email} and new_email is not null`,
  );
  const id = newId();
  const [change] = await queryRows<RowOf<typeof emailChanges, "expires_at">>(
    db,
    sql`insert into email_changes (project_id, id, email, new_email, expires_at)
      values (${projectId}, ${id}::uuid, ${email}, ${newEmail}, now() + make_interval(hours => ${emailChangeLinkHours})) returning expires_at`,
  );
  if (!change) throw new Error("The change was not inserted");
  await queueAccountEmail(ctx, { kind: "email_change", id });
  await recordEvent(ctx, { kind: "lead.email_change_requested", email });
  return { email, newEmail, expiresAt: isoTimestamp(change.expires_at) };
}

/**
 * An email about a change: the link to confirm it, or the notice to the old email once it is confirmed. The notice has no link with which
 * someone could act for the lead.
 */
export type EmailChangeNotice = { kind: "confirm_new_email" | "email_changed"; to: string; link: string; fileName: string };

type ChangeRow = RowOf<typeof emailChanges, "id" | "email" | "new_email" | "old_email"> & RowOf<typeof leads, "referral_code">;

/** Returns the email to send about a change. Null if it isn't needed anymore, or if the recipient must not be emailed. */
export async function getEmailChangeNotice(ctx: Context, id: string): Promise<EmailChangeNotice | null> {
  const { db, projectId } = ctx;
  const [change] = await queryRows<ChangeRow & { is_open: boolean }>(
    db,
    sql`select c.id, c.email, c.new_email, c.old_email, l.referral_code,
        c.expires_at > now() and not exists (select from leads n where n.project_id = c.project_id and n.email = c.new_email) as is_open
      from email_changes c join leads l on l.project_id = c.project_id and l.email = c.email
      where c.project_id = ${projectId} and c.id = ${id}::uuid
        and not exists (select from suppressions s where s.project_id = c.project_id and s.email = coalesce(c.new_email, c.old_email))`,
  );
  if (!change) return null;
  const [confirmation, notice] = emailChangeFiles(change.id);
  if (change.new_email === null) {
    if (change.old_email === null) return null;
    return { kind: "email_changed", to: change.old_email, link: pageUrl(routes.home), fileName: notice };
  }
  if (!change.is_open || (await isBlockedEmail(ctx, change.new_email))) return null;
  const token = createLinkToken(
    { projectId, referralCode: change.referral_code, email: change.new_email, changeId: change.id },
    "change_email",
  );
  return {
    kind: "confirm_new_email",
    to: change.new_email,
    link: withQuery(pageUrl(routes.changeEmail), { token }),
    fileName: confirmation,
  };
}

/**
 * What the page of a link to a new email shows. `expired`: the link worked once, or a newer one replaced it. Only who has confirmed the new
 * email gets the link to their page.
 */
export type EmailChangePage = { newEmail: string; status: "pending" | "confirmed" | "expired"; positionUrl: string | null };

type Link = { newEmail: string; changeId: string; referralCode: string };

function readLink(ctx: Context, token: string): Link {
  const owner = readLinkToken(token, "change_email");
  if (owner?.projectId !== ctx.projectId || owner.email === undefined || owner.changeId === undefined) throw new ApiError("link_not_valid");
  return { newEmail: owner.email, changeId: owner.changeId, referralCode: owner.referralCode };
}

const pendingChange = ({ projectId }: Context, { changeId, newEmail }: Link) =>
  sql`select c.email from email_changes c where c.project_id = ${projectId} and c.id = ${changeId}::uuid and c.new_email = ${newEmail} and c.expires_at > now()`;

/** Returns what the page of a link to a new email shows. Throws `link_not_valid` if it isn't a link of ours, or the lead was deleted. */
export async function getEmailChangePage(ctx: Context, linkToken: string): Promise<EmailChangePage> {
  const link = readLink(ctx, linkToken);
  const { newEmail, referralCode } = link;
  const [lead] = await queryRows<RowOf<typeof leads, "email"> & { is_pending: boolean }>(
    ctx.db,
    sql`select l.email, exists (${pendingChange(ctx, link)}) as is_pending from leads l where l.project_id = ${ctx.projectId} and l.referral_code = ${referralCode}`,
  );
  if (!lead) throw new ApiError("link_not_valid");
  if (lead.email !== newEmail) return { newEmail, status: lead.is_pending ? "pending" : "expired", positionUrl: null };
  const token = createLinkToken({ projectId: ctx.projectId, referralCode, email: newEmail }, "position");
  return { newEmail, status: "confirmed", positionUrl: withQuery(pageUrl(routes.position), { token }) };
}

/**
 * Changes the email of a link's lead, with everything that refers to it. Does nothing if that was done already. Throws `link_not_valid` if
 * the link has expired or was replaced, or `lead_exists` if the new email became a lead in the meantime.
 */
export async function confirmEmailChange(ctx: Context, token: string): Promise<{ newEmail: string }> {
  const link = readLink(ctx, token);
  const { newEmail } = link;
  try {
    await inTransaction(ctx, async (inner) => {
      const [requested] = await queryRows<RowOf<typeof leads, "email">>(inner.db, pendingChange(inner, link));
      // In the same order as a claim or a deletion.
      const [email] = requested ? await lockLeadsForDeletion(inner, [requested.email]) : [];
      const [change] =
        email === undefined ? [] : await queryRows(inner.db, sql`${pendingChange(inner, link)} and c.email = ${email} for update of c`);
      if (email === undefined || !change) {
        if ((await getEmailChangePage(inner, token)).status !== "confirmed") throw new ApiError("link_not_valid");
        return;
      }
      if (await isBlockedEmail(inner, newEmail)) throw new ApiError("link_not_valid");
      const reserved = await queryRows<{ text: string }>(
        inner.db,
        sql`select text from codes where project_id = ${inner.projectId} and reserved_for = ${email}`,
      );
      await moveLead(inner, email, link);
      await recordCodeChanges(inner, reserved);
      await inner.db.execute(
        insertLeadChanges(inner, sql`(select email from leads where project_id = ${inner.projectId} and referred_by = ${newEmail})`),
      );
      await queueAccountEmail(inner, { kind: "email_change", id: link.changeId });
      await recordEvent(inner, { kind: "lead.email_changed", email: newEmail, data: { previousEmail: email } });
    });
  } catch (error) {
    throw violatedConstraint(error) === "leads_pkey" ? new ApiError("lead_exists") : error;
  }
  return { newEmail };
}

/**
 * Changes the email of a lead in all tables, in the caller's transaction, which has locked the lead and their codes. One statement, because
 * foreign keys are checked at its end. Suppressions move along, except that a bounce says nothing about another mailbox. A suppressed email gets
 * no notice.
 */
async function moveLead(ctx: Context, email: string, { newEmail, changeId }: Link): Promise<void> {
  const { db, projectId } = ctx;
  const isTheirs = sql`project_id = ${projectId} and email = ${email}`;
  const newKey = onceKeySql(newEmail, mailboxOf(newEmail));
  // As for a deletion, so that no delivery is saved with only their old email.
  await lock(db, "webhook deliveries", projectId);
  await db.execute(sql`delete from failed_claims f where f.project_id = ${projectId} and f.email = ${newEmail}
    and exists (select from failed_claims o where o.project_id = f.project_id and o.code_key = f.code_key and o.email = ${email})`);
  await moveHolds(ctx, email, newEmail);
  // Repeated claims insert tokens. Those that have locked the claim commit first, so that the next statement sees their tokens.
  await db.execute(sql`select count(*) from (select from claims where ${isTheirs} order by code_key for update) as locked`);
  await db.execute(sql`
    with lead as (
      update leads set email = ${newEmail}, confirmed_at = case when status = 'unconfirmed' then confirmed_at else now() end,
        confirmed_by = case when status = 'unconfirmed' then confirmed_by else 'link' end, confirmed_from = case when status = 'unconfirmed' then confirmed_from end, updated_at = now()
      where ${isTheirs} returning project_id, email
    ), referrals as (
      update leads set referred_by = ${newEmail}, updated_at = now() where project_id = ${projectId} and referred_by = ${email}
    ), claim as (
      update claims k set email = ${newEmail}, once_key = case when k.once_key is null then null else (
          select case when exists (select from claims o where o.project_id = k.project_id and o.batch_id = k.batch_id and o.email <> k.email
              and o.once_key = ${newKey}) then k.once_key else ${newKey} end
          from batches b where b.project_id = k.project_id and b.id = k.batch_id) end
      where ${isTheirs}
    ), token as (
      update claim_tokens set email = ${newEmail} where ${isTheirs}
    ), delivery as (
      update deliveries set email = ${newEmail},
        recipient = case when status in ('queued', 'retrying', 'canceled', 'suppressed') then recipient else coalesce(recipient, email) end
      where ${isTheirs}
    ), invitation as (
      update lead_invitations set email = ${newEmail} where ${isTheirs}
    ), invite_code as (
      update invite_codes set email = ${newEmail} where ${isTheirs}
    ), reservation as (
      update codes set reserved_for = ${newEmail}, updated_at = now() where project_id = ${projectId} and reserved_for = ${email}
    ), failed_claim as (
      update failed_claims set email = ${newEmail} where ${isTheirs}
    ), event as (
      update events set email = ${newEmail} where ${isTheirs}
    ), webhook_delivery as (
      update webhook_deliveries set email = case when email = ${email} then ${newEmail} else email end,
        emails = case when emails @> array[${email}::text] then emails || ${newEmail}::text else emails end
      where (project_id, webhook_id, event_id) in (
        select project_id, webhook_id, event_id from webhook_deliveries where ${isTheirs}
        union select project_id, webhook_id, event_id from webhook_deliveries where project_id = ${projectId} and emails @> array[${email}::text] and emails <> '{}')
    ), import_row as (
      update import_rows set email = ${newEmail} where ${isTheirs}
    ), bin_row as (
      update bin_rows set email = ${newEmail}, row = case when row ->> 'email' = ${email} then row || jsonb_build_object('email', ${newEmail}::text, 'once_key', null) else row end
      where ${isTheirs}
    ), bin_entry as (
      update bin_entries set reserved_for = ${newEmail}, row = row || jsonb_build_object('reserved_for', ${newEmail}::text)
      where project_id = ${projectId} and reserved_for = ${email}
    ), suppression as (
      insert into suppressions (project_id, email, reason, note, previous_reason, version, created_at)
      select project_id, ${newEmail}, reason, note, nullif(previous_reason, 'bounced'), version, created_at from suppressions where ${isTheirs} and reason <> 'bounced'
      on conflict do nothing
    ), ${restoreSuppressions(sql`select project_id, email from lead`)}
    update email_changes set email = ${newEmail}, new_email = null, old_email = case
        when id <> ${changeId}::uuid then old_email when not exists (select from suppressions where ${isTheirs}) then ${email} end
    where ${isTheirs}`);
  await eraseSuppressions(ctx, [email]);
}

/** Returns the IDs of all changes that exist, which are few, in all projects. */
export async function listEmailChangeIds(db: Database): Promise<Set<string>> {
  const existing = await queryRows<RowOf<typeof emailChanges, "id">>(db, sql`select id from email_changes`);
  return new Set(existing.map(({ id }) => id));
}
