import { requireEnvironment } from "./launch/environment";

/**
 * `npm run backup -- file.tar.zst` saves the database and the secrets to a file, also while Gatehouse is running. With `--check`, reads such a
 * file completely and says whether this version can restore it. That needs no database.
 */
const env = requireEnvironment();
const [
  { saveReport },
  { openDatabase },
  { log },
  { createBackup },
  { verifyBackup },
  { readSecrets, runBackupCommand, withDatabase },
  { summarizeBackup },
] = await Promise.all([
  import("@/core/system-reports"),
  import("@/db/client"),
  import("@/lib/log"),
  import("@/db/backup/create"),
  import("@/db/backup/restore"),
  import("./launch/backup"),
  import("./launch/backup-summary"),
]);
await runBackupCommand("backup", async ({ file, passphrase, check }, signal) => {
  if (check) {
    const { description, rows } = await verifyBackup(file, { passphrase, signal });
    console.log(`${file} is complete and can be restored: ${summarizeBackup(file, rows)}, from ${description.createdAt}.`);
    return;
  }
  const secrets = readSecrets(env);
  const rows = await withDatabase(env, {}, async (url) => {
    const saved = await createBackup(url, file, { secrets, passphrase, signal });
    await reportBackup(url);
    return saved;
  });
  console.log(`Saved to ${file}: ${summarizeBackup(file, rows)}`);
  if (passphrase === undefined)
    console.log("The file is not encrypted and contains secrets. Keep it safe, or encrypt backups with --passphrase-file.");
  console.log(`Copy it to another machine. To check it there: npm run backup -- --check ${file}`);
});

/** Lets the overview know of the backup. Databases of earlier versions have nowhere to store it. */
async function reportBackup(url: string): Promise<void> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse backup" });
  try {
    await saveReport(db, "own_backup", { completedAt: new Date().toISOString() });
  } catch (err) {
    log.warn({ err }, "the backup is complete, but the overview doesn't know of it");
  } finally {
    await close();
  }
}
