import { sql } from "drizzle-orm";
import type { OverviewReply } from "@/contract/overview";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { plural } from "@/lib/plural";

/** What workers report: sizes in bytes, and `disk` of the data folder. `dailyBackups` is how many are kept, 0 if there are none. */
export type WorkerReport = { disk: { free: number; total: number }; dailyBackups: number };
/** The outcome of the latest daily backup, and when the last good one was completed. */
export type BackupReport = { completedAt?: string; error: string | null };

/** After this many minutes without a report, no worker is running. Workers report every 30 seconds. */
const maxSilenceMinutes = 2;

/** After this many hours without a good backup, daily backups are overdue. */
const maxBackupAgeHours = 48;

/** Without daily backups, one must be made within this many days. A new project has a day. */
const maxOwnBackupDays = 7;
const firstBackupHours = 24;

/** How many days the report of a proxy counts. Processes repeat it when they start. */
const proxyReportDays = 3;

/** The share of free space below which a disk is nearly full. */
const minFreeShare = 0.05;

/** Saves a report, and keeps the fields of the previous one that `data` doesn't contain. */
export async function saveReport(db: Database, name: "worker", data: WorkerReport): Promise<void>;
export async function saveReport(db: Database, name: "backup", data: BackupReport): Promise<void>;
/** `npm run backup` reports each backup that it made. */
export async function saveReport(db: Database, name: "own_backup", data: { completedAt: string }): Promise<void>;
/** Web processes report a trusted proxy whose addresses of clients can't be read. */
export async function saveReport(db: Database, name: "proxy", data: Record<string, never>): Promise<void>;
export async function saveReport(db: Database, name: string, data: object): Promise<void> {
  await db.execute(
    sql`insert into system_reports as r (name, data) values (${name}, ${JSON.stringify(data)}::text::jsonb)
      on conflict (name) do update set data = r.data || excluded.data, updated_at = now()`,
  );
}

/** When a project's mail server stopped responding, as a timestamp, and why. */
export type MailServerOutage = { since: string; error: string };

const mailServerReport = (projectId: number): string => `mail_server_${projectId}`;

/** Saves that the mail server doesn't respond, with the `error`, or that it does. An outage starts with its first report. */
export async function reportMailServer(db: Database, projectId: number, error: string | null): Promise<void> {
  const name = mailServerReport(projectId);
  await db.execute(
    error === null
      ? sql`delete from system_reports where name = ${name}`
      : sql`insert into system_reports as r (name, data) values (${name}, jsonb_build_object('since', now(), 'error', ${error}::text))
          on conflict (name) do update set data = r.data || jsonb_build_object('error', ${error}::text), updated_at = now()`,
  );
}

export type SystemReports = {
  worker: { isRunning: boolean; reportedAt: string | null };
  disk: (WorkerReport["disk"] & { isNearlyFull: boolean }) | null;
  /** `missing` is set if there are no daily backups and no recent one, with the days since the last one or null if there was none. */
  backup: { kept: number; completedAt: string | null; error: string | null; isOverdue: boolean; missing: { days: number | null } | null };
  mailServerOutage: MailServerOutage | null;
  /** Whether a proxy sent addresses of clients that can't be read, since a process started in the last days. */
  hasUnreadableProxy: boolean;
  /** Whether the project is only a few minutes old, so that missing reports mean nothing. */
  isNew: boolean;
};

type ReportRow = {
  worker: WorkerReport | null;
  reported_at: string | null;
  silent: boolean;
  backup: BackupReport | null;
  outage: MailServerOutage | null;
  unreadable_proxy: boolean;
  is_new: boolean;
  overdue: boolean;
  days_since_backup: number | null;
  needs_backup: boolean;
};

