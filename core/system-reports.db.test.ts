import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { getSystemReports, listSystemAttention, saveReport } from "./system-reports";

const { ctx, db } = await createTestApp();
const { projectId } = (await insertProject(ctx)).ctx;
const listItems = async () => listSystemAttention(await getSystemReports(db, projectId));
const listNames = async () => (await listItems()).map(({ name }) => name);
const disk = { free: 50, total: 100 };

test("the overview reports a worker that hasn't reported for two minutes, a full disk, and daily backups that fail or are overdue", async () => {
  expect(await listNames()).toEqual([]);
  await db.execute(sql`update projects set created_at = now() - interval '3 days' where id = ${projectId}`);
  expect(await listNames()).toEqual(["worker_not_running"]);
  await saveReport(db, "worker", { disk, dailyBackups: 0 });
  await saveReport(db, "own_backup", { completedAt: new Date().toISOString() });
  expect(await listNames()).toEqual([]);
  await saveReport(db, "worker", { disk: { free: 4, total: 100 }, dailyBackups: 0 });
  expect(await listItems()).toMatchObject([{ name: "disk_nearly_full", message: "The disk of the data folder is 96% full." }]);

  await saveReport(db, "worker", { disk, dailyBackups: 7 });
  expect(await listNames()).toEqual(["backup_overdue"]);
  await saveReport(db, "backup", { completedAt: new Date().toISOString(), error: null });
  expect(await listNames()).toEqual([]);
  await saveReport(db, "backup", { error: "No space is left on the device." });
  expect(await listItems()).toMatchObject([
    { name: "backup_failed", message: "The last daily backup failed: No space is left on the device." },
  ]);
  // A failure doesn't forget when the last good one was.
  const [row] = await db.execute<{ completed: boolean }>(
    sql`select data ? 'completedAt' as completed from system_reports where name = 'backup'`,
  );
  expect(row?.completed).toBe(true);
  await saveReport(db, "backup", { completedAt: new Date(Date.now() - 49 * 3_600_000).toISOString(), error: null });
  expect(await listNames()).toEqual(["backup_overdue"]);

  await db.execute(sql`update system_reports set updated_at = now() - interval '3 minutes' where name = 'worker'`);
  expect(await listNames()).toEqual(["worker_not_running", "backup_overdue"]);

  await saveReport(db, "proxy", {});
  expect(await listNames()).toContain("proxy_unreadable");
  await db.execute(sql`update system_reports set updated_at = now() - interval '4 days' where name = 'proxy'`);
  expect(await listNames()).not.toContain("proxy_unreadable");
});

test("the overview reports that there is no backup: never one, one that is too old, or daily backups that were turned off", async () => {
  const { projectId: newProject } = (await insertProject(ctx)).ctx;
  await db.execute(sql`delete from system_reports`);
  const listBackupItems = async () =>
    listSystemAttention(await getSystemReports(db, newProject)).filter(({ name }) => name.startsWith("backup_"));
  const age = (interval: string) =>
    db.execute(sql`update projects set created_at = now() - ${interval}::interval where id = ${newProject}`);
  const daysAgo = (days: number) => new Date(Date.now() - (days * 24 + 1) * 3_600_000).toISOString();

  // Until a worker reports, it isn't known whether there are daily backups, and a new project has a day.
  await age("2 days");
  expect(await listBackupItems()).toEqual([]);
  await saveReport(db, "worker", { disk, dailyBackups: 0 });
  await age("23 hours");
  expect(await listBackupItems()).toEqual([]);
  await age("25 hours");
  const advice = "Set DAILY_BACKUPS to save one every night, or run npm run backup.";
  const missing = (problem: string) => [{ name: "backup_missing", count: null, subject: null, message: `${problem} ${advice}` }];
  expect(await listBackupItems()).toEqual(missing("There is no backup."));

  await age("90 days");
  await saveReport(db, "own_backup", { completedAt: daysAgo(6) });
  expect(await listBackupItems()).toEqual([]);
  await saveReport(db, "own_backup", { completedAt: daysAgo(8) });
  expect(await listBackupItems()).toEqual(missing("The last backup is 8 days old."));

  await saveReport(db, "backup", { completedAt: daysAgo(0), error: null });
  expect(await listBackupItems()).toEqual([]);
  await saveReport(db, "backup", { completedAt: daysAgo(30), error: "The disk is full." });
  await saveReport(db, "own_backup", { completedAt: daysAgo(40) });
  expect(await listBackupItems()).toEqual(missing("The last backup is 30 days old."));

  await saveReport(db, "worker", { disk, dailyBackups: 7 });
  expect((await listBackupItems()).map(({ name }) => name)).toEqual(["backup_failed"]);
  await db.execute(sql`delete from system_reports where name like '%backup'`);
  expect((await listBackupItems()).map(({ name }) => name)).toEqual(["backup_overdue"]);
});
