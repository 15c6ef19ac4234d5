import { getTableColumns, sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { isClaimByNewLead, readStoredEvents } from "@/core/events/stored-events";
import { batches, sends } from "@/db/schema";

/** When the records that were just created are supposed to have been created. */
export type Timestamps = {
  leads: { email: string; at: string }[];
  claims: { code: string; email: string; at: string }[];
  batches: { id: string; at: string }[];
  sends: { id: string; at: string }[];
  waves: { id: string; at: string }[];
  /** Other events, by kind and code. */
  events: { kind: string; code: string; at: string }[];
};

/** Moves the created records into the past, including the ids of batches, sends and events, which sort by time. */
export async function backDateRecords(ctx: Context, timestamps: Timestamps): Promise<void> {
  const { db, projectId } = ctx;
  const jsonb = (list: readonly object[]) => sql`${JSON.stringify(list)}::jsonb`;

  await db.execute(sql`update leads l set created_at = m.at, updated_at = m.at
    from jsonb_to_recordset(${jsonb(timestamps.leads)}) as m (email text, at timestamptz) where l.project_id = ${projectId} and l.email = m.email`);
  await db.execute(sql`update claims k set claimed_at = m.at
    from jsonb_to_recordset(${jsonb(timestamps.claims)}) as m (code text, email text, at timestamptz)
    where k.project_id = ${projectId} and k.code_key = m.code and k.email = m.email`);
  await db.execute(sql`update leads l set updated_at = greatest(l.updated_at, k.at)
    from (select email, max(claimed_at) as at from claims where project_id = ${projectId} group by email) k where l.project_id = ${projectId} and l.email = k.email`);

  await db.execute(sql`create temporary table moved on commit drop as
    select m.id as old, uuidv7(m.at - clock_timestamp()) as new, m.at
    from jsonb_to_recordset(${jsonb([...timestamps.batches, ...timestamps.sends, ...timestamps.waves])}) as m (id uuid, at timestamptz)`);
  await moveBatches(ctx);
  await moveSends(ctx);
  await moveWaves(ctx);

  // A claim by a new lead is one row, and the lead may be older than their claim.
  await db.execute(sql`with claim as (delete from events where ${isClaimByNewLead(sql`kind`)} returning *)
    insert into events (project_id, id, kind, at, actor_kind, actor_id, request_id, code_key, code_text, email, data)
    ${readStoredEvents(sql`select * from claim`)}`);
  await db.execute(sql`update events e set at = coalesce(
      case e.kind
        when 'lead.created' then coalesce((select created_at from leads l where l.project_id = e.project_id and l.email = e.email), now() - interval '85 days')
        when 'code.claimed' then (select claimed_at from claims k where k.project_id = e.project_id and k.code_key = e.code_key and k.email = e.email)
        when 'code.sent' then (select m.at from moved m where m.new::text = e.data ->> 'send')
        when 'announcement.sent' then (select m.at from moved m where m.new::text = e.data ->> 'send')
        when 'wave.sent' then (select m.at from moved m where m.new::text = e.data ->> 'wave')
        when 'codes.generated' then (select m.at from moved m where m.new::text = e.data ->> 'batch')
      end,
      (select m.at from jsonb_to_recordset(${jsonb(timestamps.events)}) as m (kind text, code text, at timestamptz) where m.kind = e.kind and m.code = e.code_key),
      e.at)
    where e.project_id = ${projectId}`);
  await db.execute(sql`update events set id = uuidv7(at - clock_timestamp()) where project_id = ${projectId}`);
}

// No foreign key follows a changed id: the row is copied, its references are moved, and the original is deleted.
async function copyRows({ db, projectId }: Context, table: typeof batches | typeof sends, times: readonly string[]): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(([, { generated }]) => generated === undefined);
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const values = columns.map(([key, { name }]) =>
    key === "id" ? sql`m.new` : times.includes(key) ? sql`m.at` : sql`t.${sql.identifier(name)}`,
  );
  await db.execute(sql`insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from ${table} t join moved m on m.old = t.id where t.project_id = ${projectId}`);
}

