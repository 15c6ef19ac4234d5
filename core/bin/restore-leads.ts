import { type SQL, sql } from "drizzle-orm";
import { pendingStatuses } from "@/contract/enums";
import { queryRows, type RowOf } from "@/db/query";
import type { binEntries, leads } from "@/db/schema";
import { isHandedOut } from "../codes/batch-codes";
import type { Context } from "../context";
import { recordCodeChanges, recordLeadChanges } from "../events/record-changes";
import { recordEvents } from "../events/record-event";
import type { ChunkResult } from "../jobs/handler";
import { generateReferralCode } from "../leads/record";
import { updateInvitations } from "../leads/update-invitations";
import { insertWaitlistChanges, moveBackOnWaitlist, moveOnWaitlist } from "../leads/waitlist";
import { savingExternalIds } from "../metadata";
import { cancelPendingDeliveries } from "../sends/cancel";
import { statusList } from "../sends/record";
import { itemsIn, uuidsIn } from "../sql";
import { restoreSuppressions } from "../suppressions/erased";
import { insertSaved, listKeysWithTakenId, type SavedId, savedIdColumns } from "./restore-rows";

type SavedLead = RowOf<typeof binEntries, "id" | "key"> & SavedId & { has_other_code: boolean };

/**
 * Restores leads in the caller's transaction with everything they had, and removes them from the bin. Those whose email is a lead again stay
 * there. Claims of codes that are deleted or have no claims left, and reservations of codes that were changed since, are left out. The tally
 * counts all of these.
 */
export async function restoreLeads(ctx: Context, entryIds: readonly string[]): Promise<ChunkResult> {
  const { db, projectId } = ctx;
  const saved = await queryRows<SavedLead>(
    db,
    sql`select e.id, e.key, exists (select from leads l where l.project_id = e.project_id and l.referral_code = e.row ->> 'referral_code' and l.email <> e.key) as has_other_code,
        ${savedIdColumns("leads")}
      from bin_entries e where e.project_id = ${projectId} and e.id in ${uuidsIn(entryIds)} and e.kind = 'lead' order by e.id for update`,
  );
  if (saved.length === 0) return { changed: 0 };
  // Of the deletions of one email, the last one.
  const latest = [...new Map(saved.map((lead) => [lead.key, lead])).values()];
  const isLatest = isRowOf(projectId, latest);
  // Codes are locked before leads, as by a claim.
  await db.execute(
    sql`select count(*) from (select from codes where project_id = ${projectId} and key in (
        select coalesce(s.row ->> 'code_key', s.row ->> 'key') from bin_rows s where ${isLatest} and s.kind in ('claim', 'reservation', 'invitation', 'invite_code'))
      order by key for no key update) as locked`,
  );
  const withTakenId = listKeysWithTakenId(latest);
  const restored = await insertLeads(ctx, latest, withTakenId);
  const isRestored = isRowOf(projectId, restored);
  const { claims, lostClaims } = await restoreClaims(ctx, isRestored);
  const lostReservations = await restoreReservations(ctx, isRestored);
  await restoreInviteCodes(ctx, isRestored);
  await restoreReferrals(ctx, isRestored);
  await restoreEmails(ctx, isRestored);
  await restoreHistory(ctx, isRestored);
  const codes = await queryRows<{ key: string }>(
    db,
    sql`select distinct coalesce(s.row ->> 'code_key', s.row ->> 'key') as key from bin_rows s
      where ${isRestored} and s.kind in ('claim', 'reservation', 'invitation')`,
  );
  await updateInvitations(
    ctx,
    codes.map(({ key }) => key),
  );
  const ids = restored.map(({ id }) => id);
  const externalIdTaken = restored.filter(({ key }) => withTakenId.includes(key)).length;
  await db.execute(sql`delete from bin_entries where project_id = ${projectId} and id in ${uuidsIn(ids)}`);
  await recordEvents(
    ctx,
    restored.map(({ key }) => ({ kind: "lead.restored", email: key, data: { claims: claims.get(key) ?? 0 } })),
  );
  return {
    changed: restored.length,
    tally: { leadExists: saved.length - restored.length, ...lostClaims, reservationLost: lostReservations, externalIdTaken },
  };
}

/** The condition that a row `s` of `bin_rows` belongs to one of these entries. */
const isRowOf = (projectId: number, entries: readonly { id: string }[]): SQL =>
  sql`s.project_id = ${projectId} and s.entry_id in ${uuidsIn(entries.map(({ id }) => id))}`;

