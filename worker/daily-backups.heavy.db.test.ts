import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { restoreBackup, verifyBackup } from "@/db/backup/restore";
import { queryRows } from "@/db/query";
import { insertLead } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { createEmptyDatabase } from "@/tests/harness/test-database";
import { startWorker, waitUntil } from "@/tests/harness/worker";
import { saveDailyBackup } from "./daily-backups";

const { ctx, db, url } = await createTestApp();

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-daily-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const readReport = async () => {
  const [row] = await queryRows<{ data: { completedAt?: string; error: string | null } }>(
    db,
    sql`select data from system_reports where name = 'backup'`,
  );
  return row?.data;
};

test("the latest daily backups and everything else in the folder are kept, and nothing is removed when a backup fails", async () => {
  const folder = createFolder();
  const others = ["before-upgrade-20260101T000000Z.tar.zst", "daily.txt", "mine.tar.zst"];
  const old = ["daily-20260101T031500Z.tar.zst", "daily-20260102T031500Z.tar.zst", "daily-20260103T031500Z.tar.zst"];
  for (const name of [...others, ...old]) writeFileSync(join(folder, name), "");
  await saveDailyBackup(db, url, { folder, keep: 2 });
  const kept = readdirSync(folder).filter((name) => !others.includes(name));
  expect(kept).toEqual([old[2], expect.stringMatching(/^daily-/)]);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others));
  expect(statSync(join(folder, kept[1] ?? "")).mode & 0o777).toBe(0o600);
  expect(await readReport()).toMatchObject({ completedAt: expect.any(String), error: null });

  await expect(saveDailyBackup(db, url, { folder: join(folder, "mine.tar.zst"), keep: 1 })).rejects.toThrow();
  expect(readdirSync(folder).filter((name) => !others.includes(name))).toEqual(kept);
  expect(await readReport()).toMatchObject({ completedAt: expect.any(String), error: expect.stringMatching(/./) });
});

test("a worker makes the scheduled backup, which can be restored", async () => {
  const dataDir = createFolder();
  const email = await insertLead(ctx);
  process.env.DAILY_BACKUPS = "3";
  onTestFinished(() => void delete process.env.DAILY_BACKUPS);
  // What the schedule does at its time. A worker looks for such jobs when it starts.
  await db.execute(sql`insert into pgboss.job (name) values ('daily_backups')`);
  const worker = await startWorker({ url, dataDir });
  expect(await queryRows(db, sql`select cron from pgboss.schedule where name = 'daily_backups'`)).toEqual([{ cron: "15 3 * * *" }]);
  const folder = join(dataDir, "backups");
  const [file = ""] = await waitUntil("the backup", async () => (await readReport())?.error === null && readdirSync(folder));
  await worker.stop();
  const restored = await createEmptyDatabase();
  await restoreBackup(restored.url, await verifyBackup(join(folder, file)));
  expect(await queryRows(restored.db, sql`select email from leads where email = ${email}`)).toEqual([{ email }]);
});