async function moveBatches(ctx: Context): Promise<void> {
  const { db, projectId } = ctx;
  await copyRows(ctx, batches, ["createdAt", "updatedAt"]);
  await db.execute(sql`update codes c set batch_id = m.new, created_at = m.at,
      updated_at = coalesce((select max(claimed_at) from claims k where k.project_id = c.project_id and k.code_key = c.key), m.at)
    from moved m where c.project_id = ${projectId} and c.batch_id = m.old`);
  await db.execute(sql`update claims k set batch_id = m.new from moved m where k.project_id = ${projectId} and k.batch_id = m.old`);
  await db.execute(sql`update sends s set batch_id = m.new from moved m where s.project_id = ${projectId} and s.batch_id = m.old`);
  await db.execute(sql`delete from batches b using moved m where b.project_id = ${projectId} and b.id = m.old`);
  await db.execute(
    sql`update events e set data = jsonb_set(e.data, '{batch}', to_jsonb(m.new)) from moved m where e.project_id = ${projectId} and e.data ->> 'batch' = m.old::text`,
  );
}

async function moveSends(ctx: Context): Promise<void> {
  const { db, projectId } = ctx;
  await copyRows(ctx, sends, ["createdAt"]);
  // Twelve deliveries per second.
  await db.execute(sql`update deliveries d set send_id = m.new, created_at = m.at, updated_at = m.at + make_interval(secs => place.number / 12.0)
    from moved m, (select id, row_number() over (partition by send_id order by email) as number from deliveries where project_id = ${projectId}) as place
    where d.project_id = ${projectId} and d.send_id = m.old and place.id = d.id`);
  await db.execute(
    sql`update leads set waitlist_changed_at = created_at where project_id = ${projectId} and waitlist_changed_at is not null`,
  );
  await db.execute(sql`update leads l set invited_at = m.at from deliveries d
    join sends s on s.project_id = d.project_id and s.id = d.send_id and s.kind = 'invitation' join moved m on m.new = s.id
    where l.project_id = ${projectId} and d.project_id = l.project_id and d.email = l.email`);
  await db.execute(sql`delete from sends s using moved m where s.project_id = ${projectId} and s.id = m.old`);
  await db.execute(
    sql`update events e set data = jsonb_set(e.data, '{send}', to_jsonb(m.new)) from moved m where e.project_id = ${projectId} and e.data ->> 'send' = m.old::text`,
  );
}

/** Moves waves, and all invitations to the time of their send. How long their codes are valid stays. */
async function moveWaves({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`update lead_invitations i set created_at = m.at, expires_at = m.at + (i.expires_at - i.created_at),
      remind_at = m.at + (i.remind_at - i.created_at), opened_at = m.at + interval '5 hours' + (i.opened_at - i.created_at),
      ended_at = m.at + interval '20 hours' + (i.ended_at - i.created_at)
    from deliveries d join moved m on m.new = d.send_id
    where i.project_id = ${projectId} and d.project_id = i.project_id and d.code_key = i.code_key and d.email = i.email`);
  await db.execute(sql`update codes c set valid_until = i.expires_at from lead_invitations i
    where c.project_id = ${projectId} and i.project_id = c.project_id and i.code_key = c.key and not i.from_batch and i.expires_at is not null`);
  await db.execute(sql`update batches b set valid_until = c.valid_until from (
      select batch_id, max(valid_until) as valid_until from codes where project_id = ${projectId} and key in (select code_key from lead_invitations where not from_batch) group by batch_id) c
    where b.project_id = ${projectId} and b.id = c.batch_id and c.valid_until is not null`);
  await db.execute(
    sql`update waves w set id = m.new, created_at = m.at, sent_at = m.at from moved m where w.project_id = ${projectId} and w.id = m.old`,
  );
  await db.execute(sql`update lead_invitations i set wave_id = m.new from moved m where i.project_id = ${projectId} and i.wave_id = m.old`);
  await db.execute(
    sql`update events e set data = jsonb_set(e.data, '{wave}', to_jsonb(m.new)) from moved m where e.project_id = ${projectId} and e.data ->> 'wave' = m.old::text`,
  );
}