/** Inserts the leads that don't exist, at their position on the waitlist, some without the external ID that others have. Their referrers and claims follow. */
async function insertLeads(
  { db, projectId }: Context,
  entries: readonly SavedLead[],
  withTakenId: readonly string[],
): Promise<SavedLead[]> {
  const newCodes = Object.fromEntries(entries.filter((lead) => lead.has_other_code).map(({ key }) => [key, generateReferralCode()]));
  const { insert, record } = insertSaved("leads", {
    has_claimed: sql`false`,
    updated_at: sql`now()`,
    referred_by: sql`null`,
    external_id: sql`case when r.email not in ${itemsIn(withTakenId)} then r.external_id end`,
    referral_code: sql`coalesce(${JSON.stringify(newCodes)}::jsonb ->> r.email, r.referral_code)`,
  });
  const rows = await savingExternalIds(
    queryRows<RowOf<typeof leads, "email">>(
      db,
      sql`with inserted as (
          ${insert} from bin_entries s, ${record} where s.project_id = ${projectId} and s.id in ${uuidsIn(entries.map(({ id }) => id))}
          on conflict on constraint leads_pkey do nothing returning project_id, email, on_waitlist, waitlist_sort_key
        ), waitlist_change as (${insertWaitlistChanges(sql`inserted where on_waitlist`, 1)}),
        ${restoreSuppressions(sql`select project_id, email from inserted`)}
        select email from inserted`,
    ),
  );
  const inserted = new Set(rows.map(({ email }) => email));
  return entries.filter(({ key }) => inserted.has(key));
}

type ClaimOutcome = { email: string; code_missing: boolean; has_room: boolean; is_restored: boolean; text: string | null };

/** Restores claims of codes that are still the same and have claims left. */
async function restoreClaims(ctx: Context, isSaved: SQL) {
  const { db, projectId } = ctx;
  const { insert, record } = insertSaved("claims");
  const rows = await queryRows<ClaimOutcome>(
    db,
    sql`with saved as (
        select s.project_id, s.row, s.row ->> 'code_key' as code_key, s.row ->> 'email' as email, c.key is null as code_missing,
          row_number() over (partition by s.row ->> 'code_key' order by s.row ->> 'claimed_at') <= c.allowed_claims - c.claims as has_room
        from bin_rows s left join codes c on c.project_id = s.project_id and c.key = s.row ->> 'code_key' and c.batch_id = (s.row ->> 'batch_id')::uuid
        where ${isSaved} and s.kind = 'claim'
      ), restored as (
        ${insert} from saved s, ${record} where s.has_room
          on conflict (project_id, batch_id, once_key) where once_key is not null do nothing returning code_key, email
      ), claimants as (
        update leads set has_claimed = true, updated_at = now() where project_id = ${projectId} and email in (select email from restored)
      ), counted_codes as (
        update codes c set claims = c.claims + n.claims, updated_at = now() from (select code_key, count(*)::int as claims from restored group by code_key) as n
        where c.project_id = ${projectId} and c.key = n.code_key
        returning c.key, c.text
      )
      select s.email, s.code_missing, coalesce(s.has_room, false) as has_room,
        exists (select from restored r where r.code_key = s.code_key and r.email = s.email) as is_restored, c.text
      from saved s left join counted_codes c on c.key = s.code_key`,
  );
  await recordCodeChanges(ctx, rows);
  const claims = new Map<string, number>();
  for (const { email } of rows.filter((row) => row.is_restored)) claims.set(email, (claims.get(email) ?? 0) + 1);
  const codeMissing = rows.filter((row) => row.code_missing).length;
  return {
    claims,
    lostClaims: {
      codeMissing,
      codeExhausted: rows.filter((row) => !row.has_room).length - codeMissing,
      claimedAgain: rows.filter((row) => row.has_room && !row.is_restored).length,
    },
  };
}

/** Reserves the codes again that the deletion paused or gave back to their batch, unless they were changed or given to others since. Returns how many were. */
async function restoreReservations(ctx: Context, isSaved: SQL): Promise<number> {
  const { db, projectId } = ctx;
  const rows = await queryRows<{ key: string; text: string | null; was_resumed: boolean }>(
    db,
    sql`with saved as (
        select s.row ->> 'key' as key, (s.row ->> 'batch_id')::uuid as batch_id, (s.row ->> 'paused_at')::timestamptz as paused_at, e.key as email,
          exists (select from bin_rows own where own.project_id = s.project_id and own.entry_id = s.entry_id and own.kind = 'invitation'
            and own.row ->> 'code_key' = s.row ->> 'key' and (own.row ->> 'from_batch')::boolean) as from_batch
        from bin_rows s join bin_entries e on e.project_id = s.project_id and e.id = s.entry_id where ${isSaved} and s.kind = 'reservation'
      ), reserved as (
        update codes c set reserved_for = saved.email, updated_at = now(),
          paused_at = case when saved.from_batch and c.paused_at is null then null else saved.paused_at end
        from saved where c.project_id = ${projectId} and c.key = saved.key and c.batch_id = saved.batch_id and c.reserved_for is null
          and (c.paused_at is not null or (saved.from_batch and c.claims = 0 and not ${isHandedOut}))
        returning c.key, c.text, c.paused_at is null and not saved.from_batch as was_resumed
      )
      select saved.key, reserved.text, coalesce(reserved.was_resumed, false) as was_resumed from saved left join reserved using (key)`,
  );
  await recordEvents(
    ctx,
    rows.flatMap(({ key, text, was_resumed }) => (text !== null && was_resumed ? [{ kind: "code.resumed", code: { key, text } }] : [])),
  );
  await recordCodeChanges(ctx, rows);
  return rows.filter(({ text }) => text === null).length;
}

