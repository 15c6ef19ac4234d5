import { sql } from "drizzle-orm";
import { countCap } from "@/contract/limits";
import type { SystemReply } from "@/contract/system";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { getVersion } from "@/lib/version";
import type { Context } from "./context";
import { getTransportStatus } from "./email-delivery/transport";
import { listUnreadableReports } from "./email-reports/unreadable";
import { getProject } from "./projects/record";
import { countWaitingEmails } from "./sends/retry-waiting";
import { getSystemReports } from "./system-reports";

/** Returns the versions and the state of the installation, and of the project's mail server. */
export async function getSystem(ctx: Context): Promise<SystemReply> {
  const [database, queue, reports, mailServer, unreadableReports] = await Promise.all([
    getDatabase(ctx.db),
    getQueue(ctx.db),
    getSystemReports(ctx.db, ctx.projectId),
    getMailServer(ctx),
    listUnreadableReports(ctx),
  ]);
  const { worker, disk, backup, mailServerOutage: outage } = reports;
  const isUnreachable = outage !== null && mailServer.status === "connected";
  return {
    version: getVersion(),
    node: process.versions.node,
    database,
    queue,
    worker: { running: worker.isRunning, reportedAt: worker.reportedAt },
    disk: disk && { free: disk.free, total: disk.total, nearlyFull: disk.isNearlyFull },
    backups: { kept: backup.kept, completedAt: backup.completedAt, error: backup.error, overdue: backup.isOverdue },
    mailServer: {
      status: isUnreachable ? "unreachable" : mailServer.status,
      unreachableSince: isUnreachable ? outage.since : null,
      error: isUnreachable ? outage.error : null,
      waiting: mailServer.waiting,
    },
    unreadableReports,
  };
}

async function getDatabase(db: Database): Promise<SystemReply["database"]> {
  const [row] = await queryRows<{ version: string; size: string }>(
    db,
    sql`select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database()) as size`,
  );
  return { version: row?.version ?? "", size: Number(row?.size ?? 0) };
}

async function getQueue(db: Database): Promise<SystemReply["queue"]> {
  const [row] = await queryRows<SystemReply["queue"]>(
    db,
    sql`select count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
        count(*) filter (where state = 'active')::int as active,
        count(*) filter (where state < 'active' and start_after > now())::int as scheduled,
        coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::int as "lagSeconds"
      from pgboss.job where state <= 'active'`,
  );
  return row ?? { waiting: 0, active: 0, scheduled: 0, lagSeconds: 0 };
}

async function getMailServer(
  ctx: Context,
): Promise<{ status: Exclude<SystemReply["mailServer"]["status"], "unreachable">; waiting: number }> {
  const [transport, { paused }, waiting] = await Promise.all([getTransportStatus(ctx), getProject(ctx), countWaitingEmails(ctx)]);
  return { status: transport === "connected" && paused.includes("email") ? "paused" : transport, waiting: Math.min(waiting, countCap) };
}
