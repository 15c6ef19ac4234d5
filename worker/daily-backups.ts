import { mkdir, readdir, unlink } from "node:fs/promises";
import path from "node:path";
import { saveReport } from "@/core/system-reports";
import { backupFileName, createBackup } from "@/db/backup/create";
import type { Database } from "@/db/client";
import { currentTime } from "@/lib/clock";
import { authSecret, env } from "@/lib/env";

/** Daily backups only, so that backups made by hand or before an upgrade are neither counted nor removed. */
const backupFile = /^daily-\d{8}T\d{6}Z\.tar\.zst$/;

/** Returns the folder of this worker's daily backups. */
export const backupFolder = (): string => path.resolve(env().DATA_DIR, "backups");

/**
 * Saves a backup of the database at `url` to a new file in `folder`, then removes older daily backups until `keep` are left. It is encrypted
 * if BACKUP_PASSPHRASE is set. The outcome is reported to the overview. Throws if the backup fails.
 */
export async function saveDailyBackup(
  db: Database,
  url: string,
  { folder, keep, signal }: { folder: string; keep: number; signal?: AbortSignal },
): Promise<void> {
  const secrets = { authSecret: authSecret(), previousAuthSecrets: env().AUTH_SECRET_PREVIOUS };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await createBackup(url, path.join(folder, backupFileName("daily")), { secrets, passphrase: env().BACKUP_PASSPHRASE, signal });
  } catch (error) {
    // A worker that stops leaves the job to the next one.
    if (!signal?.aborted) await saveReport(db, "backup", { error: (error as Error).message });
    throw error;
  }
  await saveReport(db, "backup", { completedAt: new Date(currentTime()).toISOString(), error: null });
  const backups = (await readdir(folder)).filter((each) => backupFile.test(each)).sort();
  for (const old of backups.slice(0, -keep)) await unlink(path.join(folder, old));
}