/** Gives the leads the codes back that they could pass on, and resumes those that the deletion paused, unless others resumed them since. */
async function restoreInviteCodes(ctx: Context, isSaved: SQL): Promise<void> {
  const { insert, record } = insertSaved("inviteCodes");
  const resumed = await queryRows<{ key: string; text: string }>(
    ctx.db,
    sql`with restored as (
        ${insert} from bin_rows s, ${record} where ${isSaved} and s.kind = 'invite_code'
        on conflict on constraint invite_codes_pkey do nothing returning project_id, code_key, batch_id
      ), saved as (select s.row ->> 'code_key' as code_key from bin_rows s where ${isSaved} and s.kind = 'invite_code' and s.row ->> 'paused_at' is null)
      update codes c set paused_at = null, updated_at = now() from restored join saved using (code_key)
      where c.project_id = restored.project_id and c.key = restored.code_key and c.batch_id = restored.batch_id and c.paused_at is not null
      returning c.key, c.text`,
  );
  await recordEvents(
    ctx,
    resumed.map((code) => ({ kind: "code.resumed", code })),
  );
}

type SavedReferrer = { email: string; bonus: number; total: number; before: string | null; after: string | null; current: string };

/** Restores who referred the leads and whom they referred, and moves their referrers up again. */
async function restoreReferrals(ctx: Context, isSaved: SQL): Promise<void> {
  const { db, projectId, queue } = ctx;
  // So that none of them is deleted before the end of the transaction.
  await db.execute(
    sql`select count(*) from (
      select from leads where project_id = ${projectId} and email in (select s.email from bin_rows s where ${isSaved} and s.kind = 'referrer')
      order by email for key share) as locked`,
  );
  await db.execute(
    sql`update leads l set referred_by = s.email, updated_at = now() from bin_rows s join bin_entries e on e.project_id = s.project_id and e.id = s.entry_id
      where ${isSaved} and s.kind = 'referrer' and l.project_id = s.project_id and l.email = e.key
        and exists (select from leads r where r.project_id = s.project_id and r.email = s.email)`,
  );
  const referrals = await queryRows<{ email: string }>(
    db,
    sql`update leads l set referred_by = e.key, updated_at = now() from bin_rows s join bin_entries e on e.project_id = s.project_id and e.id = s.entry_id
      where ${isSaved} and s.kind = 'referral' and l.project_id = s.project_id and l.email = s.email and l.referred_by is null
        and l.referral_code = s.row ->> 'referral_code'
      returning l.email`,
  );
  await recordLeadChanges(
    ctx,
    referrals.map(({ email }) => email),
  );
  // Those who were moved last are moved back first.
  const referrers = await queryRows<SavedReferrer>(
    db,
    sql`select s.email, sum((s.row ->> 'bonus')::int)::int as bonus, max((s.row ->> 'total')::int) as total, s.row ->> 'before' as before, s.row ->> 'after' as after,
        l.waitlist_sort_key::text as current
      from bin_rows s join leads l on l.project_id = s.project_id and l.email = s.email and l.on_waitlist
      where ${isSaved} and s.kind = 'referrer' and (s.row ->> 'bonus')::int <> 0
      group by s.email, s.row ->> 'before', s.row ->> 'after', l.waitlist_sort_key order by max(s.entry_id::text) desc`,
  );
  for (const { email, bonus, total, before, after, current } of referrers) {
    // A referrer who was restored too is where they were with the bonus.
    if (before === current) continue;
    const isUnchanged =
      before !== null && after !== null && bonus === total && (await moveBackOnWaitlist(ctx, email, { from: after, to: before }));
    if (!isUnchanged) await moveOnWaitlist(ctx, email, bonus);
  }
  // Sign-ups that were processed while the lead was in the bin credited no one.
  const uncredited = await queryRows<RowOf<typeof leads, "referral_code">>(
    db,
    sql`select l.referral_code from bin_rows s join bin_entries e on e.project_id = s.project_id and e.id = s.entry_id
        join leads l on l.project_id = e.project_id and l.email = e.key
      where ${isSaved} and s.kind = 'referrer' and l.status = 'active' and l.referred_by is not null and l.referral_bonus_applied is null`,
  );
  await queue.addSignUps(
    db,
    uncredited.map((lead) => ({ projectId, referralCode: lead.referral_code, sendEmail: false })),
  );
}

