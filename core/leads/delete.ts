import { type SQL, sql } from "drizzle-orm";
import type { LeadRecord } from "@/contract/leads";
import { queryRows, type RowOf } from "@/db/query";
import type { codes, deliveries } from "@/db/schema";
import { ApiError } from "../api-error";
import { type BinDeletion, eraseFromBin, saveLeadsInBin, saveMoves } from "../bin/entries";
import { deleteHolds, hasHoldOf } from "../codes/holds";
import { type Context, inTransaction } from "../context";
import { recordCodeChanges, recordLeadChanges } from "../events/record-changes";
import { recordEvents } from "../events/record-event";
import { removeLeadsFromExports } from "../exports/record-export";
import { eraseResponses } from "../idempotency";
import { pauseInviteCodes } from "../invite-codes/invites";
import { stopExports } from "../jobs/store";
import { lockShared } from "../locks";
import { itemsIn, jsonItems } from "../sql";
import { eraseSuppressions } from "../suppressions/erased";
import { removeLeadsFromViews } from "../views/views";
import { eraseFromDeliveries } from "../webhooks/deliveries";
import { emailChangeFiles } from "./email-links";
import { getLead, listLeadIds, lockLeads, markLeadsChanged } from "./record";
import { revokeReferralBonuses } from "./referrals";
import { returnCodes } from "./return-codes";
import { updateInvitations } from "./update-invitations";
import { insertWaitlistChanges } from "./waitlist";

/**
 * Deletes a lead with their claims, deliveries and tokens, and returns the deleted record. Codes they claimed can be claimed again. A code
 * reserved for them loses its reservation and is paused. No trace of the email stays, not even in the bin. Throws `lead_not_found`.
 */
export async function deleteLead(ctx: Context, email: string): Promise<LeadRecord> {
  const deleted = await inTransaction(ctx, async (inner) => {
    // Before the lead is locked, so that it waits for a restore in progress.
    await eraseFromBin(inner, [email]);
    const lockedEmails = await lockLeadsForDeletion(inner, [email]);
    // Check the lock, not the record: a claim can create the lead again at any moment.
    if (lockedEmails.length === 0) {
      // They may have been moved to the bin while this waited for the lock.
      await eraseFromBin(inner, [email]);
      return null;
    }
    const lead = await getLead(inner, email);
    await deleteLockedLeads(inner, lockedEmails);
    return lead;
  });
  // Someone who is only in the bin is erased from it.
  if (deleted === null) throw new ApiError("lead_not_found", { keepsChanges: true });
  return deleted;
}

/**
 * Locks leads for `deleteLockedLeads` and returns the emails of those that exist and meet `conditions` on leads `l`. Locks their codes
 * first, in the same order as a claim, to prevent deadlocks.
 */
export async function lockLeadsForDeletion(ctx: Context, emails: readonly string[], conditions: readonly SQL[] = []): Promise<string[]> {
  const { db, projectId } = ctx;
  const emailList = itemsIn(emails);
  await db.execute(
    sql`select count(*) from (
      select from codes where project_id = ${projectId} and key in (
        select key from codes where project_id = ${projectId} and reserved_for in ${emailList}
        union select code_key from claims where project_id = ${projectId} and email in ${emailList}
        union select code_key from invite_codes where project_id = ${projectId} and email in ${emailList}
        union select key from codes where project_id = ${projectId} and ${hasHoldOf(emails)})
      order by key for no key update) as locked`,
  );
  return lockLeads(ctx, emails, { deleting: true, conditions });
}

/** Queues the removal of the emails that were saved to files for leads, or are being saved. Their deliveries must still exist. */
async function removeSavedEmails(ctx: Context, emails: readonly string[]): Promise<void> {
  const saved = await queryRows<RowOf<typeof deliveries, "id">>(
    ctx.db,
    sql`select id from deliveries where project_id = ${ctx.projectId} and email in ${itemsIn(emails)} and status in ('saved_to_file', 'sending')`,
  );
  if (saved.length > 0)
    await ctx.queue.addOutboxRemovals(
      ctx.db,
      saved.map(({ id }) => id),
    );
}