/** Returns the latest reports about the worker, its disk, the daily backups and the project's mail server. */
export async function getSystemReports(db: Database, projectId: number): Promise<SystemReports> {
  const [row] = await queryRows<ReportRow>(
    db,
    sql`select w.data as worker, w.updated_at as reported_at, b.data as backup, m.data as outage,
        w.updated_at is null or w.updated_at < now() - make_interval(mins => ${maxSilenceMinutes}) as silent,
        coalesce(x.updated_at > now() - make_interval(days => ${proxyReportDays}), false) as unreadable_proxy,
        p.created_at > now() - make_interval(mins => ${maxSilenceMinutes}) as is_new,
        coalesce((b.data->>'completedAt')::timestamptz, p.created_at) < now() - make_interval(hours => ${maxBackupAgeHours}) as overdue,
        floor(extract(epoch from now() - l.at) / 86400)::int as days_since_backup,
        coalesce(l.at < now() - make_interval(days => ${maxOwnBackupDays}), p.created_at < now() - make_interval(hours => ${firstBackupHours}))
          as needs_backup
      from projects p left join system_reports w on w.name = 'worker' left join system_reports b on b.name = 'backup'
        left join system_reports x on x.name = 'proxy' left join system_reports o on o.name = 'own_backup'
        cross join lateral (select greatest((b.data->>'completedAt')::timestamptz, (o.data->>'completedAt')::timestamptz) as at) l
        left join system_reports m on m.name = ${mailServerReport(projectId)} where p.id = ${projectId}`,
  );
  if (!row) throw new Error("The project doesn't exist, although projects are never deleted");
  const { disk, dailyBackups: kept = 0 } = row.worker ?? {};
  return {
    worker: { isRunning: !row.silent, reportedAt: isoTimestamp(row.reported_at) },
    disk: disk ? { ...disk, isNearlyFull: disk.free < disk.total * minFreeShare } : null,
    backup: {
      kept,
      completedAt: row.backup?.completedAt ?? null,
      error: row.backup?.error ?? null,
      isOverdue: kept > 0 && row.overdue,
      // A worker that doesn't run hasn't said whether there are daily backups.
      missing: row.worker !== null && kept === 0 && row.needs_backup ? { days: row.days_since_backup } : null,
    },
    mailServerOutage: row.outage && { ...row.outage, since: isoTimestamp(row.outage.since) ?? row.outage.since },
    hasUnreadableProxy: row.unreadable_proxy,
    isNew: row.is_new,
  };
}

/** Lists what needs attention about the worker, its disk and the daily backups. A project of a few minutes can't tell yet. */
export function listSystemAttention({ worker, disk, backup, hasUnreadableProxy, isNew }: SystemReports): OverviewReply["attention"] {
  if (isNew) return [];
  const item = (name: OverviewReply["attention"][number]["name"], message: string) => ({ name, count: null, subject: null, message });
  const items = [];
  if (!worker.isRunning) items.push(item("worker_not_running", "The worker isn't running. Emails and background jobs are waiting."));
  if (disk?.isNearlyFull && worker.isRunning)
    items.push(item("disk_nearly_full", `The disk of the data folder is ${Math.floor(100 - (disk.free / disk.total) * 100)}% full.`));
  if (backup.kept > 0 && backup.error) items.push(item("backup_failed", `The last daily backup failed: ${backup.error}`));
  else if (backup.isOverdue) items.push(item("backup_overdue", "There is no daily backup of the last two days."));
  if (backup.missing) items.push(item("backup_missing", describeMissingBackup(backup.missing.days)));
  if (hasUnreadableProxy)
    items.push(
      item(
        "proxy_unreadable",
        "A proxy sends an X-Forwarded-For header that can't be read, so all visitors share one rate limit. Let it send their IP addresses.",
      ),
    );
  return items;
}

/** What is known: backups that other tools make aren't. */
function describeMissingBackup(days: number | null): string {
  const problem =
    days === null
      ? "There is no backup."
      : plural(days, { one: "The last backup is {n} day old.", other: "The last backup is {n} days old." });
  return `${problem} Set DAILY_BACKUPS to save one every night, or run npm run backup.`;
}
