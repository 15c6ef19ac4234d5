import { sql } from "drizzle-orm";
import type { automaticMessageKinds } from "@/contract/kinds";
import { rows } from "@/db/rows";
import type { Context } from "../context";

/** What a message is about that the service writes by itself. */
export type AutomaticEmailKind = (typeof automaticMessageKinds)[number];

/** How often one address is written to of one thing, however often somebody types it into a form: once an hour, and three times a day. */
const frequencyLimit = { hours: 1, perDay: 3 };

/** Queues a message of the service's own to a lead, in the caller's transaction; none where they had the like a moment ago. `code` is the one that was claimed. */
export async function queueAutomaticEmail(ctx: Context, email: string, kind: AutomaticEmailKind, code?: { key: string; text: string }): Promise<void> {
  const { db, projectId, jobs } = ctx;
  const like = sql`d.project_id = ${projectId} and d.email = ${email} and d.kind = ${kind} and d.status not in ('canceled', 'suppressed')`;
  const queued = await rows<{ id: string }>(
    db,
    sql`insert into deliveries (project_id, id, kind, email, code_key, code_text)
      select ${projectId}::int, gen_random_uuid(), ${kind}, ${email}, ${code?.key ?? null}, ${code?.text ?? null}
      where ${kind} = 'claimed' or (
        not exists (select from deliveries d where ${like} and d.created_at > now() - make_interval(hours => ${frequencyLimit.hours}))
        and (select count(*) from deliveries d where ${like} and d.created_at > now() - interval '1 day') < ${frequencyLimit.perDay}
      )
      returning id`,
  );
  await jobs.deliver(
    db,
    projectId,
    queued.map(({ id }) => id),
  );
}