/**
 * Deletes the changes of the leads' emails, also to emails of these leads, and queues the removal of the emails about them from the outbox.
 * Returns the leads' other emails.
 */
async function deleteEmailChanges({ db, queue, projectId }: Context, emails: readonly string[]): Promise<string[]> {
  const deleted = await queryRows<{ id: string; others: string[] }>(
    db,
    sql`delete from email_changes where project_id = ${projectId} and (email in ${itemsIn(emails)} or new_email in ${itemsIn(emails)})
      returning id, case when email in ${itemsIn(emails)} then array_remove(array[old_email, new_email], null) else '{}' end as others`,
  );
  if (deleted.length > 0)
    await queue.addOutboxRemovals(
      db,
      deleted.flatMap(({ id }) => emailChangeFiles(id)),
    );
  return deleted.flatMap(({ others }) => others);
}

/** Lists the source tags and tags of leads, which cached stats contain. */
async function listLabels({ db, projectId }: Context, emails: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ label: string }>(
    db,
    sql`select distinct label from leads l, unnest(l.tags || l.source_tag) as label
      where l.project_id = ${projectId} and l.email in ${itemsIn(emails)} and label is not null`,
  );
  return rows.map(({ label }) => label);
}

/**
 * Deletes exported lists, which can contain deleted leads, stops those that are being made, and deletes cached stats with labels that no lead
 * has any longer. Both can be made again.
 */
async function eraseFromCaches(ctx: Context, labels: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  // Exports that start now wait until the leads are gone.
  await lockShared(db, "deletion", projectId);
  await stopExports(ctx);
  await db.execute(sql`delete from saved_files where project_id = ${projectId} and kind = 'export' and completed_at is not null`);
  if (labels.length === 0) return;
  await db.execute(sql`
    with unused as (
      select item from ${jsonItems(labels)}
      where not exists (select from leads l where l.project_id = ${projectId} and l.source_tag = item)
        and not exists (select from leads l where l.project_id = ${projectId} and l.tags @> array[item] and l.tags <> '{}')
    )
    delete from stats s where s.project_id = ${projectId} and exists (select from unused where strpos(s.value::text, to_jsonb(item)::text) > 0)`);
}

/** Deletes the claims and holds of leads, and takes back what is reserved for them or theirs to pass on: these codes are paused. */
async function releaseCodes(ctx: Context, emails: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const emailList = itemsIn(emails);
  const claimedCodes = await queryRows<RowOf<typeof codes, "key" | "text">>(
    db,
    sql`
    with deleted as (
      delete from claims where project_id = ${projectId} and email in ${emailList} returning code_key
    ), counted as (
      select code_key, count(*)::int as claims from deleted group by code_key
    )
    update codes c set claims = c.claims - counted.claims, updated_at = now() from counted where c.project_id = ${projectId} and c.key = counted.code_key
    returning c.key, c.text`,
  );
  // After the claims, so that no one can renew a token anymore.
  if (claimedCodes.length > 0) await db.execute(sql`delete from claim_tokens where project_id = ${projectId} and email in ${emailList}`);
  await recordCodeChanges(ctx, claimedCodes);
  await updateInvitations(
    ctx,
    claimedCodes.map(({ key }) => key),
  );
  await deleteHolds(ctx, emails);
  const releasedCodes = await queryRows<RowOf<typeof codes, "key" | "text">>(
    db,
    sql`update codes set reserved_for = null, paused_at = coalesce(paused_at, now()), updated_at = now()
      where project_id = ${projectId} and reserved_for in ${emailList} returning key, text`,
  );
  const inviteCodes = await pauseInviteCodes(ctx, emails);
  await recordEvents(
    ctx,
    [...releasedCodes, ...inviteCodes].map((code) => ({ kind: "code.paused", code })),
  );
}

