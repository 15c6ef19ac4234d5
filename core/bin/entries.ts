import { type SQL, sql } from "drizzle-orm";
import type { binRowKinds } from "@/contract/bin";
import type { Database } from "@/db/client";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import { type binEntries, projects } from "@/db/schema";
import { newId } from "@/lib/ids";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { eraseResponses } from "../idempotency";
import { isInviteCode } from "../invite-codes/conditions";
import { selectProject } from "../projects/record";
import { itemsIn, jsonItems, uuidsIn } from "../sql";
import { eraseSuppressions } from "../suppressions/erased";
import { removeLeadsFromViews } from "../views/views";

/** Where deleted rows go: to the bin, as part of a deletion. */
export type BinDeletion = { deletionId: string };

/** Whether the project keeps what is deleted. */
export const keepsDeleted = async ({ db, projectId }: Context): Promise<boolean> =>
  (await selectProject(db, projectId, { binDays: projects.binDays })).binDays > 0;

/** New entries for rows with these keys, as `item` with the columns `id` and `key`. In the order of the keys, like their IDs. */
const newEntries = (keys: readonly string[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(keys.map((key) => ({ id: newId(), key })))}::jsonb) as item (id uuid, key text)`;

/** The columns of `bin_entries` in the order of `insertEntries`. */
const entryColumns = sql`(project_id, id, kind, key, label, deletion_id, is_listed, reserved_for, row, actor_kind, actor_id)`;

/** Saves codes and their claims in the bin, before the caller deletes them. The caller has locked the codes for deletion. */
export async function saveCodes(
  { db, projectId, actor }: Context,
  keys: readonly string[],
  { deletionId, isBatch = false }: BinDeletion & { isBatch?: boolean },
): Promise<void> {
  if (keys.length === 0) return;
  await db.execute(sql`
    with entry as (
      insert into bin_entries ${entryColumns}
      select c.project_id, item.id, 'code', c.key, c.text, ${deletionId}::uuid, ${!isBatch}::boolean, c.reserved_for, to_jsonb(c) - 'holds', ${actor.kind}, ${actor.id}
      from ${newEntries(keys)} join codes c on c.project_id = ${projectId} and c.key = item.key
      returning project_id, id, key
    )
    insert into bin_rows (project_id, entry_id, kind, email, row)
    select e.project_id, e.id, 'claim', k.email, to_jsonb(k) from entry e join claims k on k.project_id = e.project_id and k.code_key = e.key`);
}

/** Saves a batch in the bin, before its codes are deleted. Does nothing if the deletion has saved it already. */
export async function saveBatch({ db, projectId, actor }: Context, batchId: string, { deletionId }: BinDeletion): Promise<void> {
  await db.execute(sql`
    with entry as (
      insert into bin_entries ${entryColumns}
      select b.project_id, ${newId()}::uuid, 'batch', b.id::text, b.name, ${deletionId}::uuid, true, null, to_jsonb(b), ${actor.kind}, ${actor.id}
      from batches b where b.project_id = ${projectId} and b.id = ${batchId}
        and not exists (select from bin_entries e where e.project_id = ${projectId} and e.deletion_id = ${deletionId} and e.kind = 'batch')
      returning project_id, id
    )
    insert into bin_rows (project_id, entry_id, kind, row)
    select e.project_id, e.id, 'send', jsonb_build_object('id', s.id) from entry e join sends s on s.project_id = e.project_id and s.batch_id = ${batchId}`);
}

type BinRowKind = (typeof binRowKinds)[number];

/**
 * Saves leads in the bin with everything that is deleted or changed with them, before the caller deletes them. The caller has locked the
 * leads and their codes. Returns the IDs of the entries.
 */
export async function saveLeadsInBin(
  { db, projectId, actor }: Context,
  emails: readonly string[],
  { deletionId }: BinDeletion,
): Promise<string[]> {
  if (emails.length === 0) return [];
  const entries = await queryRows<{ id: string }>(
    db,
    sql`insert into bin_entries ${entryColumns}
      select l.project_id, item.id, 'lead', l.email, l.email, ${deletionId}::uuid, true, null, to_jsonb(l) - array['search', 'referred_by'], ${actor.kind}, ${actor.id}
      from ${newEntries(emails)} join leads l on l.project_id = ${projectId} and l.email = item.key
      returning id`,
  );
  const ids = entries.map(({ id }) => id);
  // Rows `r` of a table, each with the entry `e` of its lead.
  const rowsOf = (kind: BinRowKind, table: SQL, owner: SQL, row: SQL = sql`to_jsonb(r)`, email: SQL = sql`null::text`) =>
    sql`select e.project_id, e.id, ${kind}, ${email}, ${row} from entry e join ${table} r on r.project_id = e.project_id and ${owner} = e.key`;
  const events = sql`select e.project_id, e.id, 'events', null::text, jsonb_agg(jsonb_build_object('id', r.id, 'data', r.data))
    from entry e join events r on r.project_id = e.project_id and r.email = e.key group by e.project_id, e.id`;
  // `before` is where the referrer is now, and `total` the bonus that they lose with this and other leads. `saveMoves` adds where that moves them.
  const referrers = sql`select e.project_id, e.id, 'referrer', l.referred_by, jsonb_strip_nulls(jsonb_build_object('bonus', l.referral_bonus_applied,
      'total', sum(l.referral_bonus_applied) over (partition by l.referred_by), 'before', case when r.on_waitlist then r.waitlist_sort_key end))
    from entry e join leads l on l.project_id = e.project_id and l.email = e.key join leads r on r.project_id = l.project_id and r.email = l.referred_by`;
  await db.execute(sql`
    with entry as (select project_id, id, key from bin_entries where project_id = ${projectId} and id in ${uuidsIn(ids)})
    insert into bin_rows (project_id, entry_id, kind, email, row)
    ${rowsOf("claim", sql`claims`, sql`r.email`)}
    union all ${rowsOf("delivery", sql`deliveries`, sql`r.email`)}
    union all ${rowsOf("invitation", sql`lead_invitations`, sql`r.email`)}
    union all ${rowsOf("failed_claim", sql`failed_claims`, sql`r.email`)}
    union all ${rowsOf("import_row", sql`import_rows`, sql`r.email`)}
    union all ${rowsOf("reservation", sql`codes`, sql`r.reserved_for`, sql`jsonb_build_object('key', r.key, 'batch_id', r.batch_id, 'paused_at', r.paused_at)`)}
    union all ${rowsOf("invite_code", sql`(select v.*, c.paused_at from invite_codes v left join codes c on ${isInviteCode})`, sql`r.email`)}
    union all ${rowsOf("referral", sql`leads`, sql`r.referred_by`, sql`jsonb_build_object('referral_code', r.referral_code)`, sql`r.email`)}
    union all ${referrers}
    union all ${events}`);
  return ids;
}

/** Saves where the referrers of deleted leads are after they lost their bonuses. */
export const saveMoves = ({ db, projectId }: Context, entryIds: readonly string[]): Promise<unknown> =>
  db.execute(
    sql`update bin_rows r set row = r.row || jsonb_build_object('after', l.waitlist_sort_key) from leads l
      where r.project_id = ${projectId} and r.entry_id in ${uuidsIn(entryIds)} and r.kind = 'referrer'
        and l.project_id = r.project_id and l.email = r.email and l.on_waitlist`,
  );

/**
 * Deletes entries `e` that meet a condition. Queues the removal of the emails that were saved to files for their leads, and removes the leads
 * from views, stored responses and suppressions unless they exist again. Returns how many.
 */
export async function deleteEntries(ctx: Context, condition: SQL): Promise<number> {
  const { db, queue, projectId } = ctx;
  // Locked, so that none of them is restored at the same time.
  const entries = await queryRows<RowOf<typeof binEntries, "id" | "kind" | "key"> & { lead_id: string | null }>(
    db,
    sql`select e.id, e.kind, e.key, case when e.kind = 'lead' then e.row ->> 'id' end as lead_id from bin_entries e where e.project_id = ${projectId} and ${condition} order by e.id for update`,
  );
  if (entries.length === 0) return 0;
  const ids = uuidsIn(entries.map(({ id }) => id));
  const saved = await queryRows<{ id: string }>(
    db,
    sql`select r.row ->> 'id' as id from bin_rows r where r.project_id = ${projectId} and r.entry_id in ${ids} and r.kind = 'delivery'
      and r.row ->> 'status' in ('saved_to_file', 'sending')`,
  );
  if (saved.length > 0)
    await queue.addOutboxRemovals(
      db,
      saved.map(({ id }) => id),
    );
  const emails = entries.filter(({ kind }) => kind === "lead").map(({ key }) => key);
  // For copies that keep what is in the bin.
  const leadIds = entries.flatMap(({ lead_id }) => lead_id ?? []);
  if (leadIds.length > 0) await recordEvent(ctx, { kind: "records.changed", data: { leads: leadIds } });
  const goneLeads = await queryRows<{ email: string }>(
    db,
    sql`select item as email from ${jsonItems(emails)}
      where not exists (select from leads l where l.project_id = ${projectId} and l.email = item)`,
  );
  if (goneLeads.length > 0) {
    const gone = goneLeads.map(({ email }) => email);
    await removeLeadsFromViews(ctx, gone);
    await eraseResponses(ctx, gone);
    await eraseSuppressions(ctx, gone);
  }
  return changeRows(db, sql`delete from bin_entries where project_id = ${projectId} and id in ${ids}`);
}

/** Removes people from the bin: their own entries, their claims of deleted codes, and reservations for them, which pauses those codes. */
export async function eraseFromBin(ctx: Context, emails: readonly string[]): Promise<void> {
  const { db, projectId } = ctx;
  const emailList = itemsIn(emails);
  // In the order of a restore, which locks entries before anything that belongs to them.
  await db.execute(
    sql`select count(*) from (select from bin_entries where project_id = ${projectId} and id in (
        select id from bin_entries where project_id = ${projectId} and key in ${emailList}
        union all select id from bin_entries where project_id = ${projectId} and reserved_for in ${emailList}
        union all select entry_id from bin_rows where project_id = ${projectId} and email in ${emailList})
      order by id for update) as locked`,
  );
  await deleteEntries(ctx, sql`e.kind = 'lead' and e.key in ${emailList}`);
  await db.execute(sql`delete from bin_rows where project_id = ${projectId} and email in ${emailList}`);
  await db.execute(
    sql`update bin_entries set reserved_for = null, row = row || jsonb_build_object('reserved_for', null, 'paused_at', coalesce(nullif(row -> 'paused_at', 'null'), to_jsonb(now())))
      where project_id = ${projectId} and reserved_for in ${emailList}`,
  );
}

/** Whether an entry `e` is within the days that its project keeps deleted rows. */
export const isRestorable: SQL = sql`e.created_at > now() - make_interval(days => (select p.bin_days from projects p where p.id = e.project_id))`;

/** Entries that are deleted in one transaction. */
const expiryChunk = 2000;

/** Permanently deletes the entries that the projects don't keep any longer. */
export async function deleteExpiredEntries(db: Database, contextFor: (projectId: number) => Context): Promise<void> {
  const projects = await queryRows<{ id: number }>(
    db,
    sql`select p.id from projects p where exists (select from bin_entries e where e.project_id = p.id)`,
  );
  for (const { id } of projects) {
    const expired = sql`e.id in (select e.id from bin_entries e where e.project_id = ${id} and not ${isRestorable} limit ${expiryChunk})`;
    while ((await inTransaction(contextFor(id), (inner) => deleteEntries(inner, expired))) === expiryChunk);
  }
}
