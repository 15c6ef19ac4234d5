import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { drawInteger, drawOne } from "./random-sql";

const errors = [
  "550 5.1.1 The email account that you tried to reach does not exist",
  "552 5.2.2 Mailbox full, over quota",
  "550 5.7.1 Our policy does not allow mail from this sender",
];

/** Plans sends in the temporary tables `planned_sends`, `planned_deliveries` and `invited_leads`. Each send has at most `maxMessages` deliveries. */
export async function planSends({ db }: Context, maxMessages: number): Promise<void> {
  // Personal codes are sent to their leads, and codes with many allowed claims to many leads.
  await db.execute(sql`create temporary table planned_sends on commit drop as
    select row_number() over (order by p.created_at) as number, p.batch_number, p.is_personal, p.id as batch_id, f.key, f.text, p.created_at + interval '10 minutes' as at,
      uuidv7(p.created_at + interval '10 minutes' - clock_timestamp()) as id
    from plan p left join planned_codes f on f.batch_number = p.batch_number and not p.is_personal where p.is_personal or p.allowed_claims >= 5000`);
  await db.execute(sql`create temporary table planned_deliveries on commit drop as
    select s.id as send, s.at + make_interval(secs => m.position / 12.0) as at, m.email, m.key, m.text from planned_sends s cross join lateral (
      select r.email, f.key, f.text, row_number() over (order by r.n) as position from personal_codes r join planned_codes f using (key) where s.is_personal and f.batch_number = s.batch_number
      union all
      select c.email, s.key, s.text, row_number() over (order by c.n) from planned_leads c join days d on d.age = ceil(extract(epoch from now() - s.at) / 86400)::int
      where not s.is_personal and c.n <= d.before and ${drawInteger(sql`c.n`, 41, sql`greatest(1, d.before / ${maxMessages}::int)`)} = 0
    ) as m where m.position <= ${maxMessages}`);
  await db.execute(sql`create temporary table invited_leads on commit drop as
    select m.email, max(m.at) as at from planned_deliveries m join planned_sends s on s.id = m.send where s.is_personal group by m.email`);
  await db.execute(sql`analyze planned_deliveries, planned_sends, invited_leads`);
}

/** Inserts the planned sends and deliveries. All are sent or failed, so nothing is queued. */
export async function insertPlannedSends({ db, projectId, actor }: Context): Promise<void> {
  await db.execute(sql`insert into sends (project_id, id, kind, code_key, code_text, batch_id, actor_kind, actor_id, received, notified, created_at, is_finished)
    select ${projectId}::int, s.id, case when s.is_personal then 'invitation' else 'code' end, s.key, s.text, case when s.is_personal then s.batch_id end,
      ${actor.kind}, ${actor.id}, m.amount, m.amount, s.at, true
    from planned_sends s join (select send, count(*)::int as amount from planned_deliveries group by send) m on m.send = s.id`);
  const isFailed: SQL = sql`${drawInteger(sql`hashtext(email)`, 42, 40)} = 0`;
  await db.execute(sql`insert into deliveries (project_id, id, send_id, email, code_key, code_text, status, attempts, error, created_at, updated_at)
    select ${projectId}::int, gen_random_uuid(), send, email, key, text, case when ${isFailed} then 'failed' else 'sent' end, 1,
      case when ${isFailed} then ${drawOne(errors, sql`hashtext(email)`, 43)} end, at, at + interval '1 second' from planned_deliveries`);
}

/** Inserts the events of everything planned. Their ids sort by time. */
export async function insertPlannedEvents({ db, projectId, actor }: Context): Promise<void> {
  const staffActor = sql`${actor.kind}::text, ${actor.id}::text`;
  const customerActor = sql`'public_key', (select id::text from api_keys where project_id = ${projectId} and kind = 'public_key' and revoked_at is null limit 1)`;
  await db.execute(sql`insert into events (project_id, id, kind, at, actor_kind, actor_id, code_key, code_text, email, data)
    select ${projectId}::int, uuidv7(at - clock_timestamp()), kind, at, actor_kind, actor_id, code_key, code_text, email, data from (
      select 'lead.created' as kind, c.at, ${customerActor}, null::text, null::text, c.email, '{}'::jsonb from planned_leads c
      union all
      select 'code.claimed', t.at, ${customerActor}, t.key, f.text, t.email, '{}' from planned_claims t join planned_codes f using (key)
      union all
      select 'codes.generated', p.created_at, ${staffActor}, null, null, null, jsonb_build_object('batch', p.id, 'amount', b.amount, 'type', p.type)
      from plan p join batches b on b.project_id = ${projectId} and b.id = p.id
      union all
      select 'code.sent', s.at, ${staffActor}, s.key, s.text, null, jsonb_build_object('send', s.id) from planned_sends s
    ) as planned_events (kind, at, actor_kind, actor_id, code_key, code_text, email, data) order by at`);
}
