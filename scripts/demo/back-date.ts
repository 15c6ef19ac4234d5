import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";

/** When the records that were just created are supposed to have been created. */
export type Timestamps = {
  leads: { email: string; at: string }[];
  claims: { code: string; email: string; at: string }[];
  batches: { id: string; at: string }[];
  sends: { id: string; at: string }[];
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
    from jsonb_to_recordset(${jsonb([...timestamps.batches, ...timestamps.sends])}) as m (id uuid, at timestamptz)`);
  await moveBatches(ctx);
  await moveSends(ctx);

  await db.execute(sql`update events e set at = coalesce(
      case e.kind
        when 'lead.created' then coalesce((select created_at from leads l where l.project_id = e.project_id and l.email = e.email), now() - interval '85 days')
        when 'code.claimed' then (select claimed_at from claims k where k.project_id = e.project_id and k.code_key = e.code_key and k.email = e.email)
        when 'code.sent' then (select m.at from moved m where m.new::text = e.data ->> 'send')
        when 'codes.generated' then (select m.at from moved m where m.new::text = e.data ->> 'batch')
      end,
      (select m.at from jsonb_to_recordset(${jsonb(timestamps.events)}) as m (kind text, code text, at timestamptz) where m.kind = e.kind and m.code = e.code_key),
      e.at)
    where e.project_id = ${projectId}`);
  await db.execute(sql`update events set id = uuidv7(at - clock_timestamp()) where project_id = ${projectId}`);
}

// No foreign key follows a changed id: the row is copied, its references are moved, and the original is deleted.
async function moveBatches({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, valid_from, valid_until, paused_at, code_count, total_allowed_claims, actor_kind, actor_id, created_at, updated_at)
    select project_id, m.new, name, type, amount, allowed_claims, valid_from, valid_until, paused_at, code_count, total_allowed_claims, actor_kind, actor_id, m.at, m.at
    from batches b join moved m on m.old = b.id where b.project_id = ${projectId}`);
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

async function moveSends({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`insert into sends (project_id, id, code_text, code_key, batch_id, kind, received, notified, actor_kind, actor_id, created_at)
    select project_id, m.new, code_text, code_key, batch_id, kind, received, notified, actor_kind, actor_id, m.at
    from sends s join moved m on m.old = s.id where s.project_id = ${projectId}`);
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
