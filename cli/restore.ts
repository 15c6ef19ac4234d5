import { requireEnvironment } from "./launch/environment";

/** `npm run restore -- file.tar.zst` restores a backup into an empty database. */
const env = requireEnvironment();
const [{ requireEmptyDatabase, restoreBackup, verifyBackup }, { runBackupCommand, withDatabase, withSecrets }] = await Promise.all([
  import("@/db/backup/restore"),
  import("./launch/backup"),
]);
await runBackupCommand("restore", async ({ file, passphrase }, signal) => {
  const backup = await verifyBackup(file, { passphrase, signal });
  const notes = await withDatabase(env, { create: true }, async (url) => {
    // Before the secrets, because their error names a file that an installation with data needs.
    await requireEmptyDatabase(url);
    return withSecrets(env, backup.secrets, () => restoreBackup(url, backup, { signal }));
  });
  console.log([`Restored the backup of ${backup.description.createdAt}.`, ...notes].join("\n"));
});