type WaitingDelivery = { id: string; attempts: number; outcome: "scheduled" | "queued" | "canceled" };

/**
 * Restores invitations and deliveries. An email that was waiting is sent if its send is scheduled or still in progress. Otherwise it is
 * canceled, as is one that was being sent.
 */
async function restoreEmails(ctx: Context, isSaved: SQL): Promise<void> {
  const { db, projectId, queue } = ctx;
  const invitations = insertSaved("leadInvitations");
  await db.execute(
    sql`${invitations.insert} from bin_rows s, ${invitations.record} where ${isSaved} and s.kind = 'invitation' on conflict on constraint lead_invitations_pkey do nothing`,
  );
  const waiting = await queryRows<WaitingDelivery>(
    db,
    sql`select r.id, r.attempts, case when r.status = 'sending' then 'canceled' when x.scheduled_at > now() then 'scheduled'
          when exists (select from deliveries d where d.project_id = s.project_id and d.send_id = r.send_id
            and d.status in (${statusList(pendingStatuses)}) and d.canceled_at is null) then 'queued' else 'canceled' end as outcome
      from bin_rows s, jsonb_populate_record(null::deliveries, s.row) as r left join sends x on x.project_id = r.project_id and x.id = r.send_id
      where ${isSaved} and s.kind = 'delivery' and r.status in (${statusList(pendingStatuses)}) order by r.id`,
  );
  const idsWith = (wanted: WaitingDelivery["outcome"]) => waiting.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  const isQueued = sql`r.id in ${uuidsIn(idsWith("queued"))}`;
  const { insert, record } = insertSaved("deliveries", {
    status: sql`case when r.status = 'sending' then 'queued' else r.status end`,
    // Their next attempt has found nothing to send, or will find them. A later one can't be sent twice.
    attempts: sql`r.attempts + (${isQueued})::int`,
    next_attempt_at: sql`case when not ${isQueued} then r.next_attempt_at end`,
  });
  await db.execute(sql`${insert} from bin_rows s, ${record} where ${isSaved} and s.kind = 'delivery' on conflict do nothing`);
  // Codes that others have now.
  await db.execute(
    sql`update lead_invitations i set code_returned_at = now() from bin_rows s
      where ${isSaved} and s.kind = 'invitation' and i.project_id = ${projectId} and i.code_key = s.row ->> 'code_key' and i.email = s.row ->> 'email'
        and i.from_batch and i.code_returned_at is null
        and exists (select from codes c where c.project_id = i.project_id and c.key = i.code_key and c.reserved_for is distinct from i.email)`,
  );
  const canceled = idsWith("canceled");
  if (canceled.length > 0) await cancelPendingDeliveries(ctx, sql`d.id in ${uuidsIn(canceled)}`);
  const queued = waiting.filter(({ outcome }) => outcome === "queued");
  for (const [attempts, group] of Map.groupBy(queued, (delivery) => delivery.attempts)) {
    const ids = group.map(({ id }) => id);
    await queue.addDeliveries(db, projectId, ids, { attempt: attempts + 2, firstAttempt: attempts + 2 });
  }
}

/** Restores failed claims, rows of imports, and the email of events. */
async function restoreHistory({ db, projectId }: Context, isSaved: SQL): Promise<void> {
  const failed = insertSaved("failedClaims");
  await db.execute(
    sql`${failed.insert} from bin_rows s, ${failed.record} where ${isSaved} and s.kind = 'failed_claim' on conflict on constraint failed_claims_pkey do nothing`,
  );
  await db.execute(
    sql`update import_rows i set email = r.email, lead = r.lead, changes = r.changes, problem = r.problem, cells = r.cells
      from bin_rows s, jsonb_populate_record(null::import_rows, s.row) as r
      where ${isSaved} and s.kind = 'import_row' and i.project_id = ${projectId} and i.import_id = r.import_id and i.row = r.row and i.email is null`,
  );
  await db.execute(
    sql`update events v set email = e.key, data = item -> 'data'
      from bin_rows s join bin_entries e on e.project_id = s.project_id and e.id = s.entry_id, jsonb_array_elements(s.row) as item
      where ${isSaved} and s.kind = 'events' and v.project_id = ${projectId} and v.id = (item ->> 'id')::uuid`,
  );
}