/** Ends the referrals of leads who are about to be deleted: those that they made, and their own. */
async function endReferrals(ctx: Context, emails: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const emailList = itemsIn(emails);
  await revokeReferralBonuses(
    ctx,
    await queryRows(
      db,
      sql`select referred_by, referral_bonus_applied from leads where project_id = ${projectId} and email in ${emailList} and referral_bonus_applied <> 0`,
    ),
  );
  const referrers = await queryRows<{ email: string }>(
    db,
    sql`select distinct referred_by as email from leads where project_id = ${projectId} and email in ${emailList} and referred_by is not null`,
  );
  await markLeadsChanged(
    ctx,
    referrers.map(({ email }) => email),
  );
  const referrals = await queryRows<{ email: string }>(
    db,
    sql`update leads set referred_by = null, updated_at = now() where project_id = ${projectId} and referred_by in ${emailList} returning email`,
  );
  await recordLeadChanges(
    ctx,
    [...referrers, ...referrals].map(({ email }) => email),
  );
}

/** Erases leads from what other records say about them. */
async function eraseFromRecords(ctx: Context, emails: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const emailList = itemsIn(emails);
  await db.execute(
    sql`update import_rows set email = null, lead = null, changes = null, problem = null, cells = '[]' where project_id = ${projectId} and email in ${emailList}`,
  );
  await db.execute(sql`delete from failed_claims where project_id = ${projectId} and email in ${emailList}`);
  await db.execute(
    sql`update events set email = null, data = data - array['addedTags', 'removedTags', 'previousEmail'] where project_id = ${projectId} and email in ${emailList}`,
  );
  await eraseFromDeliveries(ctx, emails);
  await removeLeadsFromExports(ctx, emails);
}

/** Takes back the codes of leads who are about to be deleted, and ends their referrals. */
async function releaseLeads(ctx: Context, emails: readonly string[]): Promise<void> {
  // Before the claims are deleted, because only unclaimed codes go back.
  await returnCodes(ctx, sql`i.email in ${itemsIn(emails)}`, "lead_deleted", { isErased: true });
  await releaseCodes(ctx, emails);
  await endReferrals(ctx, emails);
}

/** Deletes the rows of leads, and what is cached about them. */
async function deleteRows(ctx: Context, emails: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const labels = await listLabels(ctx, emails);
  await db.execute(sql`
    with deleted as (
      delete from leads where project_id = ${projectId} and email in ${itemsIn(emails)} returning project_id, waitlist_sort_key, on_waitlist
    )
    ${insertWaitlistChanges(sql`deleted where on_waitlist`, -1)}`);
  await eraseFromCaches(ctx, labels);
}

/**
 * Deletes leads like `deleteLead`, or with `bin` so that they can be restored. The caller's transaction must have locked them with
 * `lockLeadsForDeletion`.
 */
export async function deleteLockedLeads(ctx: Context, emails: readonly string[], bin: BinDeletion | null = null): Promise<void> {
  if (emails.length === 0) return;
  await (bin ? moveToBin(ctx, emails, bin) : deletePermanently(ctx, emails));
}

async function moveToBin(ctx: Context, emails: readonly string[], bin: BinDeletion): Promise<void> {
  const ids = await listLeadIds(ctx, emails);
  // With the emails, which the bin keeps for the activity of restored leads.
  await recordEvents(
    ctx,
    [...ids].map(([email, id]) => ({ kind: "lead.deleted", email, data: { id, bin: true } })),
  );
  const entries = await saveLeadsInBin(ctx, emails, bin);
  await releaseLeads(ctx, emails);
  await saveMoves(ctx, entries);
  await eraseFromRecords(ctx, emails);
  // The bin doesn't keep the leads' other emails, so responses with those are erased at once. Other traces are erased with the entries.
  await eraseResponses(ctx, await deleteEmailChanges(ctx, emails));
  await deleteRows(ctx, emails);
}

async function deletePermanently(ctx: Context, emails: readonly string[]): Promise<void> {
  const ids = await listLeadIds(ctx, emails);
  await eraseFromBin(ctx, emails);
  await releaseLeads(ctx, emails);
  await eraseFromRecords(ctx, emails);
  const otherEmails = await deleteEmailChanges(ctx, emails);
  await eraseResponses(ctx, [...emails, ...otherEmails]);
  await removeLeadsFromViews(ctx, emails);
  await removeSavedEmails(ctx, emails);
  await deleteRows(ctx, emails);
  await eraseSuppressions(ctx, emails);
  await recordEvents(
    ctx,
    [...ids.values()].map((id) => ({ kind: "lead.deleted", data: { id } })),
  );
}
