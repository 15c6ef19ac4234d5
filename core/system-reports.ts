import { sql } from "drizzle-orm";
import type { OverviewReply } from "@/contract/overview";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";

/** What workers report: sizes in bytes, and `disk` of the data folder. `dailyBackups` is how many are kept, 0 if there are none. */
export type WorkerReport = { disk: { free: number; total: number }; dailyBackups: number };
/** The outcome of the latest daily backup, and when the last good one was completed. */
export type BackupReport = { completedAt?: string; error: string | null };

/** After this many minutes without a report, no worker is running. Workers report every 30 seconds. */
const maxSilenceMinutes = 2;

/** After this many hours without a good backup, daily backups are overdue. */
const maxBackupAgeHours = 48;

/** The share of free space below which a disk is nearly full. */
const minFreeShare = 0.05;

/** Saves a report, and keeps the fields of the previous one that `data` doesn't contain. */
export async function saveReport(db: Database, name: "worker", data: WorkerReport): Promise<void>;
export async function saveReport(db: Database, name: "backup", data: BackupReport): Promise<void>;
export async function saveReport(db: Database, name: string, data: object): Promise<void> {
  await db.execute(
    sql`insert into system_reports as r (name, data) values (${name}, ${JSON.stringify(data)}::text::jsonb)
      on conflict (name) do update set data = r.data || excluded.data, updated_at = now()`,
  );
}

type ReportRow = { worker: WorkerReport | null; silent: boolean; backup: BackupReport | null; old: boolean; overdue: boolean };

/** Lists what needs attention about the worker, its disk and the daily backups. A project of a few minutes can't tell yet. */
export async function listSystemAttention(db: Database, projectId: number): Promise<OverviewReply["attention"]> {
  const [row] = await queryRows<ReportRow>(
    db,
    sql`select w.data as worker, b.data as backup,
        w.updated_at is null or w.updated_at < now() - make_interval(mins => ${maxSilenceMinutes}) as silent,
        p.created_at < now() - make_interval(mins => ${maxSilenceMinutes}) as old,
        coalesce((b.data->>'completedAt')::timestamptz, p.created_at) < now() - make_interval(hours => ${maxBackupAgeHours}) as overdue
      from projects p left join system_reports w on w.name = 'worker' left join system_reports b on b.name = 'backup' where p.id = ${projectId}`,
  );
  if (!row?.old) return [];
  const item = (name: OverviewReply["attention"][number]["name"], message: string) => ({ name, count: null, subject: null, message });
  const items = [];
  if (row.silent) items.push(item("worker_not_running", "The worker isn't running. Emails and background jobs are waiting."));
  const { disk, dailyBackups = 0 } = row.worker ?? {};
  if (disk && !row.silent && disk.free < disk.total * minFreeShare)
    items.push(item("disk_nearly_full", `The disk of the data folder is ${Math.floor(100 - (disk.free / disk.total) * 100)} % full.`));
  if (dailyBackups > 0 && row.backup?.error) items.push(item("backup_failed", `The last daily backup failed: ${row.backup.error}`));
  else if (dailyBackups > 0 && row.overdue) items.push(item("backup_overdue", "There is no daily backup of the last two days."));
  return items;
}
