import { resolve } from "node:path";
import { requireEnvironment } from "./launch/environment";

/** `npm run restore -- file.tar.zst` restores a backup into an empty database. */
const env = requireEnvironment();
const [{ requireEmptyDatabase, restoreBackup, verifyBackup }, { runBackupCommand, withDatabase, withSecrets }, { summarizeBackup }] =
  await Promise.all([import("@/db/backup/restore"), import("./launch/backup"), import("./launch/backup-summary")]);
await runBackupCommand("restore", async ({ file, passphrase }, signal) => {
  const backup = await verifyBackup(file, { passphrase, signal });
  const notes = await withDatabase(env, { create: true }, async (url) => {
    // Before the secrets, because their error names a file that an installation with data needs.
    await requireEmptyDatabase(url);
    return withSecrets(env, backup.secrets, () => restoreBackup(url, backup, { signal }));
  });
  const restored = `Restored the backup of ${backup.description.createdAt}: ${summarizeBackup(file, backup.rows)}`;
  const nextStep = env.DATABASE_URL
    ? "Next: start the web server and the worker with the same DATABASE_URL."
    : `Next: DATA_DIR=${resolve(env.DATA_DIR)} npm start\nIf the backed-up installation still runs, add PORT=4000 WORKER=off before npm start, so that no email is sent twice.`;
  console.log([restored, ...notes, nextStep].join("\n"));
});
