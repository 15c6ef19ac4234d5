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

test("reports a worker that hasn't reported for two minutes, a full disk, and daily backups that fail or are overdue", async () => {
  expect(await listNames()).toEqual([]);
  await db.execute(sql`update projects set created_at = now() - interval '3 days' where id = ${projectId}`);
  expect(await listNames()).toEqual(["worker_not_running"]);
  await saveReport(db, "worker", { disk, dailyBackups: 0 });
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
