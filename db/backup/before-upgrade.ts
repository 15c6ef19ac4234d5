import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../client";
import { countPendingMigrations, explainForeignDatabase, findLatestMigration } from "../migration-history";
import { checkServer } from "../server-check";
import { backupFileName, createBackup } from "./create";
import type { BackupSecrets } from "./description";

/**
 * Saves a backup to a new file in `folder` if this version would migrate a database that an earlier one has filled. Returns the file, or
 * null if there is nothing to migrate. Throws with a reason for the operator if the backup fails or the database can't be upgraded.
 */
export async function backUpBeforeUpgrade(url: string, folder: string, secrets: BackupSecrets): Promise<string | null> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse backup" });
  try {
    await checkServer(db, url);
    const problem = await explainForeignDatabase(db);
    if (problem !== null) throw new Error(problem);
    if ((await findLatestMigration(db)) === null || (await countPendingMigrations(db)) === 0) return null;
  } finally {
    await close();
  }
  const file = join(folder, backupFileName("before-upgrade"));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await createBackup(url, file, { secrets });
  } catch (error) {
    throw new Error(`The database was not upgraded, because the backup before it failed: ${(error as Error).message}`, { cause: error });
  }
  return file;
}
