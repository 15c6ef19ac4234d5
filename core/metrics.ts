import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { refusalPauseSql } from "./sends/refusal-pause";
import { isFailing } from "./webhooks/record";

/** `lag` is how long the oldest due job of a queue has waited, in seconds. */
type DatabaseMetrics = {
  connections: { process: string; state: string; count: number }[];
  queues: { queue: string; waiting: number; active: number; lag: number }[];
  emails: { status: string; count: number }[];
  /** The status of an active webhook that fails is `failing`. */
  webhooks: { status: string; count: number }[];
  claims: number;
  /** How many projects' email is paused because the mail server refused too many. */
  refusalPauses: number;
};

/** Reads the metrics of the database and of all projects. Counting a million emails takes a while. */
export async function readDatabaseMetrics(db: Database): Promise<DatabaseMetrics> {
  const [connections, queues, emails, webhooks, claims, pauses] = await Promise.all([
    queryRows<DatabaseMetrics["connections"][number]>(
      db,
      sql`select application_name as process, coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name like 'gatehouse%' group by 1, 2`,
    ),
    queryRows<DatabaseMetrics["queues"][number]>(
      db,
      sql`select q.name as queue, count(j.id) filter (where j.state < 'active' and j.start_after <= now())::int as waiting,
          count(j.id) filter (where j.state = 'active')::int as active,
          coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())), 0)::float as lag
        from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state <= 'active' group by q.name`,
    ),
    queryRows<DatabaseMetrics["emails"][number]>(db, sql`select status, count(*)::int as count from deliveries group by status`),
    queryRows<DatabaseMetrics["webhooks"][number]>(
      db,
      sql`select case when ${isFailing} then 'failing' else w.status end as status, count(*)::int as count
        from webhooks w where w.deleted_at is null group by 1`,
    ),
    queryRows<{ count: number }>(db, sql`select count(*)::int as count from claims`),
    queryRows<{ count: number }>(db, sql`select count(*)::int as count from projects where ${refusalPauseSql(sql`projects.id`)}`),
  ]);
  return { connections, queues, emails, webhooks, claims: claims[0]?.count ?? 0, refusalPauses: pauses[0]?.count ?? 0 };
}
