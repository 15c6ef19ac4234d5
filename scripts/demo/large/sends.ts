import { type SQL, sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { drawn, oneOf } from "./draw";

const errors = [
  "550 5.1.1 The email account that you tried to reach does not exist",
  "552 5.2.2 Mailbox full, over quota",
  "550 5.7.1 Our policy does not allow mail from this sender",
];

/** Notes in tables of this transaction what was sent (`sending`), to whom (`mail`), and who was invited by it (`invited`). At most `most` messages each. */
export async function noteSends({ db }: Context, most: number): Promise<void> {
  // Personal codes to those they are for, and codes of many uses to many.
  await db.execute(sql`create temporary table sending on commit drop as
    select row_number() over (order by p.made_at) as number, p.place, p.personal, p.id as batch_id, f.key, f.text, p.made_at + interval '10 minutes' as at,
      uuidv7(p.made_at + interval '10 minutes' - clock_timestamp()) as id
    from plan p left join fresh f on f.place = p.place and not p.personal where p.personal or p.allowed >= 5000`);
  await db.execute(sql`create temporary table mail on commit drop as
    select s.id as send, s.at + make_interval(secs => m.place / 12.0) as at, m.email, m.key, m.text from sending s cross join lateral (
      select r.email, f.key, f.text, row_number() over (order by r.n) as place from personal r join fresh f using (key) where s.personal and f.place = s.place
      union all
      select c.email, s.key, s.text, row_number() over (order by c.n) from comers c join days d on d.age = ceil(extract(epoch from now() - s.at) / 86400)::int
      where not s.personal and c.n <= d.before and ${drawn(sql`c.n`, 41, sql`greatest(1, d.before / ${most}::int)`)} = 0
    ) as m where m.place <= ${most}`);
  await db.execute(sql`create temporary table invited on commit drop as
    select m.email, max(m.at) as at from mail m join sending s on s.id = m.send where s.personal group by m.email`);
  await db.execute(sql`analyze mail, sending, invited`);
}

/** Makes the sends and deliveries noted; all of them have left or failed, so nothing of them is queued. */
export async function makeSends({ db, projectId, actor }: Context): Promise<void> {
  await db.execute(sql`insert into sends (project_id, id, kind, code_key, code_text, batch_id, actor_kind, actor_id, received, notified, created_at)
    select ${projectId}::int, s.id, case when s.personal then 'invitation' else 'code' end, s.key, s.text, case when s.personal then s.batch_id end,
      ${actor.kind}, ${actor.id}, m.amount, m.amount, s.at
    from sending s join (select send, count(*)::int as amount from mail group by send) m on m.send = s.id`);
  const fails: SQL = sql`${drawn(sql`hashtext(email)`, 42, 40)} = 0`;
  await db.execute(sql`insert into deliveries (project_id, id, send_id, email, code_key, code_text, status, attempts, error, created_at, updated_at)
    select ${projectId}::int, gen_random_uuid(), send, email, key, text, case when ${fails} then 'failed' else 'sent' end, 1,
      case when ${fails} then ${oneOf(errors, sql`hashtext(email)`, 43)} end, at, at + interval '1 second' from mail`);
}

/** Writes down what happened; ids sort by when it did. */
export async function makeEvents({ db, projectId, actor }: Context): Promise<void> {
  const own = sql`${actor.kind}::text, ${actor.id}::text`;
  const customers = sql`'public_key', (select id::text from api_keys where project_id = ${projectId} and kind = 'public_key' and revoked_at is null limit 1)`;
  await db.execute(sql`insert into events (project_id, id, kind, at, actor_kind, actor_id, code_key, code_text, email, data)
    select ${projectId}::int, uuidv7(at - clock_timestamp()), kind, at, actor_kind, actor_id, code_key, code_text, email, data from (
      select 'lead.created' as kind, c.at, ${customers}, null::text, null::text, c.email, '{}'::jsonb from comers c
      union all
      select 'code.claimed', t.at, ${customers}, t.key, f.text, t.email, '{}' from taken t join fresh f using (key)
      union all
      select 'codes.generated', p.made_at, ${own}, null, null, null, jsonb_build_object('batch', p.id, 'amount', b.amount, 'type', p.type)
      from plan p join batches b on b.project_id = ${projectId} and b.id = p.id
      union all
      select 'code.sent', s.at, ${own}, s.key, s.text, null, jsonb_build_object('send', s.id) from sending s
    ) as happened (kind, at, actor_kind, actor_id, code_key, code_text, email, data) order by at`);
}
