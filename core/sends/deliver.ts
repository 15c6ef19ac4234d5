import { sql } from "drizzle-orm";
import type { CodeMessage } from "@/emails/render";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { type Context, inTransaction } from "../context";

/** A message that was taken to be sent now. */
export type Outgoing = { id: string; email: string; message: CodeMessage };

/** What became of a message that was taken; `released` was not tried and goes back to the queue. */
export type Result = { id: string; status: "sent" | "kept" | "released" } | { id: string; status: "failed" | "retrying"; error: string };

/** How long a message waits after each try that failed, in seconds; after the last it has failed for good. Some 32 hours in all. */
export const backOff = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600] as const;

type OutgoingRow = {
  id: string;
  email: string;
  firstname: string | null;
  code_text: string;
  allowed_claims: number;
  valid_from: string | null;
  valid_until: string | null;
  project_name: string;
};

/**
 * Takes deliveries that are due: they become `sending`, or `suppressed` where the lead is not to be written to. Those that were
 * cancelled, deleted or settled meanwhile are left out; those found `sending` were under way when a worker died.
 */
export async function take(ctx: Context, ids: readonly string[]): Promise<Outgoing[]> {
  const taken = await rows<OutgoingRow>(
    ctx.db,
    sql`with due as (
        select d.id, s.email is not null as suppressed
        from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as asked (id)
        join deliveries d on d.project_id = ${ctx.projectId} and d.id = asked.id::uuid
        left join suppressions s on s.project_id = d.project_id and s.email = d.email
        where d.status in ('queued', 'sending') or (d.status = 'retrying' and d.next_attempt_at <= now() + interval '1 second')
        for update of d
      ), marked as (
        update deliveries d set
          status = case when due.suppressed then 'suppressed' else 'sending' end,
          attempts = d.attempts + case when due.suppressed then 0 else 1 end,
          next_attempt_at = null, updated_at = now()
        from due where d.project_id = ${ctx.projectId} and d.id = due.id
        returning d.*
      )
      select m.id, m.email, l.firstname, m.code_text, c.allowed_claims, c.valid_from, c.valid_until, p.name as project_name
      from marked m
      join leads l on l.project_id = m.project_id and l.email = m.email
      join codes c on c.project_id = m.project_id and c.key = m.code_key
      join projects p on p.id = m.project_id
      where m.status = 'sending'`,
  );
  return taken.map((row) => ({
    id: row.id,
    email: row.email,
    message: {
      projectName: row.project_name,
      firstname: row.firstname,
      code: row.code_text,
      allowedClaims: row.allowed_claims,
      validFrom: iso(row.valid_from),
      validUntil: iso(row.valid_until),
    },
  }));
}

/** Writes what became of messages into the ledger, and queues in the same transaction those that are to be tried again. */
export async function settle(ctx: Context, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return;
  await inTransaction(ctx, async (inner) => {
    const again = await rows<{ id: string; wait: number }>(
      inner.db,
      sql`with told as (
          select r.id, r.error, case when r.status = 'retrying' and d.attempts > ${backOff.length} then 'failed' else r.status end as status,
            (${`{${backOff.join(",")}}`}::int[])[d.attempts] as wait
          from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r (id uuid, status text, error text)
          join deliveries d on d.project_id = ${inner.projectId} and d.id = r.id and d.status = 'sending'
          order by r.id for update of d
        )
        update deliveries d set
          status = case when told.status = 'released' then 'queued' else told.status end,
          attempts = d.attempts - case when told.status = 'released' then 1 else 0 end,
          error = told.error,
          next_attempt_at = case when told.status = 'retrying' then now() + make_interval(secs => told.wait) end,
          updated_at = now()
        from told where d.project_id = ${inner.projectId} and d.id = told.id
        returning d.id, case told.status when 'released' then 0 when 'retrying' then told.wait end as wait`,
    );
    const byWait = Map.groupBy(
      again.filter((delivery) => delivery.wait !== null),
      (delivery) => delivery.wait,
    );
    for (const [wait, deliveries] of byWait) {
      await inner.jobs.deliver(inner.db, inner.projectId, deliveries.map((delivery) => delivery.id), wait);
    }
  });
}
